import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditRows } from '../../server/db/tables/index.ts';
import type { SkuAmount } from '../../shared/catalogue/product.ts';
import { messages } from '../../shared/messages.ts';
import { world } from '../world.ts';

/** Inserts a style of three SKUs. Returns it with the office, and with functions that change and read a product. */
async function setUp() {
  const base = await world();
  const { parent, children } = await base.style(['S', 'M', 'L'], { brand: 'Calder' });
  const [small, medium, large] = children.map(({ id }) => id) as [number, number, number];
  const office = await base.as('super');
  const change = (id: number, field: string, value: unknown, version?: number) => office.put(`/api/admin/products/${id}`, { field, value, version });
  const read = async (id: number) => (await office.get(`/api/admin/products/${id}?include=children`)).body;
  return { ...base, office, parent, small, medium, large, change, read };
}

test('every field of a product can be changed alone', async () => {
  const { change, read, medium, supplier, small } = await setUp();
  const supplierRow = await supplier();
  const values: Record<string, unknown> = {
    name: 'Heavy Polo',
    supplier_sku: 'H-100',
    brand: 'Aire',
    supplier_id: supplierRow.id,
    category_id: null,
    cost: 512,
    price: 1249,
    vat_rate: 0,
    description: 'Two lines\n\n- and **a list**',
    short_description_1: 'Warm',
    short_description_2: 'Soft',
    is_public: false,
    is_published: false,
    is_public_catalogue: true,
    is_non_returnable: true,
    is_restricted: true,
    bin: 'B-02-3',
    barcode: `50${Date.now()}`,
    colour_hex: '#1F2C4D',
    successor_id: small,
    supplier_price: 500,
    pack_size: 6,
    min_order_qty: 12,
    lead_time_days: 21,
    reorder_point: 10,
    wear_months: 18,
    measures: { M: { chest: 102.5, waist: 90 } },
  };
  for (const [field, value] of Object.entries(values)) expect(await change(medium, field, value), field).toMatchObject({ status: 200 });
  const { supplier_id, category_id, ...stored } = values;
  expect(await read(medium)).toMatchObject({
    ...stored,
    supplier: { id: supplierRow.id },
    category: null,
    // The product had no category before, so null changes nothing and does not increment the version.
    version: Object.keys(values).length,
    html_description: '<p>Two lines</p><ul><li>and <strong>a list</strong></li></ul>',
  });
  await change(medium, 'push_discontinued_at', '2027-06-01');
  expect(await read(medium)).toMatchObject({ discontinued_at: '2027-05-31T23:00:00.000Z', is_discontinued: false });
  for (const empty of [null, '']) {
    await change(medium, 'push_discontinued_at', '2027-06-01');
    expect((await change(medium, 'push_discontinued_at', empty)).body.discontinued_at).toBeNull();
  }
});

test('a flag set on a style is copied to all its SKUs, and can then be changed on a single SKU', async () => {
  const { change, read, parent, small } = await setUp();
  const flagOf = async (flag: string) => (await read(parent.id)).children.map((one: Record<string, boolean>) => one[flag]);
  for (const flag of ['is_public', 'is_published', 'is_public_catalogue', 'is_non_returnable', 'is_restricted'])
    for (const value of [true, false]) {
      await change(small, flag, !value);
      await change(parent.id, flag, value);
      expect(await flagOf(flag), flag).toEqual([value, value, value]);
    }
  await change(parent.id, 'is_published', true);
  await change(small, 'is_published', false);
  expect((await read(parent.id)).children.map((one: { is_published: boolean }) => one.is_published)).toEqual([false, true, true]);
});

test('a new price of a style is copied to SKUs that had the old price of the style; SKUs with a different price keep it', async () => {
  const { change, read, parent, large, database } = await setUp();
  await change(large, 'price', 1200);
  await change(parent.id, 'price', 1050);
  expect((await read(parent.id)).children.map(({ price }: { price: number }) => price)).toEqual([1050, 1050, 1200]);
  const [event] = await database.reader.select().from(auditRows).where(eq(auditRows.on_id, parent.id)).orderBy(auditRows.id);
  expect(event).toMatchObject({ what: 'product.changed', before: { price: 1000 }, after: { price: 1050, variations: 2 } });
});

