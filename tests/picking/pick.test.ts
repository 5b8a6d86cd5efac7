import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { errorCodes, pickLines, picks, shelfTasks, stockChecks } from '../../server/db/tables/index.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { floor } from '../fulfilment/floor.ts';

const withReasons = async () => {
  const here = await floor();
  await here.database.unitOfWork((db) =>
    db
      .insert(errorCodes)
      .values([
        { code: 'NOT_IN_BIN', description: 'Not in the bin', requires_input: false },
        { code: 'OTHER', description: 'Something else', requires_input: true },
      ])
      .onConflictDoNothing(),
  );
  return here;
};

/** Releases an order of 3 polos and 2 caps and starts it as the picker. Returns it with the pick lines. */
const picking = async (about: Parameters<Awaited<ReturnType<typeof floor>>['released']>[1] = {}, decoration?: string) => {
  const here = await withReasons();
  const polo = await here.stocked(10);
  const cap = await here.stocked(10);
  const order = await here.released(
    [
      { product_id: polo.id, qty: 3, ...(decoration ? { decoration } : {}) },
      { product_id: cap.id, qty: 2 },
    ],
    about,
  );
  const { body } = await here.picker.put(order.floor_path, { action: 'start' });
  const lineOf = (product_id: number): number => body.lines.find((line: { product: { id: number } }) => line.product.id === product_id).id;
  const record = (product: { id: number }, input: object) => here.picker.put(`/api/admin/picking/lines/${lineOf(product.id)}`, input);
  return { ...here, polo, cap, order, lineOf, record, body };
};

test('a picker sees the list, claims an order, records it and completes it', async () => {
  const { picker, polo, cap, order, record, statusOf, stockOf } = await picking();
  const list = await picker.get(`/api/admin/picking/orders?search=${order.id}`);
  expect(list.body.items.find(({ uuid }: { uuid: string }) => uuid === order.uuid)).toMatchObject({
    order_number: orderNumber(order.id),
    account: { id: order.account_id, name: expect.any(String) },
    site: { id: order.site_id, name: expect.any(String), reference: null },
    qty_items: 5,
    state: 'picking',
    picker: { id: picker.id, name: expect.any(String) },
  });
  const { body: pick } = await picker.get(order.floor_path);
  expect(pick).toMatchObject({ uuid: order.uuid, is_picking: true, is_picking_paused: false, employees: [{ id: order.requester.id }] });
  expect(pick.progress_summary).toMatchObject({ is_picking: true, status: { status_name: 'picking' } });
  for (const field of [
    ...['id', 'product', 'product_name', 'decoration', 'employee', 'notes', 'errors'],
    ...['qty_requested', 'qty_allocated', 'qty_picked', 'qty_shipped', 'is_fully_picked'],
  ])
    expect(pick.lines[0]).toHaveProperty(field);
  expect(await statusOf(order.id)).toBe('picking');
  expect(await record(polo, { qty_picked: 3 })).toMatchObject({ status: 200, body: { qty_picked: 3, is_fully_picked: true, fact_version: 2 } });
  expect(await record(polo, { qty_picked: 3 })).toMatchObject({ status: 200, body: { fact_version: 2 } });
  expect(await record(cap, { qty_picked: 2 })).toMatchObject({ status: 200 });
  expect(await picker.post(`${order.floor_path}/move-to-prep`)).toMatchObject({ status: 200, body: { state: 'booked' } });
  expect(await statusOf(order.id)).toBe('booked');
  expect(await stockOf(polo)).toMatchObject({ qty_available: 10, qty_allocated: 3 });
  expect(await record(polo, { qty_picked: 1 })).toMatchObject({ status: 409, body: { code: 'already_picked' } });
});

