import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { runAllocation } from '../../server/allocation/run-allocation.ts';
import {
  allocationRunLines,
  allocationRunOrders,
  allocationRuns,
  auditRows,
  errorCodes,
  orders,
  products,
  purchaseOrderLines,
  purchaseOrders,
} from '../../server/db/tables/index.ts';
import { expire } from '../../server/jobs/expire.ts';
import { runDueJobs } from '../../server/jobs/run-jobs.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { move } from '../../server/stock/move.ts';
import { floor } from '../fulfilment/floor.ts';

/** Sets up a floor on which an allocation run is carried out only when the test starts it. */
async function runs() {
  const here = await floor();
  const { office, services } = here;
  const work = (signal = new AbortController().signal) => runDueJobs(services, [runAllocation], signal);
  const path = '/api/admin/allocation-runs';
  /** Carries out an allocation run over these orders, to the end. */
  const shareOut = async (rule: string, ordersToRelease: readonly { uuid: string }[], is_preview = false) => {
    const { status, body } = await office.post(path, { rule, orders: ordersToRelease.map(({ uuid }) => uuid), is_preview });
    expect(status).toBe(202);
    await work();
    return { run: (await office.get(`${path}/${body.id}`)).body, orders: (await office.get(`${path}/${body.id}/orders`)).body.items };
  };
  const heldOf = async (order: { uuid: string }) =>
    (await office.get(`/api/orders/${order.uuid}`)).body.lines.map(({ qty_allocated }: { qty_allocated: number }) => qty_allocated);
  const isSound = async () => expect((await verifyStock(here.database.reader)).discrepancies).toEqual([]);
  return { ...here, path, work, shareOut, held: heldOf, isSound };
}

test('the oldest order is served first, and a line that stays short shows which purchase delivers the next items', async () => {
  const { stocked, createOrder, supplier, database, now, shareOut, held: heldOf, isSound } = await runs();
  const polo = await stocked(5);
  const first = await createOrder([{ product_id: polo.id, qty: 3 }]);
  const second = await createOrder([{ product_id: polo.id, qty: 5 }]);
  const { id: supplier_id } = await supplier();
  await database.unitOfWork(async (db) => {
    const [purchaseOrder] = await db
      .insert(purchaseOrders)
      .values({ our_reference: 'PO-00912', supplier_id, due_on: '2026-12-04', created_at: now(), approved_at: now() })
      .returning();
    await db
      .insert(purchaseOrderLines)
      .values({ purchase_order_id: purchaseOrder?.id ?? 0, product_id: polo.id, qty_requested: 2, unit_price_tenths: 10, is_open: true });
  });
  const { run, orders: expected } = await shareOut('oldest', [second, first]);
  expect(run).toMatchObject({ state: 'done', orders_total: 2, orders_done: 2, orders_full: 1, orders_part: 1, qty_added: 5, qty_short: 3 });
  expect(expected.map(({ uuid }: { uuid: string }) => uuid)).toEqual([first.uuid, second.uuid]);
  expect(expected[1]).toMatchObject({
    outcome: 'part',
    lines: [{ qty_missing: 5, qty_added: 2, reason: 'not_enough', qty_coming: 2, coming_on: 'PO-00912', coming_due: '2026-12-04' }],
  });
  expect([await heldOf(first), await heldOf(second)]).toEqual([[3], [2]]);
  const auditEvents = await database.reader.select({ after: auditRows.after }).from(auditRows).where(eq(auditRows.what, 'allocation.run'));
  expect(auditEvents).toContainEqual({ after: { run_id: run.id, lines: [{ order_line_id: first.lines[0], qty: 3 }] } });
  await isSound();
});