describe('the rule for which SKUs get a new price of their style', () => {
  /** A style at £6.25. The price of its SKUs is £6.10, except the largest at £7.00. */
  const setUpDiffering = async () => {
    const base = await setUp();
    for (const [id, price] of [
      [base.parent.id, 610],
      [base.large, 700],
    ] as const)
      await base.change(id, 'price', price);
    await base.office.put(`/api/admin/products/${base.parent.id}`, { field: 'price', value: 625, skus: 'none' });
    const prices = async () => (await base.read(base.parent.id)).children.map(({ price }: { price: number }) => price);
    const send = (body: object) => base.office.put(`/api/admin/products/${base.parent.id}`, { field: 'price', value: 635, ...body });
    return { ...base, prices, send };
  };

  test.each([
    ['alike', [610, 610, 700]],
    ['none', [610, 610, 700]],
    ['all', [635, 635, 635]],
    ['difference', [635, 635, 725]],
  ])('“%s” makes the prices of the SKUs %j pence', async (skus, expected) => {
    const { prices, send } = await setUpDiffering();
    const answer = await send({ skus });
    expect(answer).toMatchObject({ status: 200, body: { price: 635, sku_prices: { from: expected[0], to: expected[2] } } });
    expect(await prices()).toEqual(expected);
    // The same request again changes nothing.
    expect((await send({ skus })).body.version).toBe(answer.body.version);
  });

  test.each(['all', 'difference', 'none'])(
    '“%s” returns the changed SKUs; sending them back undoes the change, except for a SKU that somebody has changed since',
    async (skus) => {
      const { prices, send, small, change } = await setUpDiffering();
      const { sku_amounts } = (await send({ skus })).body;
      const back = (sku_amounts.price as SkuAmount[]).map(({ id, before, after }) => ({ id, before: after, after: before }));
      expect(back.map(({ after }) => after)).toEqual(skus === 'none' ? [] : [610, 610, 700]);
      const undone = await send({ value: 625, sku_amounts: back });
      expect(undone.body).toMatchObject({ price: 625, sku_amounts: { price: back } });
      expect(await prices()).toEqual([610, 610, 700]);

      await send({ skus });
      await change(small, 'price', 599);
      await send({ value: 625, sku_amounts: back });
      expect(await prices()).toEqual([599, 610, 700]);
    },
  );

  test('applies also to costs, and to a change of several fields at once', async () => {
    const { prices, send, read, parent, large, change } = await setUpDiffering();
    await change(large, 'cost', 900);
    await send({ field: 'several', value: { price: 635, cost: 450, brand: 'Aire' }, skus: 'difference' });
    expect(await prices()).toEqual([635, 635, 725]);
    const { children, sku_costs } = await read(parent.id);
    expect(sku_costs).toEqual({ from: 450, to: Math.max(...children.map(({ cost }: { cost: number }) => cost)) });
  });

  test('is refused if it is unknown, or if the difference makes a price too high', async () => {
    const { prices, send } = await setUpDiffering();
    expect(await send({ value: 100_000_000, skus: 'difference' })).toMatchObject({
      status: 422,
      body: { errors: { value: ['A price is at most £1,000,000.00.'] } },
    });
    expect((await send({ skus: 'some' })).status).toBe(422);
    expect(await prices()).toEqual([610, 610, 700]);
  });

  test('can leave SKUs with different prices; the list shows their range, sorts by the lowest, and names cheaper larger sizes', async () => {
    const { office, parent, large, change, supplier, style } = await setUpDiffering();
    const { id: supplier_id } = await supplier();
    await change(parent.id, 'supplier_id', supplier_id);
    await change(large, 'price', 599);
    const other = await style(['S'], { supplier_id, price: 605 });
    const { items } = (await office.get(`/api/admin/products?supplier_id=${supplier_id}&orderBy=price`)).body;
    expect(items.map(({ id }: { id: number }) => id)).toEqual([parent.id, other.parent.id]);
    expect(items[0]).toMatchObject({ price: 625, sku_prices: { from: 599, to: 610 }, cheaper_sizes: ['L'] });
  });
});