test('a picker cannot record more than is allocated, and a short line needs a reason before the pick can be completed', async () => {
  const { picker, polo, cap, order, record, stockOf, database, lineOf } = await picking();
  expect(await record(polo, { qty_picked: 4 })).toMatchObject({
    status: 422,
    body: { errors: { qty_picked: ['Only 3 are allocated to this line.'] } },
  });
  expect(await record(polo, { qty_picked: 1 })).toMatchObject({ status: 200 });
  expect(await record(polo, { qty_picked: 1, code: 'NEVER_HEARD' })).toMatchObject({ status: 422 });
  expect(await record(polo, { qty_picked: 1, code: 'OTHER' })).toMatchObject({ status: 422 });
  await record(cap, { qty_picked: 2 });
  expect(await picker.post(`${order.floor_path}/move-to-prep`)).toMatchObject({
    status: 422,
    body: { errors: { code: ['Select reason for picking anomaly'] } },
  });
  expect(await record(polo, { qty_picked: 1, code: 'NOT_IN_BIN' })).toMatchObject({
    status: 200,
    body: { errors: [{ description: 'Not in the bin' }] },
  });
  expect(await picker.post(`${order.floor_path}/move-to-prep`)).toMatchObject({ status: 200, body: { state: 'booked' } });

  expect(await stockOf(polo)).toMatchObject({ qty_available: 10, qty_allocated: 1, qty_free: 9, qty_in_question: 2 });
  const checks = await database.reader
    .select()
    .from(stockChecks)
    .where(eq(stockChecks.pick_line_id, lineOf(polo.id)));
  expect(checks).toMatchObject([{ qty_short: 2, code: 'NOT_IN_BIN', closed_at: null }]);
  const list = (await picker.get(`/api/admin/stock/checks?search=${polo.sku}`)).body;
  expect(list.items.map(({ order: about, qty_short }: { order: { uuid: string }; qty_short: number }) => [about.uuid, qty_short])).toContainEqual([
    order.uuid,
    2,
  ]);
});

test('items that pickers did not find are left out of automatic allocation until they are counted', async () => {
  const { office, picker, polo, cap, order, record, order: _order, ...here } = await picking();
  await record(polo, { qty_picked: 0, code: 'NOT_IN_BIN' });
  await record(cap, { qty_picked: 2 });
  await picker.post(`${order.floor_path}/move-to-prep`);
  const other = await here.released([{ product_id: polo.id, qty: 9 }]);
  const lines = (await office.get(other.floor_path)).body.lines;
  expect(lines[0].qty_allocated).toBe(7);
  await office.put(other.path, { sendBack: true });
  await office.put(`/api/admin/products/${polo.id}`, { field: 'qty_available', value: 10 });
  expect(await office.post(`${other.path}/allocate-all`)).toMatchObject({ body: { qty_items_allocated: 9 } });
});

test('a picked order goes to prep if it has a decoration or a second wearer', async () => {
  for (const here of [await picking({}, 'Logo left breast'), await picking({ wearers: 2 })]) {
    await here.record(here.polo, { qty_picked: 3 });
    await here.record(here.cap, { qty_picked: 2 });
    expect(await here.picker.post(`${here.order.floor_path}/move-to-prep`)).toMatchObject({
      body: { state: 'picked', progress_summary: { is_picked: true } },
    });
    expect(await here.statusOf(here.order.id)).toBe('picked');
  }
});

test('an order waits for allocation again if its pick is completed with nothing picked', async () => {
  const { picker, polo, cap, order, record, statusOf, stockOf } = await picking();
  await record(polo, { qty_picked: 0, code: 'NOT_IN_BIN' });
  await record(cap, { qty_picked: 0, code: 'NOT_IN_BIN' });
  expect(await picker.post(`${order.floor_path}/move-to-prep`)).toMatchObject({ status: 200, body: { state: 'closed' } });
  expect(await statusOf(order.id)).toBe('submitted');
  expect(await stockOf(polo)).toMatchObject({ qty_allocated: 0 });
  expect(await picker.get(order.floor_path)).toMatchObject({ status: 409, body: { code: 'pick_closed' } });
});

test('only the picker who claimed a pick, or a super, can work on it; any picker can claim a pick that was handed over', async () => {
  const { as, office, picker, polo, order, record, lineOf } = await picking();
  const colleague = await as('warehouse');
  expect(await colleague.put(order.floor_path, { action: 'start' })).toMatchObject({ status: 409, body: { code: 'already_claimed' } });
  const line = `/api/admin/picking/lines/${lineOf(polo.id)}`;
  expect(await colleague.put(line, { qty_picked: 1 })).toMatchObject({ status: 403 });
  expect((await colleague.put(order.path, { sendBack: true })).status).toBe(403);
  expect(await office.put(line, { qty_picked: 2 })).toMatchObject({ status: 200 });
  expect(await colleague.post(`${order.floor_path}/handover`)).toMatchObject({ status: 409, body: { code: 'not_picker' } });
  expect(await picker.post(`${order.floor_path}/handover`)).toMatchObject({ status: 200, body: { picker: null, state: 'released' } });
  expect(await record(polo, { qty_picked: 1 })).toMatchObject({ status: 409, body: { code: 'not_picking' } });
  expect(await colleague.put(order.floor_path, { action: 'start' })).toMatchObject({ status: 200, body: { picker: { id: colleague.id } } });
});

