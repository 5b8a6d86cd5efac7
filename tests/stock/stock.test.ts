import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { errorCodes, products, purchaseOrderLines, purchaseOrders, stockMovements, supplierReturns, users } from '../../server/db/tables/index.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { floor } from '../fulfilment/floor.ts';

const skus = '/api/admin/stock/skus';

test('the stock list shows every SKU; it is searched by SKU, name and bin, and sorted by free stock', async () => {
  const { office, style, stocked, createOrder, supplier, database, now } = await floor();
  const { parent, children } = await style(['S', 'M'], { name: 'Listed Fleece', bin: 'Q-07-1' });
  const [small, medium] = children;
  if (!small || !medium) throw new Error('no sizes');
  await office.put(`/api/admin/products/${small.id}`, { field: 'qty_available', value: 7 });
  const order = await createOrder([{ product_id: small.id, qty: 3 }]);
  await office.post(`${order.path}/allocate-all`);
  await stocked(4, { name: 'Unlisted' });
  const { id: supplier_id } = await supplier();
  await database.unitOfWork(async (db) => {
    const values = { our_reference: 'PO-00777', supplier_id, due_on: '2026-12-04', created_at: now(), approved_at: now() };
    const [po] = await db.insert(purchaseOrders).values(values).returning();
    await db
      .insert(purchaseOrderLines)
      .values({ purchase_order_id: po?.id ?? 0, product_id: medium.id, qty_requested: 9, unit_price_tenths: 10, is_open: true });
  });
  const { body } = await office.get(`${skus}?search=listed+fleece&orderBy=qty_free&sortedBy=desc`);
  expect(body).toMatchObject({ total: 2, per_page: 100 });
  expect(body.items).toMatchObject([
    { sku: small.sku, size: 'S', qty_available: 7, qty_allocated: 3, qty_free: 4, on_order: 0 },
    { sku: medium.sku, size: 'M', qty_available: 0, qty_allocated: 0, qty_free: 0, on_order: 9 },
  ]);
  expect((await office.get(`${skus}?search=q-07`)).body.total).toBe(2);
  // A scan searches for a complete SKU, barcode or bin.
  await database.unitOfWork((db) => db.update(products).set({ barcode: '036000291452' }).where(eq(products.id, small.id)));
  for (const [code, total] of [
    [small.sku.toLowerCase(), 1],
    [small.sku.slice(0, -1), 0],
    ['0036000291452', 1],
    ['q-07-1', 2],
    ['Q-07', 0],
  ] as const)
    expect((await office.get(`${skus}?code=${encodeURIComponent(code)}`)).body.total, code).toBe(total);
  expect((await office.get(`${skus}?search=listed+fleece&show=none_free`)).body.items).toMatchObject([{ sku: medium.sku }]);
  expect((await office.get(`${skus}?search=${parent.sku}`)).body.items.map(({ id }: { id: number }) => id)).not.toContain(parent.id);
  expect((await office.get(`${skus}?search=listed+fleece&per_page=1&page=2`)).body).toMatchObject({ current_page: 2, last_page: 2, total: 2 });
  for (const bad of ['show=all', 'orderBy=cost', 'page=0']) expect((await office.get(`${skus}?${bad}`)).status).toBe(422);
  expect((await office.get(`${skus}/${medium.id}`)).body).toMatchObject({
    deliveries: [{ purchase_order_id: expect.any(Number), our_reference: 'PO-00777', due_on: '2026-12-04', qty: 9 }],
  });
  expect((await office.get(`${skus}/${small.id}`)).body).toMatchObject({ lines_held: 1, ledger_sum: 7, checks_open: 0 });
  expect((await office.get(`${skus}/999999`)).status).toBe(404);
});

