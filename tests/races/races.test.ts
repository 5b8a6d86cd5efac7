import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditRows, dispatches, orders, stockMovements } from '../../server/db/tables/index.ts';
import type { AuditEventName } from '../../shared/audit/events.ts';
import { floor } from '../fulfilment/floor.ts';
import { clientFixture } from '../ordering/fixture.ts';
import { type Answer, world } from '../world.ts';

const many = <T>(n: number, make: (i: number) => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: n }, (_, i) => make(i)));
/** The number of responses of each kind. */
const tally = (answers: Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const code = (body as { code?: string } | null)?.code;
    const result = code ? `${status} ${code}` : String(status);
    counts[result] = (counts[result] ?? 0) + 1;
  }
  return counts;
};

/** How often the audit log has this event of this record. */
const timesDone = async (what: AuditEventName, on_id: number): Promise<number> => {
  const { database } = await world();
  return (
    await database.reader
      .select({ id: auditRows.id })
      .from(auditRows)
      .where(and(eq(auditRows.what, what), eq(auditRows.on_id, on_id)))
  ).length;
};

test('the same request sent twenty times at once is carried out once, and all get the same response', async () => {
  const { admin, wearer, medium, draft, key, database, client } = await clientFixture();
  const started = key();
  const answers = await many(20, () => admin.post('/api/orders', { employees: [wearer.id] }, started));
  expect(tally(answers)).toEqual({ 201: 20 });
  expect(new Set(answers.map(({ body }) => body.uuid)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('Idempotent-Replay') === 'true')).toHaveLength(19);
  expect(await database.reader.select({ id: orders.id }).from(orders).where(eq(orders.account_id, client.id))).toHaveLength(1);

  const uuid = await draft();
  const added = key();
  const body = { lines: [{ product_id: medium.id, quantity: 2 }] };
  expect(tally(await many(20, () => admin.post(`/api/orders/${uuid}/employees/${wearer.id}/lines`, body, added)))).toEqual({ 201: 20 });
  expect((await admin.get(`/api/orders/${uuid}`)).body.lines).toHaveLength(1);
});

test('a count that is sent twenty times at once makes one stock movement', async () => {
  const { office, product, key, database } = await floor();
  const polo = await product();
  const headers = key();
  const answers = await many(20, () => office.put(`/api/admin/products/${polo.id}`, { field: 'qty_available', value: 12 }, headers));
  expect(tally(answers)).toEqual({ 200: 20 });
  expect(await database.reader.select({ id: stockMovements.id }).from(stockMovements).where(eq(stockMovements.product_id, polo.id))).toHaveLength(1);
});

test('one order that two people submit at the same time is submitted once', async () => {
  const { draft, order, submit, signed, admin, database } = await clientFixture();
  const manager = await signed('manager');
  const uuid = await draft();
  await order(uuid);
  const answers = await many(10, (i) => submit(uuid, {}, i % 2 ? manager : admin));
  const of = (person: number) => answers.filter((_, i) => i % 2 === person).map(({ status }) => status);
  // One person's five requests all succeed as a single act. The five requests of the second person all come too late.
  expect([of(0), of(1)].sort()).toEqual([Array(5).fill(200), Array(5).fill(409)]);
  const [row] = await database.reader.select({ id: orders.id }).from(orders).where(eq(orders.uuid, uuid));
  expect(await timesDone('order.submitted', row?.id ?? 0)).toBe(1);
});

test('of ten people who claim one pick at the same time, one gets it', async () => {
  const { as, stocked, released } = await floor();
  const polo = await stocked(5);
  const order = await released([{ product_id: polo.id, qty: 3 }]);
  const pickers = await many(10, () => as('warehouse'));
  const answers = await Promise.all(pickers.map((picker) => picker.put(order.floor_path, { action: 'start' })));
  expect(tally(answers)).toEqual({ 200: 1, '409 already_claimed': 9 });
  const winner = pickers[answers.findIndex(({ status }) => status === 200)];
  expect((await winner?.get(order.floor_path))?.body.picker.id).toBe(winner?.id);
  expect(await timesDone('pick.started', order.id)).toBe(1);
});

