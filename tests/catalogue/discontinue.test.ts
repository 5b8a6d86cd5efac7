import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { discontinueJob } from '../../server/catalogue/discontinue.ts';
import { auditRows, clothingSetProducts, products, purchaseOrderLines, purchaseOrders } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';

async function setUp() {
  const fixture = await clientFixture();
  const office = await fixture.as('super');
  const { parent, children } = await fixture.style(['S', 'M', 'L', 'XL']);
  const ids = children.map(({ id }) => id);
  const discontinue = (variations: number[], discontinued_at: string | null, headers?: Record<string, string>) =>
    office.post(`/api/admin/products/${parent.id}/variations/discontinue`, { variations, discontinued_at }, headers);
  const run = () => discontinueJob.run(fixture.services, {}, new AbortController().signal);
  /** Returns the ids of the SKUs that exist, read with a new session, because the test's clock moves past the expiry of older ones. */
  const live = async () =>
    (await (await fixture.as('super')).get(`/api/admin/products/${parent.id}/variations`)).body.items.map(({ id }: { id: number }) => id);
  return { ...fixture, newStyle: fixture.style, office, style: parent, ids, discontinue, run, live };
}

test('SKUs are discontinued from a date on, and an empty date puts them back on sale', async () => {
  const { discontinue, ids, database, key } = await setUp();
  const [small = 0, medium = 0] = ids;
  const headers = key();
  const send = () => discontinue([small, medium], '2027-06-01', headers);
  expect((await send()).body.items).toMatchObject([
    { id: small, discontinued_at: '2027-05-31T23:00:00.000Z', is_discontinued: false, version: 2 },
    { id: medium, version: 2 },
  ]);
  expect((await send()).body.items).toMatchObject([{ version: 2 }, { version: 2 }]);
  expect((await discontinue([small], null)).body.items).toMatchObject([{ discontinued_at: null, version: 3 }]);
  const events = await database.reader.select().from(auditRows).where(eq(auditRows.on_id, small)).orderBy(auditRows.id);
  expect(events.map(({ what, after }) => [what, after])).toEqual([
    ['product.changed', { discontinued_at: '2027-05-31T23:00:00.000Z', successor_id: null }],
    ['product.changed', { discontinued_at: null, successor_id: null }],
  ]);
});

test('a discontinuation is refused with a past date, an empty list of SKUs or a SKU of another style', async () => {
  const { discontinue, ids, medium, as, style, office } = await setUp();
  const [small = 0] = ids;
  expect((await discontinue([small], '2026-11-19')).body.errors).toEqual({ discontinued_at: ['Choose today or a later day.'] });
  expect((await discontinue([], '2027-01-01')).body.errors).toHaveProperty('variations');
  expect((await discontinue([small, medium.id], '2027-01-01')).body.errors).toEqual({ 'variations.1': ['This is not a SKU of this style.'] });
  const path = `/api/admin/products/${style.id}/variations/discontinue`;
  for (const role of ['warehouse', 'client_admin'] as const)
    expect((await (await as(role)).post(path, { variations: [small], discontinued_at: null })).status).toBe(403);
  expect((await office.post('/api/admin/products/999999/variations/discontinue', { variations: [small], discontinued_at: null })).status).toBe(404);
});

test('SKUs are discontinued with successors in one request; a successor must stay on sale and be available to the same clients', async () => {
  const { ids, office, style: parent, client, product, key } = await setUp();
  const [small = 0, medium = 0, large = 0] = ids;
  const own = await product({ parent_id: parent.id, variation_colour: 'Red', account_id: client.id, position: 9 });
  const path = `/api/admin/products/${parent.id}/variations/discontinue`;
  const send = (successors: object[], headers?: Record<string, string>) =>
    office.post(path, { variations: [small, medium], discontinued_at: '2027-06-01', successors }, headers);
  const headers = key();
  const pairs = [{ product_id: small, successor_id: large }];
  for (const _ of [1, 2])
    expect((await send(pairs, headers)).body.items).toMatchObject([
      { id: small, successor_id: large, version: 2 },
      { id: medium, successor_id: null, version: 2 },
    ]);
  // A request without successors does not change the stored successors.
  expect((await office.post(path, { variations: [small], discontinued_at: null })).body.items).toMatchObject([{ successor_id: large }]);
  const refusals = [
    [small, small, 'A product cannot be its own successor.'],
    [small, medium, 'This product is discontinued with the others. Choose one that is sold on.'],
    [small, parent.id, 'Choose a SKU: a style follows a style, a SKU follows a SKU.'],
    [small, own.id, 'This product does not exist, or belongs to another client.'],
    [small, 999_999, 'This product does not exist, or belongs to another client.'],
    [large, medium, 'This is not a SKU of this style.'],
  ] as const;
  for (const [product_id, successor_id, message] of refusals)
    expect((await send([{ product_id, successor_id }])).body.errors).toEqual({ 'successors.0.successor_id': [message] });
  expect((await send([{ product_id: small, successor_id: null }])).body.items).toMatchObject([{ successor_id: null }, {}]);
});

