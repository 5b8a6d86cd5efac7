import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { priceChangeJob } from '../../server/catalogue/price-changes.ts';
import { auditRows, clothingSetProducts } from '../../server/db/tables/index.ts';
import { runDueJobs } from '../../server/jobs/run-jobs.ts';
import { clientFixture } from '../ordering/fixture.ts';

const path = '/api/admin/price-changes';

async function setUp() {
  const fixture = await clientFixture();
  const office = await fixture.as('super');
  const { parent, children } = await fixture.style(['S', 'M'], { brand: `Make${fixture.client.id}` });
  const own = await fixture.clothingSet(fixture.client.id, { products: [{ product_id: parent.id, price: 1300 }] });
  const run = () => runDueJobs(fixture.services, [priceChangeJob], new AbortController().signal);
  const prices = async () => {
    const by = await fixture.as('super');
    return (await by.get(`/api/admin/products/${parent.id}/variations`)).body.items.map(({ price }: { price: number }) => price);
  };
  const setPrice = async () =>
    (await fixture.database.reader.select().from(clothingSetProducts).where(eq(clothingSetProducts.clothing_set_id, own.id)))[0]?.price;
  return { ...fixture, office, style: parent, ids: children.map(({ id }) => id), brand: `Make${fixture.client.id}`, run, prices, setPrice };
}

test('a preview shows the new prices and changes nothing', async () => {
  const { office, style, ids, run, prices, brand } = await setUp();
  const preview = await office.post(path, { product_ids: [style.id], field: 'price', percent: 4.5, round_to: 5, preview: true });
  expect(preview).toMatchObject({ status: 200, body: { id: null, status: 'scheduled', count: 3 } });
  expect(preview.body.rows.map(({ before, after }: { before: number; after: number }) => [before, after])).toEqual([
    [1000, 1045],
    [1000, 1045],
    [1000, 1045],
  ]);
  expect((await office.post(path, { filter: { brand }, field: 'cost', amount: -10, preview: true })).body).toMatchObject({
    count: 3,
    rows: [{ before: 600, after: 590 }, {}, {}],
  });
  expect((await office.post(path, { product_ids: ids, field: 'price', percent: 0, preview: true })).body.count).toBe(0);
  await run();
  expect(await prices()).toEqual([1000, 1000]);
});

test('a preview shows each style’s change and margin, and the sizes that stay dearer; it has at most 100 rows unless all are requested', async () => {
  const { office, style, ids, as } = await setUp();
  const [small, medium] = ids;
  await office.put(`/api/admin/products/${medium}`, { field: 'price', value: 1200 });
  const { body } = await office.post(path, { product_ids: [style.id], field: 'price', percent: 10, preview: true });
  expect(body.by_style).toEqual({
    styles: [
      {
        id: style.id,
        sku: style.sku,
        name: style.name,
        media: [],
        colour_hex: '#1f2c4d',
        skus: 2,
        before: { from: 1000, to: 1200 },
        after: { from: 1100, to: 1320 },
        margin: { from: 45, to: 55 },
      },
    ],
    styles_count: 1,
    skus_count: 2,
    dearer_sizes: ['M'],
  });
  const row = body.rows.find(({ id }: { id: number }) => id === medium);
  expect(row).toMatchObject({ before: 1200, after: 1320, price: 1320, cost: 600, margin: 55 });
  const cost = await office.post(path, { product_ids: [small], field: 'cost', amount: -100, preview: true, all_rows: true });
  expect(cost.body).toMatchObject({
    count: 1,
    rows: [{ id: small, before: 600, after: 500, cost: 500, price: 1000, margin: 50 }],
    by_style: { styles: [{ id: style.id, name: style.name, skus: 1, margin: { from: 50, to: 50 } }], dearer_sizes: [] },
  });
  const { body: created } = await office.post(path, { product_ids: [style.id], field: 'price', percent: 10, effective_on: '2027-01-01' });
  expect(created).not.toHaveProperty('by_style');
  const many = Array.from({ length: 101 }, (_, n) => ({ name: `S${n}` }));
  const large = (await office.post('/api/admin/products', { sku: `MANY${style.id}`, name: 'Many', price: 500 })).body;
  await office.post(`/api/admin/products/${large.id}/variations`, {
    colours: many.slice(0, 11),
    sizes_1: Array.from({ length: 10 }, (_, n) => `${n}`),
  });
  const all = async (all_rows: boolean) =>
    (await office.post(path, { product_ids: [large.id], field: 'price', percent: 10, preview: true, all_rows })).body.rows.length;
  expect([await all(false), await all(true)]).toEqual([100, 111]);
  expect((await (await as('warehouse')).post(path, { product_ids: [style.id], field: 'price', percent: 1, preview: true })).status).toBe(403);
});