test('changing the hex value of a SKU changes all sizes of its colour, and does not change other colours', async () => {
  const { change, read, parent, small, large, office, product } = await setUp();
  await office.put(`/api/admin/products/${large}/attributes/variation_colour`, { value: 'Red' });
  await change(large, 'colour_hex', '#c1272d');
  const other = await product({ variation_colour: 'Navy', colour_hex: '#1f2c4d' });
  await change(small, 'colour_hex', '#101a2e');
  const hexes = async () => (await read(parent.id)).children.map(({ colour_hex }: { colour_hex: string | null }) => colour_hex);
  expect(await hexes()).toEqual(['#101a2e', '#101a2e', '#c1272d']);
  expect((await read(other.id)).colour_hex).toBe('#1f2c4d');
  await change(small, 'colour_hex', null);
  expect(await hexes()).toEqual([null, null, '#c1272d']);
});

describe('an invalid value is refused on the field `value`', () => {
  test.each([
    ['price', -1, 'A price cannot be below 0.'],
    ['price', '1e3', 'Enter a price in pounds, such as 12.50.'],
    ['cost', 12.5, 'Enter a price in pounds, such as 12.50.'],
    ['cost', 100_000_001, 'A price is at most £1,000,000.00.'],
    ['name', ' ', 'Enter a name.'],
    ['colour_hex', 'navy', 'Six hex digits after #, such as #1f2c4d'],
    ['push_discontinued_at', '2026-11-19', 'Choose today or a later day.'],
    ['push_discontinued_at', '19/11/2027', 'Enter a date.'],
    ['supplier_id', 999_999, 'This supplier does not exist, or is archived.'],
    ['category_id', 999_999, 'This category does not exist.'],
    ['successor_id', 999_999, 'This product does not exist, or belongs to another client.'],
  ])('%s %s', async (field, value, message) => {
    const { change, medium } = await setUp();
    expect(await change(medium, field, value)).toMatchObject({ status: 422, body: { errors: { value: [message] } } });
  });

  test('the barcode of another product; as successor, the product itself, its style, or a product that it succeeds', async () => {
    const { change, small, medium, parent } = await setUp();
    await change(small, 'barcode', `1${Date.now()}`);
    const { barcode } = (await change(small, 'successor_id', medium)).body;
    const refusals = [
      ['barcode', barcode, 'There is a product with this barcode already.'],
      ['successor_id', medium, 'A product cannot be its own successor.'],
      ['successor_id', parent.id, 'Choose a SKU: a style follows a style, a SKU follows a SKU.'],
      ['successor_id', small, 'This product is followed by the one that you are changing.'],
    ] as const;
    for (const [field, value, message] of refusals) expect((await change(medium, field, value)).body.errors).toEqual({ value: [message] });
  });

  test('any value of a field that cannot be changed', async () => {
    const { change, medium } = await setUp();
    for (const field of ['sku', 'account_id', 'version', 'created_at']) expect((await change(medium, field, 'x')).status).toBe(422);
  });
});

test('a change of an outdated version is refused, and the answer has the stored product; a request sent twice is carried out once', async () => {
  const { change, medium, office, key } = await setUp();
  expect((await change(medium, 'name', 'First', 1)).body.version).toBe(2);
  for (const version of [1, 3])
    expect(await change(medium, 'name', 'Second', version)).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { name: 'First', version: 2 } },
    });
  const headers = key();
  const send = () => office.put(`/api/admin/products/${medium}`, { field: 'price', value: 900, version: 2 }, headers);
  expect((await send()).body.version).toBe(3);
  expect((await send()).body.version).toBe(3);
});