test('the nightly job removes each discontinued SKU once it has no stock, no draft and no purchase order', async () => {
  const { discontinue, ids, office, style, run, live, database, supplier, draft, order, setClock, now, wearer, client, clothingSet, signIn } =
    await setUp();
  const [stocked = 0, drafted = 0, coming = 0, unused = 0] = ids;
  await office.put(`/api/admin/products/${stocked}`, { field: 'qty_available', value: 2 });
  await office.put(`/api/admin/products/${unused}`, { field: 'barcode', value: `77${unused}` });
  await clothingSet(client.id, { products: [{ product_id: style.id }], wearers: [wearer.id] });
  await order(await draft(), drafted);
  const { id: supplier_id } = await supplier();
  const order_id = await database.unitOfWork(async (db) => {
    const [purchase] = await db
      .insert(purchaseOrders)
      .values({ our_reference: `D-${unused}`, supplier_id, created_at: now() })
      .returning();
    await db.insert(purchaseOrderLines).values({ purchase_order_id: purchase?.id ?? 0, product_id: coming, qty_requested: 3, unit_price_tenths: 10 });
    return purchase?.id ?? 0;
  });
  await discontinue(ids, '2026-11-22');
  await run();
  expect(await live()).toEqual(ids);

  setClock('2026-11-22T00:20:00.000Z');
  await run();
  expect(await live()).toEqual([stocked, drafted, coming]);
  const [row] = await database.reader.select().from(products).where(eq(products.id, unused));
  expect(row).toMatchObject({ deleted_at: now(), barcode: null });
  const [event] = await database.reader.select().from(auditRows).where(eq(auditRows.what, 'product.removed'));
  expect(event).toMatchObject({ who_id: null, on_id: unused, before: { barcode: `77${unused}` } });
  const later = await signIn({ id: office.id, role: 'super' });
  const notices = (await later.get('/api/notifications')).body.items;
  expect(notices).toHaveLength(1);
  expect(notices[0].data).toMatchObject({ title: 'Discontinued on 22/11/2026', url: '/admin/products#show=waiting' });

  await later.put(`/api/admin/products/${stocked}`, { field: 'qty_available', value: 0 });
  await database.unitOfWork((db) => db.update(purchaseOrders).set({ cancelled_at: now() }).where(eq(purchaseOrders.id, order_id)));
  setClock('2026-11-23T00:20:00.000Z');
  await run();
  expect(await live()).toEqual([drafted]);
  const last = await signIn({ id: office.id, role: 'super' });
  expect((await last.get('/api/notifications')).body.total).toBe(1);
});

test('a discontinued garment that a draft work order sends out is not removed until the work order is cancelled', async () => {
  const { ids, discontinue, run, live, database, supplier, now, setClock } = await setUp();
  const [decorated = 0, , , source = 0] = ids;
  const { id: supplier_id } = await supplier();
  const order_id = await database.unitOfWork(async (db) => {
    const [work] = await db
      .insert(purchaseOrders)
      .values({ our_reference: `W-${source}`, supplier_id, work_order: true, created_at: now() })
      .returning({ id: purchaseOrders.id });
    const line = { product_id: decorated, source_product_id: source, qty_requested: 3, unit_price_tenths: 10 };
    await db.insert(purchaseOrderLines).values({ purchase_order_id: work?.id ?? 0, ...line });
    return work?.id ?? 0;
  });
  expect((await discontinue([source], '2026-12-01')).status).toBe(200);
  setClock('2026-12-01T00:20:00.000Z');
  await run();
  expect(await live()).toEqual(ids);
  await database.unitOfWork((db) => db.update(purchaseOrders).set({ cancelled_at: now() }).where(eq(purchaseOrders.id, order_id)));
  setClock('2026-12-02T00:20:00.000Z');
  await run();
  expect(await live()).toEqual(ids.filter((id) => id !== source));
});

