import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orderEmployees, orderLines, pickLines, shelfTasks } from '../../server/db/tables/index.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { type OrderAtState, openStage, type Stage } from '../allocation/states.ts';
import { floor, outcomesOf } from '../sync/tablet.ts';

/** Sends an order back, which unallocates the order and closes its open pick if it has one. Returns the order. */
async function closePick(stage: Stage, order: OrderAtState): Promise<OrderAtState> {
  await stage.actions.send_back(order);
  expect((await stage.actions.unallocate(order)).status).toBe(200);
  return order;
}
const rows = (stage: Stage, { line }: OrderAtState) => stage.database.reader.select().from(orderLines).where(eq(orderLines.id, line));
const picksOf = (stage: Stage, { line }: OrderAtState) => stage.database.reader.select().from(pickLines).where(eq(pickLines.order_line_id, line));

const deletes: [string, (stage: Stage, order: OrderAtState) => Promise<{ status: number; body: unknown }>][] = [
  ['a line', ({ office }, { uuid, line }) => office.delete(`/api/orders/${uuid}/lines/${line}`)],
  ['a product', ({ office, medium }, { uuid }) => office.delete(`/api/orders/${uuid}/products/${medium.id}`)],
  ['a style', ({ office, parent }, { uuid }) => office.delete(`/api/orders/${uuid}/products/${parent.id}`)],
];

test.each(deletes)('if a pick was closed with nothing picked, deleting %s from the order also removes the line of the pick', async (_, remove) => {
  const stage = await openStage();
  const order = await closePick(stage, await stage.states.allocated());
  expect(await picksOf(stage, order)).toHaveLength(1);
  expect(await remove(stage, order)).toMatchObject({ status: 200, body: { deleted: [order.line] } });
  expect([await rows(stage, order), await picksOf(stage, order)]).toEqual([[], []]);
  expect((await stage.office.get(`/api/orders/${order.uuid}`)).body.lines).toEqual([]);
  expect((await verifyStock(stage.database.reader)).discrepancies).toEqual([]);
});

test('a line can be deleted after several picks, once the order was sent back and the line’s allocation was set to 0', async () => {
  const stage = await openStage();
  const { office } = stage;
  const order = await closePick(stage, await stage.states.allocated());
  await office.post(`${order.path}/allocate-all`);
  await office.post(`${order.path}/allocate`);
  expect((await office.put(order.path, { sendBack: true })).status).toBe(200);
  const line = `/api/orders/${order.uuid}/lines/${order.line}`;
  expect(await office.delete(line)).toMatchObject({ status: 409, body: { code: 'line_allocated' } });
  expect((await office.put(`${order.path}/lines/${order.line}/allocation`, { qty_allocated: 0 })).status).toBe(200);
  expect(await picksOf(stage, order)).toHaveLength(2);
  expect((await office.delete(line)).status).toBe(200);
  expect(await picksOf(stage, order)).toEqual([]);
});

test('if a pick closed before any of a wearer’s items were picked, removing the wearer from the order also deletes their lines', async () => {
  const stage = await openStage();
  const order = await closePick(stage, await stage.states.allocated());
  const { status, body } = await stage.office.delete(`/api/orders/${order.uuid}/employees/${stage.wearer.id}`);
  expect({ status, lines: body.lines, employees: body.employees }).toMatchObject({ status: 200, lines: [], employees: [] });
  expect(await picksOf(stage, order)).toEqual([]);
});

test('deleting a line of which items were picked only cancels the line, which keeps its picks and its shelf task', async () => {
  const stage = await openStage();
  const order = await closePick(stage, await stage.states.recorded());
  const [before] = await rows(stage, order);
  expect(await stage.office.delete(`/api/orders/${order.uuid}/lines/${order.line}`)).toMatchObject({ status: 200, body: { deleted: [] } });
  expect(await rows(stage, order)).toMatchObject([{ qty_requested: 2, qty_cancelled: 2, version: (before?.version ?? 0) + 1 }]);
  expect(await picksOf(stage, order)).toMatchObject([{ qty_picked: 2 }]);
  const [pick] = await picksOf(stage, order);
  expect(
    await stage.database.reader
      .select()
      .from(shelfTasks)
      .where(eq(shelfTasks.pick_line_id, pick?.id ?? 0)),
  ).toMatchObject([{ qty: 2, done_at: null }]);
  const { sub_total, lines } = (await stage.office.get(`/api/orders/${order.uuid}`)).body;
  expect({ sub_total, lines }).toMatchObject({ sub_total: 0, lines: [{ qty_cancelled: 2, remaining_to_ship: 0 }] });
  expect((await verifyStock(stage.database.reader)).discrepancies).toEqual([]);
});

