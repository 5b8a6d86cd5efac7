import { expect, test } from 'vitest';
import { importWorld } from '../imports/import-world.ts';

let counter = 0;
/** Inserts a client with a SKU prefix. Returns the prefix, the client as `owner`, and the message with which others are refused the prefix. */
async function setUp() {
  const base = await importWorld();
  counter += 1;
  const prefix = `Z${counter}${base.office.id}`.slice(0, 6);
  const owner = await base.account({ name: 'Tees Docks', sku_prefix: prefix });
  const message = `SKUs that begin with ${prefix}- are those of Tees Docks. Choose another SKU.`;
  const add = (body: object) => base.office.post('/api/admin/products', { name: 'Polo', ...body });
  return { ...base, prefix, owner, message, add };
}

test('a new product of the catalogue is refused if its SKU begins with a client’s prefix, in upper or lower case', async () => {
  const { prefix, message, add } = await setUp();
  for (const sku of [`${prefix}-POLO`, `${prefix.toLowerCase()}-polo`])
    expect(await add({ sku }), sku).toMatchObject({ status: 422, body: { errors: { sku: [message] } } });
  for (const sku of [`${prefix}POLO`, `X${prefix}-POLO`, `X-${prefix}-POLO`, prefix]) expect((await add({ sku })).status, sku).toBe(201);
});

test('a new style with SKUs, and new SKUs of a stored style, are refused if a SKU begins with a client’s prefix', async () => {
  const { prefix, message, add, office } = await setUp();
  const variations = { colours: [{ name: 'Navy' }], sizes_1: ['S'], sizes_2: [] };
  expect(await add({ sku: prefix, variations })).toMatchObject({ status: 422, body: { errors: { sku: [message] } } });
  const style = (await add({ sku: prefix })).body;
  for (const preview of [true, false])
    expect(await office.post(`/api/admin/products/${style.id}/variations`, { ...variations, preview })).toMatchObject({
      status: 422,
      body: { errors: { colours: [message] } },
    });
  expect(await add({ sku: `${prefix}-NVY-S`, parent_id: style.id })).toMatchObject({ status: 422, body: { errors: { sku: [message] } } });
  expect((await add({ sku: `X${prefix}-NVY-S`, parent_id: style.id })).status).toBe(201);
});

test('a client’s own style may have SKUs with the client’s prefix, but not with another client’s prefix', async () => {
  const { prefix, owner, message, add, office, product, account } = await setUp();
  const own = await product({ sku: `${prefix}-OWN`, account_id: owner.id, is_csp: true });
  const variations = { colours: [{ name: 'Navy' }], sizes_1: ['S'], sizes_2: [] };
  expect((await office.post(`/api/admin/products/${own.id}/variations`, variations)).status).toBe(201);
  expect((await add({ sku: `${prefix}-OWN-ODD`, parent_id: own.id })).status).toBe(201);
  const other = await account({ name: 'Aire Ports' });
  const others = await product({ sku: `A${prefix}-OWN`, account_id: other.id, is_csp: true });
  expect(await add({ sku: `${prefix}-ODD`, parent_id: others.id })).toMatchObject({ status: 422, body: { errors: { sku: [message] } } });
});

test('an import refuses new products of the catalogue with a client’s prefix, but changes stored products that have the prefix', async () => {
  const { prefix, owner, message, upload, product } = await setUp();
  const stored = await product({ sku: `${prefix}-OLD`, name: 'Old' });
  const own = await product({ sku: `${prefix}-OWN`, account_id: owner.id, is_csp: true });
  const { body } = await upload({
    type: 'products',
    rows: [
      ['sku', 'parent_sku', 'name'],
      [`${prefix.toLowerCase()}-polo`, '', 'Polo'],
      [`X${prefix}`, '', 'Style'],
      [`${prefix}-NEW`, `X${prefix}`, ''],
      [stored.sku, '', 'Older'],
      [`${prefix}-OWN-S`, own.sku, ''],
    ],
  });
  expect(body.check).toMatchObject({ faulty: 2, new: 2, changed: 1 });
  expect(body.check?.faults).toEqual([2, 4].map((row) => expect.objectContaining({ row, column: 0, message })));
});