test('a SKU shows the reorder point that counts, and how many items waiting orders lack', async () => {
  const { office, picker, style, createOrder, database, now } = await floor();
  const [small] = (await style(['S'], { name: 'Awaited Fleece' })).children;
  if (!small) throw new Error('no size');
  const path = `${skus}/${small.id}`;
  await office.put(`/api/admin/products/${small.id}`, { field: 'qty_available', value: 40 });
  await database.unitOfWork((db) =>
    db.insert(stockMovements).values([
      { product_id: small.id, type: 'IMPORT', qty: 26, created_at: now() },
      { product_id: small.id, type: 'DISPATCH', qty: -26, created_at: now() },
    ]),
  );
  // 26 items in 13 weeks are 2 a week, and the lead time is two weeks.
  const byUse = (await picker.get(path)).body;
  expect(byUse).toMatchObject({ qty_used: 26, lead_days: 14, reorder_point: null, point: 4, qty_short: 0, media: [] });
  await createOrder([{ product_id: small.id, qty: 3 }]);
  const change = { field: 'reorder_point', value: 15, version: byUse.version };
  expect((await picker.put(`/api/admin/products/${small.id}`, change)).status).toBe(403);
  expect((await office.put(`/api/admin/products/${small.id}`, change)).status).toBe(200);
  expect((await picker.get(path)).body).toMatchObject({ reorder_point: 15, point: 15, qty_short: 3 });
  expect((await office.put(`/api/admin/products/${small.id}`, change)).status).toBe(409);
});

test('only the office adjusts stock, with a reason and not below zero; allocations that exceed the stock are taken back', async () => {
  const { office, picker, stocked, style, createOrder, stockOf, database } = await floor();
  const polo = await stocked(6);
  const older = await createOrder([{ product_id: polo.id, qty: 3 }]);
  const newer = await createOrder([{ product_id: polo.id, qty: 3 }]);
  for (const { path } of [older, newer]) await office.post(`${path}/allocate-all`);
  const adjust = (body: unknown, by = office, id = polo.id) => by.post(`${skus}/${id}/adjustments`, body);

  for (const bad of [{}, { qty: 0, reason: 'x' }, { qty: 1 }, { qty: 1, reason: ' ' }, { qty: 1.5, reason: 'x' }, { qty: -7, reason: 'x' }])
    expect((await adjust(bad)).status).toBe(422);
  expect((await adjust({ qty: 1, reason: 'x' }, picker)).status).toBe(403);
  expect((await adjust({ qty: 1, reason: 'x' }, office, 999_999)).status).toBe(404);
  const { parent } = await style();
  expect((await adjust({ qty: 1, reason: 'x' }, office, parent.id)).status).toBe(422);

  const answer = await adjust({ qty: -2, reason: 'Torn in the warehouse' });
  expect(answer).toMatchObject({ status: 201, body: { qty_available: 4, qty_allocated: 4, taken_back: [{ uuid: newer.uuid, qty: 2 }] } });
  expect(await adjust({ qty: 5, reason: 'Found' })).toMatchObject({ status: 201, body: { qty_available: 9, qty_free: 5, taken_back: [] } });
  expect(await stockOf(polo)).toMatchObject({ qty_available: 9, qty_allocated: 4 });
  expect((await verifyStock(database.reader)).discrepancies).toEqual([]);
});

