import { expect, test } from 'vitest';
import { purchaseOrderLines, purchaseOrders } from '../../server/db/tables/index.ts';
import { floor } from '../fulfilment/floor.ts';

test('the office sets how many items a line is allocated; a quantity above the free stock is refused', async () => {
  const { office, stocked, createOrder, stockOf } = await floor();
  const polo = await stocked(5);
  const order = await createOrder([{ product_id: polo.id, qty: 8 }]);
  const set = (qty_allocated: number) => office.put(`${order.path}/lines/${order.lines[0]}/allocation`, { qty_allocated });

  expect(await set(4)).toMatchObject({ status: 200, body: { qty_allocated: 4, qty_free: 1 } });
  expect(await set(6)).toMatchObject({ status: 409, body: { code: 'insufficient_stock', current: { qty_free: 1 } } });
  expect(await set(9)).toMatchObject({ status: 422 });
  expect(await set(1)).toMatchObject({ status: 200, body: { qty_allocated: 1, qty_free: 4 } });
  expect(await stockOf(polo)).toMatchObject({ qty_available: 5, qty_allocated: 1, qty_free: 4 });
  expect((await office.put(`${order.path}/lines/999999/allocation`, { qty_allocated: 1 })).status).toBe(404);
});

test('a change of an allocation or of a hold with an outdated version is refused, and the answer contains the current line or order', async () => {
  const { office, stocked, createOrder } = await floor();
  const polo = await stocked(5);
  const order = await createOrder([{ product_id: polo.id, qty: 3 }]);
  const set = (body: object) => office.put(`${order.path}/lines/${order.lines[0]}/allocation`, body);
  const { body } = await set({ qty_allocated: 1 });
  expect(await set({ qty_allocated: 2, version: body.version })).toMatchObject({ status: 200 });
  expect(await set({ qty_allocated: 3, version: body.version })).toMatchObject({
    status: 409,
    body: { code: 'stale_version', current: { qty_allocated: 2 } },
  });
  await office.put(order.path, { is_frozen: true, frozen_reason: 'query' });
  const old = await office.put(order.path, { is_frozen: false, version: order.version });
  expect(old).toMatchObject({ status: 409, body: { code: 'stale_version', current: { is_frozen: true, version: order.version + 1 } } });
  expect((await office.put(order.path, { is_frozen: false, version: order.version + 1 })).status).toBe(200);
});

test('allocating a whole order gives each line in turn what is still free', async () => {
  const { office, stocked, createOrder } = await floor();
  const polo = await stocked(5);
  const cap = await stocked(9);
  const order = await createOrder([
    { product_id: polo.id, qty: 3 },
    { product_id: polo.id, qty: 3 },
    { product_id: cap.id, qty: 2 },
  ]);
  const answer = await office.post(`${order.path}/allocate-all`);
  expect(answer).toMatchObject({ status: 200, body: { is_pickable: 'partial', qty_items_allocated: 7, can: { release: true } } });
  expect(answer.body.lines.map((line: { qty_added: number }) => line.qty_added)).toEqual([3, 2, 2]);
  expect((await office.get(`${order.path}/allocate-all`)).body.lines.map((line: { qty_added: number }) => line.qty_added)).toEqual([0, 0, 0]);
});

test('an order is released with what is allocated, and from then on its allocation cannot be changed', async () => {
  const { office, as, stocked, createOrder, statusOf } = await floor();
  const polo = await stocked(5);
  const order = await createOrder([{ product_id: polo.id, qty: 3 }]);
  expect((await office.post(`${order.path}/allocate`)).status).toBe(422);
  await office.post(`${order.path}/allocate-all`);
  expect(await office.get(`${order.path}/allocate`)).toMatchObject({
    status: 200,
    body: { progress_summary: { status: { status_name: 'allocated' } }, can: { allocate: false, unallocate: true, send_back: true } },
  });
  expect(await statusOf(order.id)).toBe('allocated');
  expect(await (await as('super')).post(`${order.path}/allocate`)).toMatchObject({ status: 409, body: { code: 'pick_open' } });
  const set = await office.put(`${order.path}/lines/${order.lines[0]}/allocation`, { qty_allocated: 1 });
  expect(set).toMatchObject({ status: 409, body: { code: 'pick_open' } });
});