test('orders that need the same garments in opposite sequence do not deadlock, and get no more than is in stock', async () => {
  const { office, stocked, createOrder, stockOf } = await floor();
  const [polo, cap] = [await stocked(30), await stocked(30)];
  const results = await many(20, (i) => {
    const lines = [
      { product_id: polo.id, qty: 3 },
      { product_id: cap.id, qty: 3 },
    ];
    return createOrder(i % 2 ? lines : lines.reverse());
  });
  expect(tally(await Promise.all(results.map(({ path }) => office.post(`${path}/allocate-all`))))).toEqual({ 200: 20 });
  for (const product of [polo, cap]) expect(await stockOf(product)).toMatchObject({ qty_available: 30, qty_allocated: 30, qty_free: 0 });
});

test('an order that is released and cancelled at the same time is cancelled, and its stock is free again', async () => {
  const { office, stocked, createOrder, stockOf } = await floor();
  for (let turn = 0; turn < 10; turn++) {
    const polo = await stocked(5);
    const order = await createOrder([{ product_id: polo.id, qty: 3 }]);
    await office.post(`${order.path}/allocate-all`);
    const [releaseResponse, cancelled] = await Promise.all([office.post(`${order.path}/allocate`), office.post(`/api/orders/${order.uuid}/cancel`)]);
    expect([200, 409]).toContain(releaseResponse.status);
    expect(cancelled.status).toBe(200);
    const { body } = await office.get(`/api/orders/${order.uuid}`);
    expect(body).toMatchObject({ status: 'cancelled', qty_items_allocated: 0 });
    expect(await stockOf(polo)).toMatchObject({ qty_allocated: 0, qty_free: 5 });
  }
});

test('an order that ten people dispatch at the same time is shipped once, and its stock leaves once', async () => {
  const { as, picker, stocked, released, stockOf, database } = await floor();
  const polo = await stocked(5);
  const order = await released([{ product_id: polo.id, qty: 3 }]);
  const { lines } = (await picker.put(order.floor_path, { action: 'start' })).body;
  await picker.put(`/api/admin/picking/lines/${lines[0].id}`, { qty_picked: 3 });
  await picker.post(`${order.floor_path}/move-to-prep`);
  const people = await many(10, () => as('warehouse'));
  const body = { orders: [{ uuid: order.uuid, service_key: '220', total_weight: 5, total_items: 1 }], consolidated: false };
  const answers = await Promise.all(people.map((one) => one.post('/api/admin/shipping/orders/dispatch', body)));
  expect(tally(answers)).toEqual({ 201: 1, '409 already_dispatched': 9 });
  const id = answers.find(({ status }) => status === 201)?.body.items[0].id;

  const responses = await Promise.all(people.map((one) => one.put(`/api/admin/shipping/orders/dispatches/${id}`, { tracking_number: 'AB123' })));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(9);
  expect(await stockOf(polo)).toMatchObject({ qty_available: 2, qty_allocated: 0 });
  expect(await database.reader.select({ state: dispatches.state }).from(dispatches).where(eq(dispatches.id, id))).toEqual([{ state: 'shipped' }]);
});

test('if several picks take one tote at the same time, one gets it and the others get a 409', async () => {
  const { stocked, released, picker } = await floor();
  const polo = await stocked(20);
  const orders = [];
  for (let i = 0; i < 4; i++) orders.push(await released([{ product_id: polo.id, qty: 1 }]));
  for (let turn = 0; turn < 5; turn++) {
    const tote = `T-${orders[0]?.id}-${turn}`;
    const answers = await Promise.all(orders.map(({ floor_path }) => picker.put(floor_path, { tote })));
    expect(tally(answers)).toEqual({ 200: 1, '409 tote_taken': 3 });
  }
});
