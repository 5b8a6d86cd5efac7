import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditRows, products } from '../../server/db/tables/index.ts';
import { world } from '../world.ts';

let counter = 0;
async function setUp() {
  const base = await world();
  const office = await base.as('super');
  counter += 1;
  const sku = `RANGE${counter}`;
  const { body: style } = await office.post('/api/admin/products', { sku, name: 'Range Jacket', price: 4200, cost: 2000, is_published: true });
  const path = `/api/admin/products/${style.id}`;
  const make = (body: object, headers?: Record<string, string>) => office.post(`${path}/variations`, body, headers);
  const skus = async () => (await office.get(`${path}/variations`)).body.items;
  return { ...base, office, style, sku, path, make, skus };
}
const matrix = {
  colours: [
    { name: 'Navy', hex: '#1f2c4d' },
    { name: 'Hi-Vis Yellow', code: 'HVY' },
  ],
  sizes_1: ['S', 'M'],
  sizes_2: ['Reg', 'Tall'],
};

describe('a new product', () => {
  test('needs a SKU and a name, and is not published until the office publishes it', async () => {
    const { office } = await setUp();
    const path = '/api/admin/products';
    const added = await office.post(path, { sku: ' jk-9 ', name: 'Jacket' });
    expect(added).toMatchObject({
      status: 201,
      body: { sku: 'JK-9', name: 'Jacket', is_published: false, price: 0, version: 1, children_count: 0, is_child: false },
    });
    expect((await office.get(`${path}/${added.body.id}`)).body).toEqual(added.body);
    expect((await office.post(path, { sku: 'JK-9', name: 'Other' })).body.errors).toEqual({ sku: ['There is a product with this SKU already.'] });
    expect(Object.keys((await office.post(path, {})).body.errors)).toEqual(['sku']);
    expect((await office.post(path, { sku: 'JK-10' })).body.errors).toEqual({ name: ['Enter a name.'] });
    for (const [field, value] of Object.entries({ sku: 'a b', price: -1, supplier_id: 999_999, category_id: 999_999, colour_hex: 'red' }))
      expect((await office.post(path, { sku: 'JK-11', name: 'Bad', [field]: value })).body.errors).toHaveProperty(field);
  });

  test('can be added only by the office, and is added once even if the request is sent again', async () => {
    const { office, as, key, sku } = await setUp();
    const headers = key();
    const send = () => office.post('/api/admin/products', { sku: `${sku}T`, name: 'Twice' }, headers);
    const { id } = (await send()).body;
    expect(await send()).toMatchObject({ status: 201, body: { id } });
    for (const role of ['warehouse', 'embroiderer', 'client_admin'] as const)
      expect((await (await as(role)).post('/api/admin/products', { sku: `${sku}X`, name: 'Not theirs' })).status).toBe(403);
  });

  test('with `parent_id` is a SKU of this style, and copies from the style each field that is not sent', async () => {
    const { office, style, sku, skus } = await setUp();
    const body = { sku: `${sku}-ODD`, parent_id: style.id, variation_colour: 'Odd', variation_size_1: 'One', price: 100 };
    expect(await office.post('/api/admin/products', body)).toMatchObject({
      status: 201,
      body: { name: 'Range Jacket', price: 100, cost: 2000, is_child: true, is_published: true, parent: { id: style.id } },
    });
    const [one] = await skus();
    expect((await office.post('/api/admin/products', { ...body, sku: `${sku}-DEEP`, parent_id: one.id })).body.errors).toEqual({
      parent_id: ['This is a SKU. Choose its style.'],
    });
    expect((await office.post('/api/admin/products', { ...body, sku: `${sku}-GONE`, parent_id: 999_999 })).status).toBe(422);
  });
});

