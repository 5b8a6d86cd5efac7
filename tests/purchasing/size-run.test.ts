import { expect, test } from 'vitest';
import { world } from '../world.ts';

const path = '/api/admin/purchase-orders';

async function setUp(supplierValues: object = {}) {
  const base = await world();
  const office = await base.as('super');
  const supplier = await base.supplier(supplierValues);
  const { parent, children } = await base.style(['28', '30', '32'], {
    supplier_id: supplier.id,
    cost: 640,
    supplier_price_tenths: 6150,
    pack_size: 6,
  });
  const ids = children.map(({ id }) => id) as [number, number, number];
  const { id } = (await office.post(path, { supplier_id: supplier.id })).body;
  const one = `${path}/${id}`;
  const save = (quantities: [number, number][], more: object = {}, headers = {}) =>
    office.put(`${one}/size-run`, { quantities: quantities.map(([product_id, qty_requested]) => ({ product_id, qty_requested })), ...more }, headers);
  const linesOf = (body: { lines: { product: { id: number }; qty_requested: number; unit_price: number | null }[] }) =>
    body.lines.map(({ product, qty_requested, unit_price }) => [product.id, qty_requested, unit_price]);
  return { ...base, office, parent, ids, one, save, linesOf };
}

test('a size run writes the lines of a draft in one step, and again changes, adds and removes them', async () => {
  const { office, ids, one, save, linesOf } = await setUp();
  const first = await save([
    [ids[0], 6],
    [ids[1], 12],
  ]);
  expect(first).toMatchObject({ status: 200, body: { version: 2, qty_requested: 18 } });
  expect(linesOf(first.body)).toEqual([
    [ids[0], 6, 615],
    [ids[1], 12, 615],
  ]);
  await office.put(`${one}/lines/${first.body.lines[1].id}`, { unit_price: 600 });
  const second = await save([
    [ids[0], 0],
    [ids[1], 18],
    [ids[2], 6],
  ]);
  // A line that stays keeps the price that a person entered.
  expect(linesOf(second.body)).toEqual([
    [ids[1], 18, 600],
    [ids[2], 6, 615],
  ]);
  expect((await save([[ids[1], 18]])).body.version).toBe(second.body.version);
});

test('a size run from an older version is refused with the current order, and a repeated request is applied once', async () => {
  const { ids, save, key } = await setUp();
  const headers = key();
  const send = () => save([[ids[0], 6]], { version: 1 }, headers);
  const { body } = await send();
  expect(await send()).toMatchObject({ status: 200, body: { version: body.version, qty_requested: 6 } });
  expect(await save([[ids[0], 12]], { version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'stale_version', current: { version: 2, qty_requested: 6 } },
  });
});

test('a size run is refused for styles, unknown and repeated SKUs, without quantities, and on an approved order', async () => {
  const { office, parent, ids, one, save } = await setUp();
  const errors = async (quantities: [number, number][]) => (await save(quantities)).body.errors;
  expect(await errors([])).toHaveProperty('quantities');
  expect(
    await errors([
      [ids[0], 1],
      [ids[0], 2],
    ]),
  ).toEqual({ quantities: ['A SKU is in this list twice.'] });
  expect(
    await errors([
      [ids[0], 1],
      [parent.id, 2],
    ]),
  ).toHaveProperty(['quantities.1.qty_requested']);
  for (const qty_requested of [2, 3]) await office.post(`${one}/lines`, { product_id: ids[2], qty_requested });
  expect(await errors([[ids[2], 9]])).toEqual({ 'quantities.0.qty_requested': ['This SKU is on several lines. Change its quantity there.'] });
  expect((await office.get(one)).body.qty_requested).toBe(5);
  expect((await office.put(one, { approved: true, send: false })).status).toBe(200);
  expect(await save([[ids[0], 1]])).toMatchObject({ status: 409, body: { code: 'already_approved' } });
});

test('a new line of a work order sends out its own SKU and has no price yet', async () => {
  const { ids, save } = await setUp({ work_order: true });
  expect((await save([[ids[0], 5]])).body.lines).toMatchObject([{ product: { id: ids[0] }, source: { id: ids[0] }, unit_price: null }]);
});

test('the sizes of a style have the terms, the free items and those on order; the warehouse sees no cost', async () => {
  const { as, office, parent, ids, one, save } = await setUp();
  await save([[ids[1], 12]]);
  expect((await office.put(one, { approved: true, send: false })).status).toBe(200);
  const sizes = `/api/admin/products/${parent.id}/size-run`;
  const { body } = await office.get(sizes);
  expect(body).toMatchObject({ id: parent.id, name: parent.name });
  expect(body.skus).toMatchObject([
    { id: ids[0], pack_size: 6, min_order_qty: null, unit_cost: 615, qty_on_order: 0 },
    { id: ids[1], variation_size_1: '30', unit_cost: 615, qty_on_order: 12 },
    { id: ids[2] },
  ]);
  expect((await (await as('warehouse')).get(sizes)).body.skus[0]).toMatchObject({ id: ids[0], unit_cost: null });
  expect((await office.get(`/api/admin/products/${ids[0]}/size-run`)).status).toBe(404);
});