test('the order with the earliest required date is served first, and orders without a required date last', async () => {
  const { office, stocked, createOrder, shareOut, held: heldOf } = await runs();
  const polo = await stocked(4);
  const waitingOrders = [];
  for (const required_on of [null, '2026-12-24', '2026-12-01']) {
    const one = await createOrder([{ product_id: polo.id, qty: 2 }]);
    const { status, body } = await office.put(`${one.path}/update`, { required_on });
    expect([status, body.required_on]).toEqual([200, required_on]);
    waitingOrders.push(one);
  }
  expect((await office.put(`${waitingOrders[0]?.path}/update`, { required_on: '31/12/2026' })).status).toBe(422);
  await shareOut('required', waitingOrders);
  expect(await Promise.all(waitingOrders.map(heldOf))).toEqual([[0], [2], [2]]);
});

test('orders that can be filled completely are served first; depending on the rule, the others get what is left or nothing', async () => {
  const { stocked, createOrder, shareOut, held: heldOf, isSound } = await runs();
  const setUp = async () => {
    const [polo, cap] = [await stocked(5), await stocked(1)];
    const cannot = await createOrder([
      { product_id: polo.id, qty: 4 },
      { product_id: cap.id, qty: 2 },
    ]);
    const can = await createOrder([{ product_id: polo.id, qty: 3 }]);
    return [cannot, can] as const;
  };
  const first = await setUp();
  const shared = await shareOut('whole_first', first);
  expect(shared.run).toMatchObject({ state: 'done', orders_done: 2, orders_full: 1, orders_part: 1, qty_added: 6, qty_short: 3 });
  expect(await Promise.all(first.map(heldOf))).toEqual([[2, 1], [3]]);

  const only = await setUp();
  const { run, orders: expected } = await shareOut('whole_only', only);
  expect(run).toMatchObject({ orders_full: 1, orders_none: 1 });
  expect(expected[0].lines.map(({ reason }: { reason: string }) => reason)).toEqual(['not_whole', 'not_enough']);
  expect(await Promise.all(only.map(heldOf))).toEqual([[0, 0], [3]]);
  await isSound();
});

test('a preview shows what a run would allocate and changes nothing; the preview can be carried out once', async () => {
  const { as, office, path, work, stocked, createOrder, stockOf, shareOut, held: heldOf } = await runs();
  const polo = await stocked(5);
  const waitingOrders = [await createOrder([{ product_id: polo.id, qty: 3 }]), await createOrder([{ product_id: polo.id, qty: 3 }])];
  const { run, orders: expected } = await shareOut('oldest', waitingOrders, true);
  expect(run).toMatchObject({ is_preview: true, is_of_chosen_orders: true, state: 'done', qty_added: 5, qty_short: 1 });
  expect(await stockOf(polo)).toMatchObject({ qty_allocated: 0 });

  const carried = await office.post(`${path}/${run.id}/apply`);
  expect(carried).toMatchObject({ status: 202, body: { is_preview: false, is_of_chosen_orders: true, preview_id: run.id, orders_total: 2 } });
  expect((await (await as('super')).post(`${path}/${run.id}/apply`)).body).toMatchObject({ code: 'run_over' });
  expect((await office.post(`${path}/${carried.body.id}/apply`)).body).toMatchObject({ code: 'run_not_previewed' });
  await work();
  expect((await office.get(`${path}/${run.id}`)).body).toMatchObject({ carried_out_by: carried.body.id });
  expect((await office.get(`${path}/${carried.body.id}/orders`)).body.items).toEqual(expected);
  expect(await Promise.all(waitingOrders.map(heldOf))).toEqual([[3], [2]]);
});