describe('new variations', () => {
  test('are the missing SKUs of a matrix of colours and sizes; their SKU codes follow a rule, and a preview lists them', async () => {
    const { make, skus, sku, style, database } = await setUp();
    const expected = ['NAV-S-REG', 'NAV-S-TALL', 'NAV-M-REG', 'NAV-M-TALL', 'HVY-S-REG', 'HVY-S-TALL', 'HVY-M-REG', 'HVY-M-TALL'].map(
      (end) => `${sku}-${end}`,
    );
    expect(await make({ ...matrix, preview: true })).toMatchObject({
      status: 200,
      body: { items: expected.map((one) => ({ sku: one, exists: false })), created: 0 },
    });
    expect(await skus()).toEqual([]);
    expect(await make(matrix)).toMatchObject({ status: 201, body: { created: 8 } });
    const made = await skus();
    expect(made.map((one: { sku: string }) => one.sku)).toEqual(expected);
    expect(made[0]).toMatchObject({
      name: 'Range Jacket',
      price: 4200,
      cost: 2000,
      is_published: true,
      colour_hex: '#1f2c4d',
      attributes: { variation_colour: 'Navy', variation_size_1: 'S', variation_size_2: 'Reg' },
    });
    expect((await make({ ...matrix, sizes_1: ['S', 'M', 'L'] })).body).toMatchObject({ created: 4 });
    expect((await make({ ...matrix, sizes_1: ['S', 'M', 'L'] })).body).toMatchObject({ created: 0 });
    expect(await skus()).toHaveLength(12);
    const events = await database.reader.select().from(auditRows).where(eq(auditRows.on_id, style.id)).orderBy(asc(auditRows.id));
    expect(events.map(({ what }) => what)).toEqual(['product.created', 'product.variations_added', 'product.variations_added']);
  });

  test('get the codes and hex values that the style’s colours already have', async () => {
    const { make, skus, sku } = await setUp();
    await make({ colours: [{ name: 'Navy', code: 'NVY', hex: '#101010' }], sizes_1: ['S'] });
    await make({ colours: ['Navy'], sizes_1: ['M'] });
    expect((await skus()).map((one: { sku: string; colour_hex: string }) => [one.sku, one.colour_hex])).toEqual([
      [`${sku}-NVY-S`, '#101010'],
      [`${sku}-NVY-M`, '#101010'],
    ]);
  });

  test('in a colour of the catalogue get the code and the hex value that most styles use for this colour', async () => {
    const { make, office, skus, sku, style, product } = await setUp();
    for (const [n, hex] of ['#1a2a6c', '#1a2a6c', '#0000ff'].entries()) {
      const other = await product({ sku: `OTHER${n}` });
      for (const size of ['S', 'M'])
        await product({
          parent_id: other.id,
          sku: `OTHER${n}-${n === 2 ? 'BLE' : 'MID'}-${size}`,
          variation_colour: n === 1 ? 'midnight blue' : 'Midnight Blue',
          colour_hex: hex,
          variation_size_1: size,
        });
    }
    const found = (await office.get('/api/admin/products/colours')).body.items;
    expect(found).toContainEqual({ name: 'Midnight Blue', hex: '#1a2a6c', code: 'MID' });
    await make({ colours: ['MIDNIGHT BLUE', { name: 'Mid Grey', code: 'GRY' }], sizes_1: ['S'] });
    await make({ colours: [{ name: 'Midnight Blue', hex: '#101010', code: 'MB' }], sizes_1: ['M'] });
    await office.post('/api/admin/products', { sku: `${sku}-SINGLE`, parent_id: style.id, variation_colour: 'Midnight Blue' });
    const [, grey] = await skus();
    await office.put(`/api/admin/products/${grey.id}/attributes/variation_colour`, { value: 'Midnight blue', version: grey.version });
    const made = (await skus()).map((one: { sku: string; colour_hex: string | null }) => [one.sku, one.colour_hex]);
    expect(Object.fromEntries(made)).toMatchObject({ [`${sku}-MID-S`]: '#1a2a6c', [`${sku}-MB-M`]: '#101010', [`${sku}-SINGLE`]: '#1a2a6c' });
  });

  test('do not get the catalogue’s code for their colour if another colour of the style has this code', async () => {
    const { make, skus, sku, product } = await setUp();
    const other = await product({ sku: 'CLASH' });
    await product({ parent_id: other.id, sku: 'CLASH-TNG-S', variation_colour: 'Tango', variation_size_1: 'S' });
    await make({ colours: [{ name: 'Tangerine', code: 'TNG' }], sizes_1: ['S'] });
    await make({ colours: ['Tango'], sizes_1: ['S'] });
    expect((await skus()).map((one: { sku: string }) => one.sku)).toEqual([`${sku}-TNG-S`, `${sku}-TAN-S`]);
  });

  test('are all refused if another product has one of their SKUs', async () => {
    const { make, skus, product, sku } = await setUp();
    await product({ sku: `${sku}-HVY-M-REG` });
    expect(await make(matrix)).toMatchObject({
      status: 422,
      body: { errors: { 'colours.1.code': [`Another product has the SKU ${sku}-HVY-M-REG.`] } },
    });
    expect(await skus()).toEqual([]);
  });

  test('are refused if a style would have more than 2,000, if the product is a SKU or has stock, or if a colour has no name', async () => {
    const { make, office, path, skus, product } = await setUp();
    const names = (n: number, word: string) => Array.from({ length: n }, (_, i) => `${word}${i}`);
    const many = { colours: names(100, 'C').map((name, i) => ({ name, code: `K${i}` })), sizes_1: names(21, 'S') };
    expect((await make(many)).body.errors).toEqual({ sizes_1: ['A style has at most 2000 variations.'] });
    await make({ colours: ['Red'], sizes_1: ['S'] });
    expect((await make({ ...many, sizes_1: names(20, 'S') })).body.errors).toEqual({ sizes_1: ['A style has at most 2000 variations.'] });
    const [one] = await skus();
    expect((await office.post(`/api/admin/products/${one.id}/variations`, matrix)).status).toBe(422);
    const stocked = await product();
    await office.put(`/api/admin/products/${stocked.id}`, { field: 'qty_available', value: 3 });
    expect((await office.post(`/api/admin/products/${stocked.id}/variations`, matrix)).body.errors).toHaveProperty('colours');
    expect((await make({ colours: [{ name: '' }], sizes_1: ['S'] })).status).toBe(422);
    expect((await make({ colours: ['Red', 'red'], sizes_1: ['S'] })).body.errors).toHaveProperty(['colours.1.name']);
    expect((await office.post(`${path}9999/variations`, matrix)).status).toBe(404);
  });

  test('show the picture of their colour', async () => {
    const { make, skus, style, picture, database } = await setUp();
    await make({ colours: ['Red', 'Blue'], sizes_1: ['S'] });
    const [red] = await skus();
    const { files } = await import('../../server/db/tables/index.ts');
    const [file] = await database.unitOfWork((db) =>
      db
        .insert(files)
        .values({ hash: 'f'.repeat(63) + counter, type: 'image/png', size: 1, created_at: red.created_at })
        .returning(),
    );
    await picture(red.id, file?.id ?? 0);
    await make({ colours: ['Red', 'Blue'], sizes_1: ['M'] });
    const media = (await skus()).map((one: { sku: string; media: unknown[] }) => [one.sku.slice(-5), one.media.length]);
    expect(Object.fromEntries(media)).toEqual({ 'RED-S': 1, 'BLU-S': 0, 'RED-M': 1, 'BLU-M': 0 });
    expect(style.media).toEqual([]);
  });
});