test('an unknown filter is refused, because ignoring it would change more prices than intended', async () => {
  const { office, brand } = await setUp();
  const refused = await office.post(path, { filter: { brand, colour: 'Navy' }, field: 'price', percent: 1, preview: true });
  expect(refused.body.errors).toHaveProperty('filter');
});

test('on its date, a change sets the prices of a style and all its SKUs; prices of sets change too only if requested', async () => {
  const { office, style, run, prices, setPrice, setClock, database, key, now } = await setUp();
  const began = now();
  const body = { product_ids: [style.id], field: 'price', percent: 10, effective_on: '2026-11-22' };
  const headers = key();
  const send = () => office.post(path, body, headers);
  const created = await send();
  expect(created).toMatchObject({ status: 201, body: { status: 'scheduled', count: 3, effective_on: '2026-11-22' } });
  expect((await send()).body).toEqual(created.body);
  await run();
  expect(await prices()).toEqual([1000, 1000]);
  setClock('2026-11-22T00:00:00.000Z');
  expect(await run()).toBe(1);
  expect([await prices(), await setPrice()]).toEqual([[1100, 1100], 1300]);
  const [event] = await database.reader.select().from(auditRows).where(eq(auditRows.on_id, style.id)).orderBy(auditRows.id).limit(1);
  expect(event).toMatchObject({
    what: 'product.changed',
    who_id: office.id,
    before: { price: 1000 },
    after: { price: 1100, price_change: created.body.id },
  });
  setClock(began);
  expect((await office.delete(`${path}/${created.body.id}`)).body.code).toBe('already_finalised');
  await office.post(path, { product_ids: [style.id], field: 'price', amount: 50, sets: 'follow' });
  await run();
  expect([await prices(), await setPrice()]).toEqual([[1150, 1150], 1350]);
});

test('a waiting change shows the prices that it will set, and names another change of the same prices on the same date', async () => {
  const { office, style, ids, as } = await setUp();
  const body = { product_ids: [style.id], field: 'price', percent: 10, effective_on: '2026-11-22' };
  expect((await office.post(path, { ...body, preview: true })).body.same_day).toEqual([]);
  const { id } = (await office.post(path, body)).body;
  const [small] = ids;
  const again = { ...body, product_ids: [small], amount: 20, percent: undefined };
  expect((await office.post(path, { ...again, preview: true })).body.same_day).toEqual([{ id, products: 1 }]);
  for (const other of [{ effective_on: '2026-11-23' }, { field: 'cost' }])
    expect((await office.post(path, { ...again, ...other, preview: true })).body.same_day).toEqual([]);
  const second = (await office.post(path, again)).body.id;
  const opened = (await office.get(`${path}/${id}`)).body;
  expect(opened).toMatchObject({ id, status: 'scheduled', effective_on: '2026-11-22', same_day: [{ id: second, products: 1 }] });
  expect(opened.by_style.styles).toMatchObject([{ id: style.id, skus: 2, before: { from: 1000, to: 1000 }, after: { from: 1100, to: 1100 } }]);
  await office.delete(`${path}/${second}`);
  expect((await office.get(`${path}/${id}`)).body.same_day).toEqual([]);
  expect((await office.get(`${path}/${second}`)).body).toMatchObject({ status: 'withdrawn', rows: [] });
  expect((await office.get(`${path}/999999`)).status).toBe(404);
  expect((await (await as('warehouse')).get(`${path}/${id}`)).status).toBe(403);
});

test('a change that is withdrawn before its date is never carried out', async () => {
  const { office, style, run, prices, setClock, now } = await setUp();
  const began = now();
  const { id } = (await office.post(path, { product_ids: [style.id], field: 'price', percent: 10, effective_on: '2026-11-22' })).body;
  expect(await office.delete(`${path}/${id}`)).toMatchObject({ status: 200, body: { id, status: 'withdrawn' } });
  expect((await office.delete(`${path}/${id}`)).status).toBe(200);
  setClock('2026-11-23T00:00:00.000Z');
  await run();
  expect(await prices()).toEqual([1000, 1000]);
  setClock(began);
  expect((await office.delete(`${path}/999999`)).status).toBe(404);
});