test('a run lists orders on hold or released meanwhile with a reason and no stock, and does not list drafts and cancelled orders', async () => {
  const { office, path, work, stocked, createOrder, held: heldOf } = await runs();
  const polo = await stocked(50);
  const [frozen, releasedOrder, cancelled] = [
    await createOrder([{ product_id: polo.id, qty: 2 }]),
    await createOrder([{ product_id: polo.id, qty: 4 }]),
    await createOrder([{ product_id: polo.id, qty: 2 }]),
  ];
  const draft = await createOrder([{ product_id: polo.id, qty: 2 }], { is_draft: true });
  await office.put(frozen.path, { is_frozen: true, frozen_reason: 'credit stop' });
  await office.post(`/api/orders/${cancelled.uuid}/cancel`);
  const uuids = [frozen, releasedOrder, cancelled, draft].map(({ uuid }) => uuid);
  const { body } = await office.post(path, { rule: 'oldest', orders: uuids });
  expect(body).toMatchObject({ state: 'waiting', orders_total: 2 });
  await office.put(`${releasedOrder.path}/lines/${releasedOrder.lines[0]}/allocation`, { qty_allocated: 1 });
  await office.post(`${releasedOrder.path}/allocate`);
  await work();
  const { items } = (await office.get(`${path}/${body.id}/orders`)).body;
  expect(items.map(({ outcome, reason }: { outcome: string; reason: string }) => [outcome, reason])).toEqual([
    ['left_out', 'order_frozen'],
    ['left_out', 'pick_open'],
  ]);
  expect([await heldOf(frozen), await heldOf(releasedOrder)]).toEqual([[0], [1]]);
  expect((await office.get(`${path}/${body.id}/orders?outcome=full`)).body.total).toBe(0);
  expect((await office.get(`${path}/${body.id}/orders?search=${items[0].order_number}`)).body.total).toBe(1);
});

test('items that a picker did not find are not allocated until the SKU is counted', async () => {
  const { office, picker, database, stocked, createOrder, released, shareOut, held: heldOf } = await runs();
  await database.unitOfWork((db) => db.insert(errorCodes).values({ code: 'SHORT', description: 'Short' }).onConflictDoNothing());
  const polo = await stocked(6);
  const short = await released([{ product_id: polo.id, qty: 4 }]);
  const { lines } = (await picker.put(short.floor_path, { action: 'start' })).body;
  await picker.put(`/api/admin/picking/lines/${lines[0].id}`, { qty_picked: 1, code: 'SHORT' });
  await picker.post(`${short.floor_path}/move-to-prep`);

  const cap = await stocked(1);
  const waiting = await createOrder([
    { product_id: polo.id, qty: 5 },
    { product_id: cap.id, qty: 1 },
  ]);
  const { orders: expected } = await shareOut('oldest', [waiting]);
  expect(expected[0].lines[0]).toMatchObject({ qty_added: 2, reason: 'in_question' });
  await office.put(`/api/admin/products/${polo.id}`, { field: 'qty_available', value: 6 });
  await shareOut('oldest', [waiting]);
  expect(await heldOf(waiting)).toEqual([5, 1]);
});

test('an interrupted run is resumed where it was interrupted; a run that somebody stopped cannot be resumed', async () => {
  const { as, office, path, services, database, work, stocked, createOrder, stockOf, isSound } = await runs();
  const polo = await stocked(1000);
  const waitingOrders = [];
  for (let i = 0; i < 3; i++) waitingOrders.push(await createOrder([{ product_id: polo.id, qty: 1 }]));
  // At least two batches: a batch has at most 2,000 lines.
  for (let i = 0; i < 2; i++) waitingOrders.push(await createOrder(Array.from({ length: 1200 }, () => ({ product_id: polo.id, qty: 1 }))));
  const uuids = waitingOrders.map(({ uuid }) => uuid);
  const { body } = await office.post(path, { rule: 'oldest', orders: uuids });
  const killed = new AbortController();
  const unitOfWork: typeof database.unitOfWork = async (command) => {
    const result = await database.unitOfWork(command);
    const { orders_done } = (await office.get(`${path}/${body.id}`)).body;
    if (orders_done > 0) killed.abort();
    return result;
  };
  await runDueJobs({ ...services, database: { ...database, unitOfWork } }, [runAllocation], killed.signal);
  const finished = (await office.get(`${path}/${body.id}`)).body;
  expect(finished).toMatchObject({ state: 'running', orders_total: 5 });
  expect(finished.orders_done).toBe(4);
  expect((await office.post(`${path}/${body.id}/resume`)).status).toBe(200);
  await work();
  expect((await office.get(`${path}/${body.id}`)).body).toMatchObject({ state: 'done', orders_done: 5, qty_added: 1000, qty_short: 1403 });
  expect(await stockOf(polo)).toMatchObject({ qty_allocated: 1000 });

  const stopping = (await office.post(path, { rule: 'oldest', orders: uuids })).body;
  expect((await office.post(`${path}/${stopping.id}/stop`)).body).toMatchObject({ is_stopping: true });
  await work();
  expect((await office.get(`${path}/${stopping.id}`)).body).toMatchObject({ state: 'stopped', orders_done: 0 });
  const colleague = await as('super');
  for (const action of ['stop', 'resume'])
    expect(await colleague.post(`${path}/${stopping.id}/${action}`)).toMatchObject({ status: 409, body: { code: 'run_over' } });
  await isSound();
});