test('un-allocating an order frees all its stock; sending an order back from the floor keeps its stock allocated', async () => {
  const { office, as, stocked, released, stockOf, statusOf } = await floor();
  const colleague = await as('super');
  const polo = await stocked(5);
  const order = await released([{ product_id: polo.id, qty: 3 }]);
  expect(await office.put(order.path, { sendBack: true })).toMatchObject({ status: 200, body: { pick_id: null, qty_items_allocated: 3 } });
  expect(await colleague.put(order.path, { sendBack: true })).toMatchObject({ status: 409, body: { code: 'pick_closed' } });
  expect(await statusOf(order.id)).toBe('submitted');
  expect(await office.put(order.path, { unallocate: true })).toMatchObject({
    status: 200,
    body: { qty_items_allocated: 0, is_pickable: 'none' },
  });
  expect(await stockOf(polo)).toMatchObject({ qty_allocated: 0, qty_free: 5 });
  expect(await colleague.put(order.path, { unallocate: true })).toMatchObject({ status: 409, body: { code: 'not_allocated' } });
});

test('an order on hold cannot be allocated, released, un-allocated or sent back', async () => {
  const { office, stocked, createOrder, released } = await floor();
  const polo = await stocked(9);
  const order = await createOrder([{ product_id: polo.id, qty: 3 }]);
  expect((await office.put(order.path, { is_frozen: true })).status).toBe(422);
  expect(await office.put(order.path, { is_frozen: true, frozen_reason: 'credit stop' })).toMatchObject({
    status: 200,
    body: { is_frozen: true },
  });
  for (const answer of [
    await office.post(`${order.path}/allocate-all`),
    await office.post(`${order.path}/allocate`),
    await office.put(`${order.path}/lines/${order.lines[0]}/allocation`, { qty_allocated: 1 }),
  ])
    expect(answer).toMatchObject({ status: 409, body: { code: 'order_frozen' } });
  expect(await office.put(order.path, { is_frozen: false })).toMatchObject({ status: 200, body: { is_frozen: false, frozen_reason: null } });

  const onFloor = await released([{ product_id: polo.id, qty: 1 }]);
  await office.put(onFloor.path, { is_frozen: true, frozen_reason: 'query' });
  for (const body of [{ unallocate: true }, { sendBack: true }])
    expect(await office.put(onFloor.path, body)).toMatchObject({ status: 409, body: { code: 'order_frozen' } });
  const set = await office.put(`${onFloor.path}/lines/${onFloor.lines[0]}/allocation`, { qty_allocated: 0 });
  expect(set).toMatchObject({ status: 409, body: { code: 'order_frozen' } });
});

test('a cancelled or shipped order cannot be put on hold, and a hold is not offered for it', async () => {
  const { office, stocked, createOrder, released, picker } = await floor();
  const polo = await stocked(9);
  const cancelled = await createOrder([{ product_id: polo.id, qty: 1 }]);
  await office.post(`/api/orders/${cancelled.uuid}/cancel`);
  const shippedOrder = await released([{ product_id: polo.id, qty: 1 }], { skip_dispatch: true });
  await picker.put(shippedOrder.floor_path, { action: 'start' });
  const [line] = (await picker.get(shippedOrder.floor_path)).body.lines;
  await picker.put(`/api/admin/picking/lines/${line.id}`, { qty_picked: 1 });
  await picker.post(`${shippedOrder.floor_path}/move-to-prep`);

  const isOver = { order_cancelled: cancelled, order_shipped: shippedOrder };
  for (const [code, { uuid, path }] of Object.entries(isOver)) {
    expect(await office.put(path, { is_frozen: true, frozen_reason: 'query' })).toMatchObject({ status: 409, body: { code } });
    expect((await office.get(`/api/orders/${uuid}`)).body).toMatchObject({ is_frozen: false, can: { hold: false } });
  }
});

test('a HEAD request to the address of an action changes nothing', async () => {
  const { office, stocked, createOrder, stockOf } = await floor();
  const polo = await stocked(9);
  const { path } = await createOrder([{ product_id: polo.id, qty: 3 }]);
  const head = await office.raw(`${path}/allocate-all`, { method: 'HEAD' });
  expect([head.status, head.headers.get('Allow')]).toEqual([405, 'GET, POST']);
  expect(await stockOf(polo)).toMatchObject({ qty_allocated: 0 });
  expect((await office.raw(path.replace('/admin', ''), { method: 'HEAD' })).status).toBe(200);
});

test('drafts and lines without a size are allocated no stock', async () => {
  const { office, stocked, createOrder } = await floor();
  const polo = await stocked(9);
  const draft = await createOrder([{ product_id: polo.id, qty: 1 }], { is_draft: true });
  expect(await office.post(`${draft.path}/allocate-all`)).toMatchObject({ status: 409, body: { code: 'order_not_submitted' } });
  const unsized = await createOrder([{ product_id: polo.id, qty: 1, is_size_selected: false }]);
  expect((await office.put(`${unsized.path}/lines/${unsized.lines[0]}/allocation`, { qty_allocated: 1 })).status).toBe(422);
  expect((await office.post(`${unsized.path}/allocate-all`)).body.lines[0]).toMatchObject({ qty_added: 0 });
});