test('the list shows which changes are waiting, done or withdrawn, and a preview names the sets with prices of their own', async () => {
  const { office, style, client, run, as } = await setUp();
  const body = { product_ids: [style.id], field: 'price', percent: 4.5, round_to: 5 };
  const preview = await office.post(path, { ...body, preview: true });
  expect(preview.body.own_prices).toEqual([{ account: client.name, clothing_set: expect.any(String), products: 1 }]);
  expect((await office.post(path, { ...body, field: 'cost', preview: true })).body.own_prices).toEqual([]);
  const { id: waiting } = (await office.post(path, { ...body, effective_on: '2027-01-01' })).body;
  const { id: withdrawn } = (await office.post(path, { ...body, effective_on: '2027-01-01' })).body;
  await office.delete(`${path}/${withdrawn}`);
  const { id: done } = (await office.post(path, { ...body, sets: 'follow' })).body;
  await run();
  const listed = async (query: string) => (await office.get(`${path}?${query}`)).body.items as { id: number }[];
  const find = (rows: { id: number }[], id: number) => rows.find((row) => row.id === id);
  expect(find(await listed('status=scheduled'), waiting)).toEqual({
    id: waiting,
    status: 'scheduled',
    field: 'price',
    effective_on: '2027-01-01',
    percent: 4.5,
    amount: 0,
    round_to: 5,
    sets: 'keep',
    prices: 3,
    has_begun: false,
    created_at: expect.any(String),
    created_by: { id: office.id, name: expect.any(String) },
    done_at: null,
    withdrawn_at: null,
  });
  expect(find(await listed('status=withdrawn'), withdrawn)).toMatchObject({ status: 'withdrawn', withdrawn_at: expect.any(String) });
  expect(find(await listed('status=done'), done)).toMatchObject({ status: 'done', has_begun: true, sets: 'follow' });
  expect(find(await listed('status=done'), waiting)).toBeUndefined();
  const [latest] = await listed('orderBy=effective_on&sortedBy=desc&per_page=1');
  expect([waiting, withdrawn]).toContain(latest?.id);
  expect((await office.get(`${path}?status=lost`)).status).toBe(422);
  expect((await (await as('warehouse')).get(path)).status).toBe(403);
});

test('an impossible change is refused with a message on its field, and only the office may change prices', async () => {
  const { office, style, as } = await setUp();
  const base = { product_ids: [style.id], field: 'price' };
  const refused = async (body: object) => (await office.post(path, { ...base, ...body })).body.errors;
  expect(await refused({ amount: -1001 })).toEqual({ amount: ['A price cannot be below 0.'] });
  expect(await refused({ percent: -101 })).toHaveProperty('percent');
  expect(await refused({ percent: 1000, amount: 5 })).toHaveProperty('percent');
  expect(await refused({})).toHaveProperty('percent');
  expect(await refused({ percent: 1.234 })).toHaveProperty('percent');
  expect(await refused({ percent: 1, effective_on: '2026-11-19' })).toEqual({ effective_on: ['Choose today or a later day.'] });
  expect(await refused({ percent: 1, round_to: 0 })).toHaveProperty('round_to');
  expect(await refused({ percent: 1, product_ids: undefined })).toHaveProperty('product_ids');
  expect(await refused({ percent: 1, product_ids: [999_999] })).toHaveProperty('product_ids');
  for (const role of ['warehouse', 'client_admin'] as const) expect((await (await as(role)).post(path, { ...base, percent: 1 })).status).toBe(403);
});

test('submitted orders keep their prices, and a set without a price of its own follows the product', async () => {
  const { office, style, ids, wearer, clothingSet, client, run, prices, setClock, draft, order, submit, now, admin } = await setUp();
  const began = now();
  const set = await clothingSet(client.id, { products: [{ product_id: style.id }], wearers: [wearer.id] });
  const priceInSet = async () => (await admin.get(`/api/products/${ids[0]}?clothing_set_id=${set.id}`)).body.price;
  const uuid = await draft();
  await order(uuid, ids[0], 2);
  expect(await submit(uuid)).toMatchObject({ status: 200, body: { sub_total: 2000 } });
  await office.post(path, { product_ids: [style.id], field: 'price', percent: 10, effective_on: '2027-06-01' });
  // A day begins at midnight in London. In summer this is 23:00 UTC.
  setClock('2027-05-31T22:59:59.000Z');
  await run();
  expect(await prices()).toEqual([1000, 1000]);
  setClock('2027-05-31T23:00:00.000Z');
  await run();
  expect(await prices()).toEqual([1100, 1100]);
  setClock(began);
  expect(await priceInSet()).toBe(1100);
  expect((await admin.get(`/api/orders/${uuid}`)).body).toMatchObject({ sub_total: 2000, lines: [{ unit_price: 1000 }] });
});