test('a wearer for whom items were picked stays on the order with the picked lines', async () => {
  const stage = await openStage();
  const order = await closePick(stage, await stage.states.recorded());
  const { uuid } = order;
  expect(
    (await stage.office.post(`/api/orders/${uuid}/employees/${stage.wearer.id}/lines`, { lines: [{ product_id: stage.small.id, quantity: 1 }] }))
      .status,
  ).toBe(201);
  const { status, body } = await stage.office.delete(`/api/orders/${uuid}/employees/${stage.wearer.id}`);
  expect({ status, lines: body.lines }).toMatchObject({ status: 200, lines: [{ id: order.line, qty_cancelled: 2 }] });
  expect(await stage.database.reader.select().from(orderEmployees).where(eq(orderEmployees.employee_id, stage.wearer.id))).toHaveLength(1);
});

test('deleting a line in a void dispatch only cancels the line', async () => {
  const stage = await openStage();
  const order = await stage.states.waiting_for_courier();
  expect((await stage.actions.set_as_allocated(order)).status).toBe(200);
  await closePick(stage, order);
  expect((await stage.office.delete(`/api/orders/${order.uuid}/lines/${order.line}`)).status).toBe(200);
  expect(await rows(stage, order)).toMatchObject([{ qty_cancelled: 2 }]);
});

/** A tablet pulls a released order of polos and caps; then the office unallocates the order, which closes its pick. */
async function outOfReach() {
  const here = await floor();
  const { order, polo, cap } = await here.polosAndCaps();
  const myTablet = here.tablet(here.picker);
  await myTablet.sync();
  const record = [myTablet.start(order.pick_id), myTablet.record(order.pick_id, polo.id, 3)];
  expect((await here.office.put(order.path, { unallocate: true })).status).toBe(200);
  const remove = () => here.office.delete(`/api/orders/${order.uuid}/lines/${order.lines[0]}`);
  return { ...here, order, polo, cap, myTablet, record, remove };
}

test('a line is cancelled, not deleted, if a tablet that was offline when the line’s pick closed has a shelf task for the line', async () => {
  const { myTablet, record, remove, polo, order, office } = await outOfReach();
  expect(outcomesOf(await myTablet.sync(...record))).toEqual(['rejected PICK_CLOSED', 'rejected PICK_CLOSED']);
  expect(await remove()).toMatchObject({ status: 200, body: { deleted: [] } });
  await myTablet.settle();
  const own = [...myTablet.rows.shelf_task.values()].filter(({ device }) => device === myTablet.device);
  expect(own).toMatchObject([{ product_id: polo.id, qty: 3 }]);
  expect((await office.get(`/api/orders/${order.uuid}`)).body.lines).toMatchObject([{ qty_cancelled: 3 }, { qty_cancelled: 0 }]);
});

test('an action that a tablet recorded offline on a line deleted meanwhile is shown to the office, with the order and the garment', async () => {
  const { myTablet, record, remove, polo, order, office } = await outOfReach();
  expect(await remove()).toMatchObject({ status: 200, body: { deleted: [order.lines[0]] } });
  expect(outcomesOf(await myTablet.sync(...record))).toEqual(['rejected PICK_CLOSED', 'rejected INVALID']);
  const { items } = (await office.get('/api/admin/attention')).body;
  expect(items).toContainEqual(expect.objectContaining({ code: 'INVALID', sku: polo.sku, order: expect.objectContaining({ uuid: order.uuid }) }));
});

test('a tablet removes a deleted line from its cache, and gets the next pick without the line', async () => {
  const { myTablet, remove, cap, order, office } = await outOfReach();
  expect((await remove()).status).toBe(200);
  await office.post(`${order.path}/allocate-all`);
  const { pick_id } = (await office.post(`${order.path}/allocate`)).body;
  await myTablet.settle();
  const tabletLines = [...myTablet.rows.pick_line.values()].filter((line) => [pick_id, order.pick_id].includes(line.pick_id));
  expect(tabletLines).toMatchObject([{ pick_id, product_id: cap.id }]);
});

test('nobody can delete a line that is allocated or in a pick', async () => {
  const stage = await openStage();
  const allocated = await stage.states.with_stock();
  for (const [, remove] of deletes) expect(await remove(stage, allocated)).toMatchObject({ status: 409, body: { code: 'line_allocated' } });
  const onFloor = await stage.states.allocated();
  for (const [, remove] of deletes) expect(await remove(stage, onFloor)).toMatchObject({ status: 409, body: { code: 'pick_open' } });
  expect((await stage.admin.delete(`/api/orders/${allocated.uuid}/lines/${allocated.line}`)).status).toBe(409);
});