test('a pick is paused and resumed', async () => {
  const { picker, polo, order, record, statusOf } = await picking();
  expect(await picker.post(`${order.floor_path}/pause`)).toMatchObject({
    status: 200,
    body: { state: 'paused', is_picking: false, is_picking_paused: true, can: { resume: true } },
  });
  expect(await statusOf(order.id)).toBe('picking_paused');
  expect(await record(polo, { qty_picked: 1 })).toMatchObject({ status: 409, body: { code: 'pick_paused' } });
  expect(await picker.post(`${order.floor_path}/pause`)).toMatchObject({ status: 200, body: { state: 'picking' } });
});

test('sending a started pick back creates a shelf task to put the items back', async () => {
  const { picker, polo, order, record, database, lineOf } = await picking();
  await record(polo, { qty_picked: 2 });
  expect(await picker.put(order.path, { sendBack: true })).toMatchObject({ status: 200, body: { pick_id: null, qty_items_allocated: 5 } });
  const tasks = await database.reader.select().from(shelfTasks).where(eq(shelfTasks.order_id, order.id));
  expect(tasks).toMatchObject([{ pick_line_id: lineOf(polo.id), qty: 2, reason: 'sent_back', done_at: null }]);
  const [line] = await database.reader
    .select()
    .from(pickLines)
    .where(eq(pickLines.id, lineOf(polo.id)));
  expect(line?.fact_version).toBe(3);
});

test('an order with picked items can be un-allocated or deleted only after it was sent back', async () => {
  const { office, picker, polo, order, record, statusOf } = await picking();
  const can = async () => (await office.get(order.floor_path)).body.can;
  expect(await can()).toMatchObject({ unallocate: true, delete: true, send_back: true, cancel: true });
  await record(polo, { qty_picked: 1 });
  expect(await can()).toMatchObject({ unallocate: false, delete: false, send_back: true, cancel: true });
  expect((await office.get(`/api/orders/${order.uuid}`)).body.can).toMatchObject({ unallocate: false, delete: false, send_back: true, cancel: true });
  for (const refusal of [await office.put(order.path, { unallocate: true }), await office.delete(order.path)])
    expect(refusal).toMatchObject({
      status: 409,
      body: { code: 'order_picked', message: 'Some of this order has been picked. Send it back first.' },
    });
  expect(await statusOf(order.id)).toBe('picking');

  expect((await office.put(order.path, { sendBack: true })).status).toBe(200);
  expect(await office.put(order.path, { unallocate: true })).toMatchObject({ status: 200, body: { qty_items_allocated: 0 } });
  expect((await office.delete(order.path)).status).toBe(200);
  expect(await picker.get(order.floor_path)).toMatchObject({ status: 404 });
});

test('only a super can un-allocate or delete an order on the floor', async () => {
  const { picker, order } = await picking();
  expect((await picker.get(order.floor_path)).body.can).toMatchObject({ unallocate: false, delete: false, cancel: false, send_back: true });
  expect((await picker.put(order.path, { unallocate: true })).status).toBe(403);
  expect((await picker.delete(order.path)).status).toBe(403);
  expect((await picker.post(`/api/orders/${order.uuid}/cancel`)).status).toBe(403);
});