test('fifty adjustments at the same time make fifty rows in the ledger; adjustments never remove more than is on hand', async () => {
  const { office, stocked, stockOf } = await floor();
  const polo = await stocked(20);
  const answers = await Promise.all(Array.from({ length: 50 }, () => office.post(`${skus}/${polo.id}/adjustments`, { qty: -1, reason: 'Lost' })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(30);
  expect(await stockOf(polo)).toMatchObject({ qty_available: 0 });
});

test('the ledger describes each movement in words with the quantity on hand after it, page by page', async () => {
  const { office, picker, stocked, released, supplier, database, now } = await floor();
  const polo = await stocked(10);
  const order = await released([{ product_id: polo.id, qty: 3 }], { skip_dispatch: true });
  const { lines } = (await picker.put(order.floor_path, { action: 'start' })).body;
  await picker.put(`/api/admin/picking/lines/${lines[0].id}`, { qty_picked: 3 });
  await picker.post(`${order.floor_path}/move-to-prep`);
  await office.post(`${skus}/${polo.id}/adjustments`, { qty: -1, reason: 'Torn' });
  await office.put(`/api/admin/products/${polo.id}`, { field: 'qty_available', value: 8 });

  const { body } = await picker.get(`${skus}/${polo.id}/ledger`);
  expect(body.items.map(({ what, qty, qty_after }: { what: string; qty: number; qty_after: number }) => [what, qty, qty_after])).toEqual([
    ['Counted 8, expected 6', 2, 8],
    ['Torn', -1, 6],
    [expect.stringMatching(/^Sent to Client/), -3, 7],
    ['Counted 10, expected 0', 10, 10],
  ]);
  expect(body).toMatchObject({ total: 4, next_before: null });
  expect(body.items[2]).toMatchObject({ type: 'DISPATCH', order_uuid: order.uuid });
  expect(body.items.map(({ is_count }: { is_count: boolean }) => is_count)).toEqual([true, false, false, true]);
  const first = (await office.get(`${skus}/${polo.id}/ledger?per_page=3`)).body;
  const second = (await office.get(`${skus}/${polo.id}/ledger?per_page=3&before=${first.next_before}`)).body;
  expect([...first.items, ...second.items]).toEqual(body.items);
  expect((await office.get(`${skus}/${polo.id}/ledger?type=DISPATCH`)).body.items).toEqual([body.items[2]]);
  expect((await office.get(`${skus}/999999/ledger`)).status).toBe(404);
  for (const bad of ['type=GIFT', 'before=x', 'per_page=0']) expect((await office.get(`${skus}/${polo.id}/ledger?${bad}`)).status).toBe(422);

  await database.unitOfWork((db) =>
    db.insert(stockMovements).values([
      { product_id: polo.id, type: 'PURCHASE_ORDER', qty: 2, reference: 'PO-00404', created_at: now() },
      { product_id: polo.id, type: 'SUPPLIER_RETURN', qty: -1, reference: '00009', reason: 'Faulty zips', created_at: now() },
      { product_id: polo.id, type: 'IMPORT', qty: -1, reference: 'Opening', reason: 'Opening balance', created_at: now() },
    ]),
  );
  const { items } = (await office.get(`${skus}/${polo.id}/ledger?per_page=3`)).body;
  expect(items.map(({ what }: { what: string }) => what)).toEqual(['Opening balance', 'Sent back to the supplier: Faulty zips', 'Received 2 items']);
  // The references name no record, so no row has the id of one.
  expect(items).toMatchObject([{}, { supplier_return_id: null }, { purchase_order_id: null }]);
  const { id: supplier_id } = await supplier();
  const ids = await database.unitOfWork(async (db) => {
    const [po] = await db.insert(purchaseOrders).values({ our_reference: 'PO-00404', supplier_id, created_at: now() }).returning();
    const [me] = await db.select({ id: users.id }).from(users).limit(1);
    const values = { id: 9, supplier_id, creator_id: me?.id ?? 0, created_at: now() };
    await db.insert(supplierReturns).values(values);
    return { po: po?.id };
  });
  expect((await office.get(`${skus}/${polo.id}/ledger?per_page=3`)).body.items).toMatchObject([
    { supplier_return_id: null, purchase_order_id: null },
    { supplier_return_id: 9, purchase_order_id: null },
    { supplier_return_id: null, purchase_order_id: ids.po },
  ]);
});

test('a short pick or a request adds a SKU to the count list, which hides the expected quantity; a count removes the SKU', async () => {
  const { office, picker, stocked, released, database } = await floor();
  await database.unitOfWork((db) => db.insert(errorCodes).values({ code: 'SHORT', description: 'Short' }).onConflictDoNothing());
  const [polo, cap] = [await stocked(6, { bin: 'Z-01-1' }), await stocked(6, { bin: 'A-00-0' })];
  const order = await released([{ product_id: polo.id, qty: 4 }]);
  const { lines } = (await picker.put(order.floor_path, { action: 'start' })).body;
  await picker.put(`/api/admin/picking/lines/${lines[0].id}`, { qty_picked: 1, code: 'SHORT' });
  await picker.post(`${order.floor_path}/move-to-prep`);
  const answers = await Promise.all(Array.from({ length: 5 }, () => office.post(`${skus}/${cap.id}/count-requests`)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect((await office.post(`${skus}/999999/count-requests`)).status).toBe(404);

  const toCount = async () => (await picker.get('/api/admin/stock/to-count')).body.items;
  const countList = await toCount();
  expect(countList.map(({ product, why }: { product: { id: number }; why: string }) => [product.id, why])).toEqual([
    [cap.id, 'asked'],
    [polo.id, 'short_pick'],
  ]);
  expect(JSON.stringify(countList)).not.toMatch(/qty/);
  for (const { id } of [polo, cap]) expect((await picker.put(`/api/admin/products/${id}`, { field: 'qty_available', value: 3 })).status).toBe(200);
  expect(await toCount()).toEqual([]);
  expect((await verifyStock(database.reader)).checks.find(({ check }) => check === 'allocated is what open lines hold')?.found).toBe(0);
});

test('only office and floor see stock', async () => {
  const { as, account, stocked } = await floor();
  const polo = await stocked(1);
  const client = await as('client_admin', { account_id: (await account()).id });
  for (const caller of [client, await as('embroiderer')]) {
    for (const path of [skus, `${skus}/${polo.id}`, `${skus}/${polo.id}/ledger`, '/api/admin/stock/to-count'])
      expect((await caller.get(path)).status).toBe(403);
    expect((await caller.post(`${skus}/${polo.id}/adjustments`, { qty: 1, reason: 'x' })).status).toBe(403);
    expect((await caller.post(`${skus}/${polo.id}/count-requests`)).status).toBe(403);
  }
});

test('the stock list, the count list and the page of a SKU show both parts of a size, such as waist and leg length', async () => {
  const { office, product, supplier } = await floor();
  const { id: supplier_id } = await supplier();
  const parent = await product({ name: 'Leg Length Trousers', supplier_id });
  const legs = await Promise.all(
    ['L', 'R', 'S'].map((leg) =>
      product({
        name: parent.name,
        parent_id: parent.id,
        sku: `${parent.sku}-38${leg}`,
        bin: `LEG-${parent.id}-${leg}`,
        variation_size_1: '38',
        variation_size_2: leg,
      }),
    ),
  );
  const sizes = ['38L', '38R', '38S'];
  const sizesIn = ({ body }: { body: { items: { size: string }[] } }) => body.items.map(({ size }) => size);
  expect(sizesIn(await office.get(`${skus}?search=${parent.sku}-38`))).toEqual(sizes);
  for (const { id } of legs) expect((await office.post(`${skus}/${id}/count-requests`)).status).toBe(201);
  const { body: toCount } = await office.get(`/api/admin/stock/to-count?search=LEG-${parent.id}`);
  expect(toCount.items.map(({ product }: { product: { size: string } }) => product.size)).toEqual(sizes);
  expect(await Promise.all(legs.map(async ({ id }) => (await office.get(`${skus}/${id}`)).body.size))).toEqual(sizes);

  // A search for the whole size finds one SKU.
  const right = legs[1]?.id;
  const idsOf = ({ body }: { body: { items: { id: number }[] } }) => body.items.map(({ id }) => id);
  expect(idsOf(await office.get(`/api/admin/substitution/products?search=${parent.sku}+38R`))).toEqual([right]);
  const { body: supplierReturn } = await office.post('/api/admin/supplier-returns', { supplier_id });
  expect(idsOf(await office.get(`/api/admin/supplier-returns/${supplierReturn.id}/products?search=${parent.sku}+38r`))).toEqual([right]);
});