test('people and runs that allocate one SKU at the same time never allocate more than is on hand', async () => {
  const { office, path, services, stocked, createOrder, stockOf, isSound } = await runs();
  const [polo, cap] = [await stocked(60), await stocked(45)];
  const waitingOrders = await Promise.all(
    Array.from({ length: 50 }, (_, i) => {
      const lines = [
        { product_id: polo.id, qty: 2 },
        { product_id: cap.id, qty: 2 },
      ];
      return createOrder(i % 2 ? lines : lines.reverse());
    }),
  );
  const uuids = waitingOrders.map(({ uuid }) => uuid);
  await Promise.all(
    ['oldest', 'whole_first', 'whole_only', 'required'].map(async (rule) =>
      expect((await office.post(path, { rule, orders: uuids })).status).toBe(202),
    ),
  );
  const work = () => runDueJobs(services, [runAllocation], new AbortController().signal);
  const manual = waitingOrders.flatMap((one) => [
    office.post(`${one.path}/allocate-all`),
    office.put(`${one.path}/lines/${one.lines[0]}/allocation`, { qty_allocated: 2 }),
  ]);
  const answers = await Promise.all([...manual, ...[1, 2, 3, 4].map(async () => ({ status: (await work()) >= 0 ? 200 : 500 }))]);
  for (const { status } of answers) expect([200, 409]).toContain(status);
  await work();
  expect(await stockOf(polo)).toMatchObject({ qty_available: 60, qty_allocated: 60, qty_free: 0 });
  expect(await stockOf(cap)).toMatchObject({ qty_available: 45, qty_allocated: 45, qty_free: 0 });
  await isSound();
}, 60_000);

test('items returned to stock start an allocation run unless the settings turn that off; a stock count does not start a run', async () => {
  const { office, services, path, work, stocked, createOrder, held: heldOf, isSound, database, now } = await runs();
  const polo = await stocked(0);
  const cap = await stocked(9);
  const order = await createOrder([
    { product_id: polo.id, qty: 3 },
    { product_id: cap.id, qty: 2 },
  ]);
  /** Puts `qty` items of a client's return into stock, and removes `written_off` items again by a write-off. */
  const putBack = (qty: number, written_off = 0) =>
    database.unitOfWork((db) =>
      move({ db, now: now(), services, actor: { id: office.id } } as unknown as Parameters<typeof move>[0], [
        { product_id: polo.id, type: 'ORDER_RETURN', qty },
        { product_id: polo.id, type: 'ADJUSTMENT', qty: -written_off },
      ]),
    );
  const { settings } = services;
  services.settings = { ...settings, ALLOCATE_INCOMING: 'off' };
  try {
    await putBack(1);
    expect(await work()).toBe(0);
  } finally {
    services.settings = settings;
  }
  await office.put(`/api/admin/products/${polo.id}`, { field: 'qty_available', value: 2 });
  await putBack(1, 1);
  expect(await work()).toBe(0);
  await putBack(1);
  await work();
  // Only the garment that was received is allocated.
  expect(await heldOf(order)).toEqual([3, 0]);
  expect((await office.get(path)).body.items[0]).toMatchObject({ is_incoming: true, rule: 'oldest', state: 'done', qty_added: 3 });
  await isSound();
});