test('the floor reads products without prices, costs and suppliers, and may change only the quantity in stock', async () => {
  const { as, medium, change, supplier } = await setUp();
  await change(medium, 'supplier_id', (await supplier()).id);
  await change(medium, 'supplier_sku', 'SECRET');
  await change(medium, 'supplier_price', 500);
  for (const role of ['warehouse', 'embroiderer'] as const) {
    const floor = await as(role);
    expect((await floor.get(`/api/admin/products/${medium}`)).body).toMatchObject({
      price: null,
      cost: null,
      supplier: null,
      supplier_sku: null,
      supplier_price: null,
    });
    expect((await floor.put(`/api/admin/products/${medium}`, { field: 'name', value: 'Mine' })).status).toBe(403);
  }
  const picker = await as('warehouse');
  expect(await picker.put(`/api/admin/products/${medium}`, { field: 'qty_available', value: 7 })).toMatchObject({
    status: 200,
    body: { qty_available: 7, taken_back: [] },
  });
  const client = await as('client_admin');
  expect((await client.get(`/api/admin/products/${medium}`)).status).toBe(403);
  expect((await client.put(`/api/admin/products/${medium}`, { field: 'price', value: 1 })).status).toBe(403);
});

test('a preview of a formatted description stores nothing; formatting a description twice stores the formatted text once', async () => {
  const { office, parent, read, change, as } = await setUp();
  const path = `/api/admin/products/${parent.id}/autoformat`;
  const pasted = '<ul><li>WARM AND DRY JACKET</li></ul>';
  const formatted = { field: 'description', value: '- Warm and dry jacket' };
  expect(await office.post(path, { field: 'description', value: pasted, preview: true })).toMatchObject({ status: 200, body: formatted });
  expect(await read(parent.id)).toMatchObject({ description: '', version: 1 });
  expect((await office.post(path, { field: 'description', value: pasted, version: 1 })).body).toEqual(formatted);
  expect((await office.post(path, { field: 'description' })).body).toEqual(formatted);
  expect(await read(parent.id)).toMatchObject({
    description: formatted.value,
    html_description: '<ul><li>Warm and dry jacket</li></ul>',
    version: 2,
  });
  await change(parent.id, 'short_description_1', '•Hood');
  expect((await office.post(path, { field: 'short_description_1' })).body.value).toBe('- Hood');
  expect((await office.post(path, { field: 'description', value: 'x', version: 1 })).status).toBe(409);
  expect((await office.post(path, { field: 'description', value: 'x'.repeat(10_001) })).body.errors).toEqual({ value: ['At most 10000 characters'] });
  expect((await office.post(path, { field: 'name' })).status).toBe(422);
  expect((await (await as('warehouse')).post(path, { field: 'description' })).status).toBe(403);
  expect((await office.post('/api/admin/products/999999/autoformat', { field: 'description' })).status).toBe(404);
});

test('the name of a tote is refused as a bin, by every request that can set a bin', async () => {
  const { office, medium, parent, change, read } = await setUp();
  const path = `/api/admin/products/${medium}`;
  const errors = (field: string) => ({ status: 422, body: { errors: { [field]: [messages.bin_is_tote] } } });
  for (const tote of ['T-12', ' t-12 ']) expect(await change(medium, 'bin', tote)).toMatchObject(errors('value'));
  expect(await office.put(path, { field: 'several', value: { bin: 'T-12' }, version: 1 })).toMatchObject(errors('value.bin'));
  expect(await office.post('/api/admin/products', { sku: 'IN-A-TOTE', bin: 'T-12', parent_id: parent.id })).toMatchObject(errors('bin'));
  expect(await read(medium)).toMatchObject({ bin: expect.not.stringMatching(/^t-/i), version: 1 });
  expect(await change(medium, 'bin', 'ZZ-99-9')).toMatchObject({ status: 200, body: { bin: 'ZZ-99-9' } });
});

test('a product that does not exist is 404', async () => {
  const { office } = await setUp();
  expect((await office.get('/api/admin/products/999999')).status).toBe(404);
  expect((await office.put('/api/admin/products/999999', { field: 'price', value: 1 })).status).toBe(404);
});