test('only the office can allocate stock', async () => {
  const { picker, as, stocked, createOrder } = await floor();
  const polo = await stocked(9);
  const order = await createOrder([{ product_id: polo.id, qty: 1 }]);
  for (const caller of [picker, await as('client_admin', { account_id: order.account_id })]) {
    expect((await caller.post(`${order.path}/allocate-all`)).status).toBe(403);
    expect((await caller.post(`${order.path}/allocate`)).status).toBe(403);
    expect((await caller.put(`${order.path}/lines/${order.lines[0]}/allocation`, { qty_allocated: 1 })).status).toBe(403);
    expect((await caller.put(order.path, { unallocate: true })).status).toBe(403);
    expect((await caller.put(order.path, { is_frozen: false })).status).toBe(403);
    expect((await caller.post(`${order.path}/reopen`, { reason: 'x' })).status).toBe(403);
  }
});

test('a hundred parallel allocations of one scarce SKU never allocate more than is on hand', async () => {
  const { office, stocked, createOrder, stockOf } = await floor();
  const polo = await stocked(37);
  const orders = await Promise.all(Array.from({ length: 100 }, () => createOrder([{ product_id: polo.id, qty: 1 }])));
  const answers = await Promise.all(orders.map(({ path, lines }) => office.put(`${path}/lines/${lines[0]}/allocation`, { qty_allocated: 1 })));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(37);
  expect(statuses.filter((status) => status === 409)).toHaveLength(63);
  expect(await stockOf(polo)).toMatchObject({ qty_available: 37, qty_allocated: 37, qty_free: 0 });
});

test('parallel releases of one order open one pick', async () => {
  const { office, as, stocked, createOrder } = await floor();
  const polo = await stocked(5);
  const order = await createOrder([{ product_id: polo.id, qty: 2 }]);
  await office.post(`${order.path}/allocate-all`);
  const people = await Promise.all(Array.from({ length: 8 }, () => as('super')));
  const answers = await Promise.all(people.map((person) => person.post(`${order.path}/allocate`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
});

test('an order shows that it waits for purchases if purchase orders will deliver everything that is missing', async () => {
  const { office, stocked, createOrder, supplier, database } = await floor();
  const polo = await stocked(0);
  const order = await createOrder([{ product_id: polo.id, qty: 4 }]);
  const buy = async (qty_requested: number) => {
    const { id: supplier_id } = await supplier();
    await database.unitOfWork(async (db) => {
      const [po] = await db
        .insert(purchaseOrders)
        .values({ our_reference: `PO-${qty_requested}`, supplier_id, due_on: `2026-12-0${qty_requested}`, created_at: '2026-11-20T09:00:00.000Z' })
        .returning();
      await db
        .insert(purchaseOrderLines)
        .values({ purchase_order_id: po?.id ?? 0, product_id: polo.id, qty_requested, unit_price_tenths: 10, is_open: true });
    });
  };
  await buy(3);
  expect(await office.post(`${order.path}/allocate-all`)).toMatchObject({
    body: { is_pickable: 'none', lines: [{ on_order: 3, qty_missing: 4, coming: [{ qty: 3, our_reference: 'PO-3', due_on: '2026-12-03' }] }] },
  });
  await buy(1);
  expect(await office.post(`${order.path}/allocate-all`)).toMatchObject({ body: { is_pickable: 'pending_po', lines: [{ on_order: 4 }] } });
  // The four items on order are promised to the first order, so the second order gets none of them.
  const two = await createOrder([
    { product_id: polo.id, qty: 2 },
    { product_id: polo.id, qty: 3 },
  ]);
  expect((await office.post(`${two.path}/allocate-all`)).body).toMatchObject({ is_pickable: 'none', lines: [{ coming: [] }, { coming: [] }] });
  await buy(4);
  const shared = await office.post(`${two.path}/allocate-all`);
  expect(shared.body.lines.map(({ coming }: { coming: object[] }) => coming)).toEqual([
    [{ qty: 2, our_reference: 'PO-4', due_on: '2026-12-04' }],
    [{ qty: 2, our_reference: 'PO-4', due_on: '2026-12-04' }],
  ]);
  expect(shared.body.is_pickable).toBe('none');
});