test('the SKU of a removed product is not used again', async () => {
  const { make, skus, database, sku } = await setUp();
  await make({ colours: ['Red'], sizes_1: ['S'] });
  const [one] = await skus();
  await database.unitOfWork((db) => db.update(products).set({ deleted_at: one.created_at }).where(eq(products.id, one.id)));
  expect((await make({ colours: ['Red'], sizes_1: ['S'] })).body.errors).toEqual({ 'colours.0.code': [`Another product has the SKU ${sku}-RED-S.`] });
});

test('a new style is made with all its SKUs at once, or not at all', async () => {
  const { as, product, key } = await world();
  const office = await as('super');
  await product({ sku: 'TAKEN-NAV-M' });
  const post = (sku: string, variations: object, headers?: Record<string, string>) =>
    office.post('/api/admin/products', { sku, name: 'Work Shirt', price: 1200, variations }, headers);
  const headers = key();
  const matrix = { colours: [{ name: 'Navy', hex: '#1f2a44', code: 'NVY' }, { name: 'White' }], sizes_1: ['S', 'M'] };
  const first = await post('WS-1', matrix, headers);
  expect(first).toMatchObject({ status: 201, body: { sku: 'WS-1', children_count: 4, is_parent: true } });
  expect((await post('WS-1', matrix, headers)).body.id).toBe(first.body.id);
  const { items } = (await office.get(`/api/admin/products/${first.body.id}/variations`)).body;
  expect(items.map(({ sku, price }: { sku: string; price: number }) => [sku, price])).toEqual([
    ['WS-1-NVY-S', 1200],
    ['WS-1-NVY-M', 1200],
    ['WS-1-WHI-S', 1200],
    ['WS-1-WHI-M', 1200],
  ]);
  const nameless = await post('WS-2', { colours: [{ name: 'Navy' }, { name: ' ' }], sizes_1: ['S'] });
  expect(nameless.body.errors).toEqual({ 'variations.colours.1.name': ['Enter a name.'] });
  expect((await post('TAKEN', { colours: [{ name: 'Navy', code: 'NAV' }], sizes_1: ['S', 'M'] })).body.errors).toEqual({
    'variations.colours.0.code': ['Another product has the SKU TAKEN-NAV-M.'],
  });
  expect((await post('WS-3', { colours: many(50, 'C').map((name) => ({ name, code: name })), sizes_1: many(41, 'S') })).body.errors).toEqual({
    'variations.sizes_1': ['A style has at most 2000 variations.'],
  });
  const { items: others } = (await office.get('/api/admin/products?fts=TAKEN&parent_only=true')).body;
  expect(others.map((one: { sku: string }) => one.sku)).toEqual(['TAKEN-NAV-M']);
  expect((await office.post('/api/admin/products', { sku: 'WS-4', parent_id: first.body.id, variations: matrix })).status).toBe(422);
});

const many = (count: number, letter: string): string[] => Array.from({ length: count }, (_, place) => `${letter}${100 + place}`);