test('the office sees how many sets hold a product without its successor, before the discontinuation and in the list afterwards', async () => {
  const { ids, office, style: parent, newStyle, client, clothingSet, as, setClock } = await setUp();
  const [small = 0, medium = 0, large = 0] = ids;
  const next = await newStyle(['S', 'M']);
  const [other = { id: 0 }] = next.children;
  await clothingSet(client.id, { name: 'Drivers', products: [{ product_id: small }] });
  await clothingSet(client.id, { name: 'Fitters', decoration: 'Logo, left chest', products: [{ product_id: small }, { product_id: medium }] });
  await clothingSet(client.id, { name: 'Guards', decoration: 'Logo, back', products: [{ product_id: parent.id }, { product_id: next.parent.id }] });
  const without = async (...pairs: [number, number][]) => {
    const [from, to] = [0, 1].map((place) => pairs.map((pair) => pair[place]).join(','));
    return (await office.get(`/api/admin/products/in-use?ids=${from}&successors=${to}`)).body.without_successor;
  };
  expect(await without([small, large])).toEqual({ sets: 2, decorated: 1, first: 'Drivers' });
  expect(await without([small, medium], [medium, 0])).toEqual({ sets: 1, decorated: 0, first: 'Drivers' });
  expect(await without([small, other.id], [medium, other.id])).toEqual({ sets: 2, decorated: 1, first: 'Drivers' });
  // A set holds a style if it holds the style itself or one of its SKUs.
  expect(await without([parent.id, next.parent.id])).toEqual({ sets: 2, decorated: 1, first: 'Drivers' });
  expect(await without([small, 0])).toEqual({ sets: 0, decorated: 0, first: null });

  const path = `/api/admin/products/${parent.id}/variations/discontinue`;
  const successors = [{ product_id: small, successor_id: other.id }];
  expect(await office.post(path, { variations: [small, large], discontinued_at: '2026-12-05', successors })).toMatchObject({ status: 200 });
  setClock('2026-12-05T00:20:00.000Z');
  const { items } = (await (await as('super')).get('/api/admin/products?waiting=true')).body;
  const waits = (id: number) => items.find((one: { id: number }) => one.id === id).waits_for;
  expect(waits(small)).toMatchObject({ sets_without_successor: 2, decorated_sets_without_successor: 1 });
  expect(waits(large)).toMatchObject({ sets_without_successor: 0, decorated_sets_without_successor: 0 });
});

test('successors are added to the sets that lack them, with the set’s price and decoration, and can be removed again', async () => {
  const { ids, office, style: parent, newStyle, client, clothingSet, account, product, as, key, database } = await setUp();
  const [small = 0, medium = 0] = ids;
  const next = await newStyle(['S', 'M']);
  const [nextSmall = { id: 0 }, nextMedium = { id: 0 }] = next.children;
  const drivers = await clothingSet(client.id, { name: 'Drivers', products: [{ product_id: small, price: 1450, decoration: 'Logo' }] });
  const fitters = await clothingSet(client.id, {
    name: 'Fitters',
    products: [{ product_id: parent.id, price: 1300 }, { product_id: nextMedium.id }],
  });
  const guards = await clothingSet(client.id, { name: 'Guards', products: [{ product_id: parent.id }, { product_id: next.parent.id }] });
  const other = await account();
  const foreign = await clothingSet(other.id, { name: 'Others', products: [{ product_id: small }] });
  const path = '/api/admin/clothing-sets';
  const without = async (...pairs: [number, number][]) => {
    const [from, to] = [0, 1].map((place) => pairs.map((pair) => pair[place]).join(','));
    return (await office.get(`${path}/without-successor?ids=${from}&successors=${to}`)).body.items.map(({ name }: { name: string }) => name);
  };
  const pairs: [number, number][] = [
    [small, nextSmall.id],
    [medium, nextMedium.id],
  ];
  expect((await without(...pairs)).sort()).toEqual(['Drivers', 'Fitters', 'Others']);
  // Another client's set cannot hold a client's own product, so that set is not counted as lacking the product.
  const own = await product({ parent_id: next.parent.id, account_id: client.id });
  expect((await without([small, own.id])).sort()).toEqual(['Drivers', 'Fitters']);

  const clothing_set_ids = [drivers.id, fitters.id, guards.id];
  const successors = pairs.map(([product_id, successor_id]) => ({ product_id, successor_id }));
  const headers = key();
  const send = () => office.post(`${path}/successors`, { clothing_set_ids, successors }, headers);
  const { status, body } = await send();
  expect(status).toBe(200);
  expect(body.added).toEqual([
    { clothing_set_id: drivers.id, product_id: nextSmall.id },
    { clothing_set_id: fitters.id, product_id: nextSmall.id },
  ]);
  expect((await send()).body).toEqual(body);
  expect(await without(...pairs)).toEqual(['Others']);
  const rows = await database.reader
    .select()
    .from(clothingSetProducts)
    .where(eq(clothingSetProducts.product_id, nextSmall.id))
    .orderBy(clothingSetProducts.id);
  expect(rows.map(({ clothing_set_id, price, decoration }) => [clothing_set_id, price, decoration])).toEqual([
    [drivers.id, 1450, 'Logo'],
    [fitters.id, 1300, null],
  ]);

  const removed = await office.delete(`${path}/successors`, body);
  expect(removed.body).toEqual(body);
  expect((await office.delete(`${path}/successors`, body)).status).toBe(404);
  expect((await without(...pairs)).sort()).toEqual(['Drivers', 'Fitters', 'Others']);

  const ask = (input: object) => office.post(`${path}/successors`, { clothing_set_ids, successors, ...input });
  expect((await ask({ clothing_set_ids: [] })).body.errors).toEqual({ clothing_set_ids: ['Choose a clothing set.'] });
  expect((await ask({ successors: [{ product_id: small, successor_id: 999_999 }] })).body.errors).toHaveProperty('successors.0');
  expect((await ask({ clothing_set_ids: [foreign.id], successors: [{ product_id: small, successor_id: own.id }] })).status).toBe(422);
  expect((await (await as('client_admin')).post(`${path}/successors`, { clothing_set_ids, successors })).status).toBe(403);
});