test('a pick shows its picker, the times at which it was started and paused, and who handed it over', async () => {
  const { as, picker, order } = await picking();
  const view = async () => (await picker.get(order.floor_path)).body;
  const startedPick = await view();
  expect(startedPick).toMatchObject({ picker: { id: picker.id }, paused_at: null, handed_over: null });
  expect(startedPick.claimed_at).toMatch(/Z$/);
  expect((await picker.post(`${order.floor_path}/pause`)).body.paused_at).toMatch(/Z$/);
  expect((await picker.post(`${order.floor_path}/pause`)).body).toMatchObject({ paused_at: null, claimed_at: startedPick.claimed_at });
  const { body } = await picker.post(`${order.floor_path}/handover`);
  expect(body).toMatchObject({ claimed_at: null, paused_at: null, handed_over: { name: startedPick.picker.name } });
  const colleague = await as('warehouse');
  const after = await colleague.put(order.floor_path, { action: 'start' });
  expect(after.body).toMatchObject({
    picker: { id: colleague.id },
    handed_over: { name: startedPick.picker.name },
    started_at: startedPick.started_at,
  });
});

test('a picked order can be taken back only by reopening it', async () => {
  const { office, picker, polo, cap, order, record, statusOf } = await picking();
  expect(await office.post(`${order.path}/reopen`, { reason: 'wrong size' })).toMatchObject({ status: 409, body: { code: 'not_picked' } });
  await record(polo, { qty_picked: 3 });
  await record(cap, { qty_picked: 2 });
  await picker.post(`${order.floor_path}/move-to-prep`);
  expect(await picker.put(order.path, { sendBack: true })).toMatchObject({ status: 409, body: { code: 'order_picked' } });
  expect(await office.put(order.path, { unallocate: true })).toMatchObject({ status: 409, body: { code: 'order_picked' } });
  expect((await office.post(`${order.path}/reopen`, {})).status).toBe(422);
  expect(await office.post(`${order.path}/reopen`, { reason: 'wrong size' })).toMatchObject({
    status: 200,
    body: { qty_items_allocated: 5, can: { release: true } },
  });
  expect(await statusOf(order.id)).toBe('submitted');
});

test('an order on hold cannot be picked', async () => {
  const { office, picker, polo, order, record } = await picking();
  await office.put(order.path, { is_frozen: true, frozen_reason: 'query' });
  expect(await record(polo, { qty_picked: 1 })).toMatchObject({ status: 409, body: { code: 'order_frozen' } });
  expect(await picker.post(`${order.floor_path}/move-to-prep`)).toMatchObject({ status: 409, body: { code: 'order_frozen' } });
});

test('an order that skips dispatch is shipped when its pick is completed', async () => {
  const { picker, polo, cap, order, record, statusOf, stockOf, database } = await picking({ skip_dispatch: true });
  await record(polo, { qty_picked: 1, code: 'NOT_IN_BIN' });
  await record(cap, { qty_picked: 2 });
  expect(await picker.post(`${order.floor_path}/move-to-prep`)).toMatchObject({ status: 200, body: { state: 'shipped' } });
  expect(await statusOf(order.id)).toBe('part_shipped');
  expect(await stockOf(polo)).toMatchObject({ qty_available: 9, qty_allocated: 0 });
  const [pick] = await database.reader.select().from(picks).where(eq(picks.id, order.pick_id));
  expect(pick?.ended_at).not.toBeNull();
});

test('client admins and embroiderers get 403 from the picking routes', async () => {
  const { as, order, lineOf, polo } = await picking();
  for (const role of ['client_admin', 'embroiderer'] as const) {
    const other = await as(role);
    expect((await other.get('/api/admin/stock/checks')).status).toBe(403);
    expect((await other.get('/api/admin/picking/orders')).status).toBe(403);
    expect((await other.get(order.floor_path)).status).toBe(403);
    expect((await other.put(order.floor_path, { action: 'start' })).status).toBe(403);
    expect((await other.put(`/api/admin/picking/lines/${lineOf(polo.id)}`, { qty_picked: 1 })).status).toBe(403);
    for (const verb of ['pause', 'handover', 'move-to-prep']) expect((await other.post(`${order.floor_path}/${verb}`)).status).toBe(403);
  }
});

test('a blank tote name removes the tote from the pick', async () => {
  const { picker, stocked, released } = await floor();
  const { floor_path } = await released([{ product_id: (await stocked(1)).id, qty: 1 }]);
  expect((await picker.put(floor_path, { tote: ' BLUE-7 ' })).body).toMatchObject({ tote: 'BLUE-7' });
  expect((await picker.put(floor_path, { tote: '  ' })).body).toMatchObject({ tote: null });
});