describe('several fields of a product', () => {
  test('are changed as one, with one version and one audit event, and each field is copied to the SKUs as if it were changed alone', async () => {
    const { office, read, parent, large, change, database } = await setUp();
    await change(large, 'price', 1200);
    const value = { price: 1100, is_published: false, description: 'Warm', push_discontinued_at: '2027-06-01' };
    const { body } = await office.put(`/api/admin/products/${parent.id}`, { field: 'several', value, version: 1 });
    expect(body).toMatchObject({ price: 1100, is_published: false, description: 'Warm', discontinued_at: '2027-05-31T23:00:00.000Z', version: 2 });
    const { children } = await read(parent.id);
    expect(children.map(({ price }: { price: number }) => price)).toEqual([1100, 1100, 1200]);
    expect(children.every((one: { is_published: boolean; discontinued_at: string }) => !one.is_published && one.discontinued_at)).toBe(true);
    const events = await database.reader.select().from(auditRows).where(eq(auditRows.on_id, parent.id)).orderBy(auditRows.id);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ before: { price: 1000, description: '' }, after: { price: 1100, description: 'Warm', variations: 3 } });
  });

  test('are all refused if one of them is invalid; the error names the invalid field', async () => {
    const { office, read, medium } = await setUp();
    const put = (value: object, version?: number) => office.put(`/api/admin/products/${medium}`, { field: 'several', value, version });
    expect(await put({ name: 'New', price: -1 })).toMatchObject({ status: 422, body: { errors: { 'value.price': ['A price cannot be below 0.'] } } });
    expect((await put({ name: 'New', category_id: 999_999 })).body.errors).toEqual({ 'value.category_id': ['This category does not exist.'] });
    expect((await put({})).body.errors).toHaveProperty('value');
    expect(await put({ name: 'New' }, 0)).toMatchObject({ status: 409, body: { code: 'stale_version' } });
    expect(await read(medium)).toMatchObject({ name: expect.not.stringContaining('New'), version: 1 });
  });
});

describe('a product that is sent as a whole', () => {
  test('changes only fields that differ from the stored product, and copies these to its SKUs; other fields of the SKUs stay unchanged', async () => {
    const { office, parent, small, large, change } = await setUp();
    await change(large, 'is_public', false);
    const path = `/api/admin/products/${parent.id}`;
    const { body: stored } = await office.get(`${path}?include=categories,media,datasheets,tags,children,children.attributes,current_shortfall_qty`);
    expect(stored).toMatchObject({ tags: [], current_shortfall_qty: 0, is_public: true });
    expect(stored.children[0]).toMatchObject({ current_shortfall_qty: 0, attributes: expect.any(Object) });
    expect((await office.put(path, stored)).body).toMatchObject({ version: stored.version });
    const changed = await office.put(`${path}?include=media,categories,children,supplier`, { ...stored, name: 'Warm Polo', is_non_returnable: true });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Warm Polo', is_non_returnable: true, version: stored.version + 1 } });
    const { children } = (await office.get(`${path}?include=children`)).body;
    expect(children.every((one: { is_non_returnable: boolean }) => one.is_non_returnable)).toBe(true);
    expect(children.map(({ id, is_public }: { id: number; is_public: boolean }) => [id, is_public])).toEqual(
      expect.arrayContaining([
        [small, true],
        [large, false],
      ]),
    );
  });

  test('is refused with a message on each wrong field, or if none of its fields can be changed', async () => {
    const { office, read, medium } = await setUp();
    const put = (body: object) => office.put(`/api/admin/products/${medium}`, body);
    expect(await put({ name: 'New', price: -1 })).toMatchObject({ status: 422, body: { errors: { price: ['A price cannot be below 0.'] } } });
    expect((await put({ name: 'New', category_id: 999_999 })).body.errors).toEqual({ category_id: ['This category does not exist.'] });
    expect(await put({ sku: 'OTHER' })).toMatchObject({ status: 422, body: { errors: { field: [expect.any(String)] } } });
    expect(await put({ name: 'New', version: 0 })).toMatchObject({ status: 409, body: { code: 'stale_version' } });
    expect(await read(medium)).toMatchObject({ name: expect.not.stringContaining('New'), version: 1 });
  });
});