test('only the office begins, reads, stops or carries out a run, and only with valid input', async () => {
  const { office, picker, as, account, path, stocked, createOrder } = await runs();
  const polo = await stocked(1);
  const { uuid } = await createOrder([{ product_id: polo.id, qty: 1 }]);
  const { body } = await office.post(path, { rule: 'oldest', orders: [uuid] });
  for (const caller of [picker, await as('client_admin', { account_id: (await account()).id })]) {
    for (const of of ['', `/${body.id}`, `/${body.id}/orders`]) expect((await caller.get(path + of)).status).toBe(403);
    for (const of of ['', `/${body.id}/apply`, `/${body.id}/stop`, `/${body.id}/resume`])
      expect((await caller.post(path + of, { rule: 'oldest' })).status).toBe(403);
  }
  for (const bad of [
    {},
    { rule: 'newest' },
    { rule: 'oldest', orders: [] },
    { rule: 'oldest', orders: ['x'] },
    { rule: 'oldest', account_id: 999_999 },
  ])
    expect((await office.post(path, bad)).status).toBe(422);
  for (const of of ['/999999', '/999999/orders']) expect((await office.get(path + of)).status).toBe(404);
  for (const action of ['apply', 'stop', 'resume']) expect((await office.post(`${path}/999999/${action}`)).status).toBe(404);
  const nobody = await office.post(path, { rule: 'oldest', orders: [randomUUID()] });
  expect(nobody.body).toMatchObject({ orders_total: 0 });
});

test('a run for one client allocates nothing to other clients’ orders', async () => {
  const { office, path, work, account, stocked, createOrder, database } = await runs();
  const polo = await stocked(9);
  const { id: account_id } = await account();
  const clientOrder = await createOrder([{ product_id: polo.id, qty: 1 }], { account_id });
  const other = await createOrder([{ product_id: polo.id, qty: 1 }]);
  const { body } = await office.post(path, { rule: 'oldest', account_id });
  expect(body).toMatchObject({ account: { id: account_id }, is_of_chosen_orders: false });
  await work();
  const audited = await database.reader
    .select({ uuid: orders.uuid })
    .from(allocationRunOrders)
    .innerJoin(orders, eq(orders.id, allocationRunOrders.order_id))
    .where(eq(allocationRunOrders.run_id, body.id));
  expect(audited).toEqual([{ uuid: clientOrder.uuid }]);
  expect((await office.get(`/api/orders/${other.uuid}`)).body.qty_items_allocated).toBe(0);
});

test('the report of an allocation run is deleted 90 days after the end of the run; newer reports stay', async () => {
  const { office, path, stocked, createOrder, shareOut, database, services, now } = await runs();
  const polo = await stocked(1);
  const [old, recent] = [
    await shareOut('oldest', [await createOrder([{ product_id: polo.id, qty: 2 }])]),
    await shareOut('oldest', [await createOrder([{ product_id: polo.id, qty: 2 }])]),
  ];
  const ago = (days: number): string => new Date(Date.parse(now()) - days * 86_400_000).toISOString();
  await database.unitOfWork(async (db) => {
    await db
      .update(allocationRuns)
      .set({ ended_at: ago(91) })
      .where(eq(allocationRuns.id, old.run.id));
    await db
      .update(allocationRuns)
      .set({ ended_at: ago(89) })
      .where(eq(allocationRuns.id, recent.run.id));
  });
  await expire.run(services, null, new AbortController().signal);
  expect((await office.get(`${path}/${old.run.id}`)).status).toBe(404);
  // A SKU is marked as discontinued from its date on.
  for (const [discontinued_at, is_discontinued] of [
    [null, false],
    [ago(-1), false],
    [now(), true],
  ] as const) {
    await database.unitOfWork(async (db) => await db.update(products).set({ discontinued_at }).where(eq(products.id, polo.id)));
    expect((await office.get(`${path}/${recent.run.id}/orders`)).body.items).toMatchObject([{ lines: [{ qty_missing: 2, is_discontinued }] }]);
  }
  for (const table of [allocationRunLines, allocationRunOrders])
    expect(await database.reader.select().from(table).where(eq(table.run_id, old.run.id))).toEqual([]);
});
