import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { runAllocation } from '../../server/allocation/run-allocation.ts';
import { allocationRuns, auditRows, errorCodes, returnReasons, stockMovements } from '../../server/db/tables/index.ts';
import { runDueJobs } from '../../server/jobs/run-jobs.ts';
import type { AuditEventName } from '../../shared/audit/events.ts';
import { createBookedOrder, dispatchPath, requestRow } from '../dispatch/booked.ts';
import { floor } from '../fulfilment/floor.ts';
import { clientFixture } from '../ordering/fixture.ts';
import { ship } from '../returns/shipped.ts';
import { type Answer, type Caller, world } from '../world.ts';

const runsPath = '/api/admin/allocation-runs';

/** A record, and an act that can be carried out on it. */
interface Ready {
  act: (by: Caller) => Promise<Answer>;
  on_id: number;
  what: AuditEventName;
  /** The person who acts, and a colleague who may also act. */
  by: Caller;
  colleague: Caller;
  /** The same person changes the record, so that a further act is no repeat. */
  change: (by: Caller) => Promise<Answer>;
  /** The status of the act's answer; 200 by default. */
  status?: number;
}

const timesDone = async ({ what, on_id }: Pick<Ready, 'what' | 'on_id'>): Promise<number> => {
  const { database } = await world();
  return database.reader.$count(auditRows, and(eq(auditRows.what, what), eq(auditRows.on_id, on_id)));
};

/** The same person, who sends a new idempotency key with each request. */
const withKey = (by: Caller): Caller => ({
  ...by,
  post: (path, body) => by.post(path, body, { 'Idempotency-Key': randomUUID() }),
  put: (path, body) => by.put(path, body, { 'Idempotency-Key': randomUUID() }),
});

const people = async () => {
  const { as } = await world();
  return { by: await as('super'), colleague: await as('super') };
};

/** An order with stock allocated (`stocked`) or already released to picking (`released`), as `is` says. */
async function orderReady(what: AuditEventName, act: (order: { path: string; uuid: string }, by: Caller) => Promise<Answer>, is = 'stocked') {
  const here = await floor();
  const polo = await here.stocked(5);
  const order =
    is === 'released' ? await here.released([{ product_id: polo.id, qty: 2 }]) : await here.createOrder([{ product_id: polo.id, qty: 2 }]);
  if (is === 'stocked') await here.office.post(`${order.path}/allocate-all`);
  return {
    ...(await people()),
    what,
    on_id: order.id,
    act: (by: Caller) => act(order, by),
    change: (by: Caller) => by.put(`${order.path}/update`, { cost_code: 'CC-2' }),
  };
}

async function draftOf({ isRequest = false } = {}) {
  const fixture = await clientFixture();
  const { wearer, draft, order, signIn, submit, admin } = fixture;
  const self = await signIn(wearer);
  const uuid = await draft(isRequest ? self : admin);
  await order(uuid, undefined, 1, isRequest ? self : admin);
  const { id } = (await admin.get(`/api/orders/${uuid}`)).body;
  return { ...fixture, self, uuid, id, submit };
}

async function purchase({ isApproved = false } = {}) {
  const here = await world();
  const { by, colleague } = await people();
  const supplier = await here.supplier({ name: `Mill ${by.id}`, sales_email: 'sales@mill.test' });
  const { children } = await here.style(['S'], { supplier_id: supplier.id, cost: 640 });
  const { id } = (await by.post('/api/admin/purchase-orders', { supplier_id: supplier.id })).body;
  const one = `/api/admin/purchase-orders/${id}`;
  await by.post(`${one}/lines`, { product_id: children[0]?.id, qty_requested: 10, unit_price: 500 });
  if (isApproved) expect((await by.put(one, { approved: true })).status).toBe(200);
  return { by, colleague, on_id: id as number, one, change: (of: Caller) => of.put(one, { private_notes: 'Rang them' }) };
}

/** An order on the floor with one line. The line is picked, but the pick is not completed. */
async function pickReady(what: AuditEventName, verb: string, { qty_picked = 2, ...about }: { qty_picked?: number; skip_dispatch?: boolean } = {}) {
  const here = await floor();
  const persons = await people();
  await here.database.unitOfWork((db) => db.insert(errorCodes).values({ code: 'SHORT', description: 'Short' }).onConflictDoNothing());
  const polo = await here.stocked(5);
  const order = await here.released([{ product_id: polo.id, qty: 2, decoration: 'Logo' }], about);
  const { lines } = (await persons.by.put(order.floor_path, { action: 'start' })).body;
  await persons.by.put(`/api/admin/picking/lines/${lines[0].id}`, { qty_picked, ...(qty_picked < 2 && { code: 'SHORT' }) });
  const change = (by: Caller) => by.put(`${order.path}/update`, { cost_code: 'CC-2' });
  return { ...persons, order, what, on_id: order.id, act: (by: Caller) => by.post(`${order.floor_path}/${verb}`), change };
}

/** An order in prep. */
async function prepReady(about: { skip_dispatch?: boolean } = {}) {
  const { order, act: completePick, ...ready } = await pickReady('prep.completed', 'move-to-prep', about);
  expect((await completePick(ready.by)).body.state).toBe('picked');
  return { ...ready, act: (by: Caller) => by.put(`/api/admin/prep/orders/${order.uuid}`, { prep_completed: true }) };
}

/** A dispatch that waits for its courier. */
async function dispatchReady(what: AuditEventName, input: object, service_key = '220') {
  const here = await floor();
  const order = await createBookedOrder(here);
  const { id } = (await here.picker.post(`${dispatchPath}/dispatch`, { orders: [requestRow(order.uuid, { service_key })] })).body.items[0];
  const act = (by: Caller) => by.put(`${dispatchPath}/dispatches/${id}`, input);
  return { ...(await people()), what, on_id: id, act, change: () => noteChange(id, 'dispatch') };
}

/** Two orders that are ready for dispatch to one address, and the request for the dispatch. */
async function requestReady(boxes: object = {}, { consolidated = false } = {}) {
  const here = await floor();
  const account = await here.account();
  const site = await here.site(account.id);
  const about = { account_id: account.id, site_id: site.id };
  const order = await createBookedOrder(here, about);
  const other = await createBookedOrder(here, about);
  const body = { orders: [requestRow(order.uuid, boxes), requestRow(other.uuid, boxes)], consolidated };
  const act = (by: Caller) => by.post(`${dispatchPath}/dispatch`, body);
  const change = (by: Caller) => by.put(`${other.path}/update`, { cost_code: 'CC-2' });
  return { ...(await people()), what: 'dispatch.requested' as const, on_id: order.id, act, change, status: 201, order, other };
}

/** An approved purchase order, and a delivery of some of its items. */
async function deliveryReady({ qty_new = 4 } = {}) {
  const ready = await purchase({ isApproved: true });
  const { version, lines } = (await ready.by.get(ready.one)).body;
  const delivery = { lines: [{ id: lines[0].id, qty_new }], delivery_note_number: 'DN-7', version };
  return { ...ready, delivery, receive: (by: Caller) => by.put(ready.one, delivery) };
}

async function previewReady() {
  const here = await floor();
  const polo = await here.stocked(5);
  const order = await here.createOrder([{ product_id: polo.id, qty: 2 }]);
  const persons = await people();
  const { body } = await persons.by.post(runsPath, { rule: 'oldest', orders: [order.uuid], is_preview: true });
  await runDueJobs(here.services, [runAllocation], new AbortController().signal);
  return { ...persons, here, order, preview_id: body.id as number };
}

const acts: Record<string, () => Promise<Ready>> = {
  'submitting an order': async () => {
    const { admin, signed, uuid, id, submit, as } = await draftOf();
    const office = await as('super');
    return {
      by: admin,
      colleague: await signed('manager'),
      what: 'order.submitted',
      on_id: id,
      act: (by) => submit(uuid, {}, by),
      change: async () => office.put(`/api/admin/orders/${uuid}/update`, { cost_code: 'CC-2' }),
    };
  },
  'withdrawing a request': async () => {
    const { self, admin, uuid, id, submit } = await draftOf({ isRequest: true });
    await submit(uuid, {}, self);
    const act = (by: Caller) => by.post(`/api/orders/${uuid}/${by.id === self.id ? 'withdraw' : 'decline'}`, { reason: 'Later' });
    const change = (by: Caller) => by.put(`/api/orders/${uuid}`, { set_delivery_details: true, cost_code: 'CC-2' });
    return { by: self, colleague: admin, what: 'order.withdrawn', on_id: id, act, change };
  },
  'declining a request': async () => {
    const { self, admin, signed, uuid, id, submit } = await draftOf({ isRequest: true });
    await submit(uuid, {}, self);
    const act = (by: Caller) => by.post(`/api/orders/${uuid}/decline`, { reason: 'Later' });
    const change = (by: Caller) => by.put(`/api/orders/${uuid}`, { set_delivery_details: true, cost_code: 'CC-2' });
    return { by: admin, colleague: await signed('manager'), what: 'order.declined', on_id: id, act, change };
  },
  'cancelling an order': async () => {
    const ready = await orderReady('order.cancelled', ({ uuid }, by) => by.post(`/api/orders/${uuid}/cancel`));
    // A cancelled order cannot be changed, so another audit event stands for a change.
    return { ...ready, change: () => noteChange(ready.on_id) };
  },
  'releasing an order': () => orderReady('pick.released', ({ path }, by) => by.post(`${path}/allocate`)),
  'un-allocating an order': () => orderReady('allocation.released', ({ path }, by) => by.put(path, { unallocate: true })),
  'sending an order back': () => orderReady('pick.sent_back', ({ path }, by) => by.put(path, { sendBack: true }), 'released'),
  'reopening an order': async () => {
    const order = await createBookedOrder(await floor());
    const act = (by: Caller) => by.post(`${order.path}/reopen`, { reason: 'One is torn' });
    const change = (by: Caller) => by.put(`${order.path}/update`, { cost_code: 'CC-2' });
    return { ...(await people()), what: 'order.reopened', on_id: order.id, act, change };
  },
  'setting an order as allocated': async () => {
    const here = await floor();
    const order = await createBookedOrder(here);
    await here.picker.post(`${dispatchPath}/dispatch`, { orders: [requestRow(order.uuid)] });
    const change = (by: Caller) => by.put(`${order.path}/update`, { cost_code: 'CC-2' });
    return { ...(await people()), what: 'order.set_as_allocated', on_id: order.id, act: (by) => by.post(`${order.path}/set-as-allocated`), change };
  },
  'setting an order as dispatched': async () => {
    const here = await floor();
    const order = await createBookedOrder(here);
    await here.picker.post(`${dispatchPath}/dispatch`, { orders: [requestRow(order.uuid)] });
    const act = (by: Caller) => by.post(`${order.path}/set-as-allocated?dispatched=1`);
    const change = (by: Caller) => by.put(`${order.path}/update`, { cost_code: 'CC-2' });
    return { ...(await people()), what: 'dispatch.shipped', on_id: order.id, act, change };
  },
  'approving a purchase order': async () => {
    const { one, ...ready } = await purchase();
    return { ...ready, what: 'purchase_order.approved', act: (by) => by.put(one, { approved: true }) };
  },
  'cancelling a purchase order': async () => {
    const { one, ...ready } = await purchase({ isApproved: true });
    const { version } = (await ready.by.get(one)).body;
    const change = () => noteChange(ready.on_id, 'purchase_order');
    return { ...ready, what: 'purchase_order.cancelled', act: (by) => by.put(one, { cancelled: true, version }), change };
  },
  'closing a purchase order': async () => {
    const { one, receive, by, ...ready } = await deliveryReady({ qty_new: 10 });
    expect((await receive(by)).status).toBe(200);
    const change = () => noteChange(ready.on_id, 'purchase_order');
    return { ...ready, by, what: 'purchase_order.closed', act: (of) => of.put(one, { closed: true }), change };
  },
  'receiving on a version of a purchase order': async () => {
    const { receive, ...ready } = await deliveryReady();
    return { ...ready, what: 'purchase_order.received', act: receive };
  },
  'reversing a receipt': async () => {
    const { one, by, colleague, receive } = await deliveryReady();
    const { id } = (await receive(by)).body.receipt;
    const act = (of: Caller) => of.post(`${one}/receipts/${id}/reverse`, { reason: 'Another pallet' });
    return { by, colleague, what: 'receipt.reversed', on_id: id, act, change: () => noteChange(id, 'receipt') };
  },
  'completing a pick': () => pickReady('pick.completed', 'move-to-prep'),
  'completing a pick of which nothing was found': () => pickReady('pick.completed', 'move-to-prep', { qty_picked: 0 }),
  'handing over a pick': () => pickReady('pick.handed_over', 'handover'),
  'completing the prep of an order': () => prepReady(),
  'completing the prep of an order that ships without a courier': () => prepReady({ skip_dispatch: true }),
  'requesting a dispatch': () => requestReady(),
  'requesting a consolidated dispatch': () => requestReady({}, { consolidated: true }),
  'requesting a dispatch that is collected at once': () => requestReady({ service_key: '999', mark_as_shipped: true }),
  'setting a tracking number': () => dispatchReady('dispatch.tracked', { tracking_number: 'AB 12', consignment_number: 'C-1' }),
  'setting a tracking number with other boxes': () => dispatchReady('dispatch.edited', { total_items: 3, tracking_number: 'AB 12' }),
  'marking a collection as shipped': () => dispatchReady('dispatch.edited', { mark_as_shipped: true }, '999'),
  'approving a supplier return': async () => {
    const here = await floor();
    const { by, colleague } = await people();
    const supplier = await here.supplier({ sales_email: 'returns@mill.test' });
    const sku = await here.stocked(9, { supplier_id: supplier.id });
    const { id } = (await by.post('/api/admin/supplier-returns', { supplier_id: supplier.id })).body;
    const one = `/api/admin/supplier-returns/${id}`;
    await by.post(`${one}/lines`, { product_id: sku.id, qty_requested: 4 });
    const change = () => noteChange(id, 'supplier_return');
    return { by, colleague, what: 'supplier_return.approved', on_id: id, act: (of) => of.put(one, { approved: true }), change };
  },
  'finalising a return': async () => {
    const { admin, submitted, medium, database } = await clientFixture();
    const { by, colleague } = await people();
    await by.put(`/api/admin/products/${medium.id}`, { field: 'qty_available', value: 9 });
    const uuid = await submitted(2);
    await ship(by, uuid);
    await database.unitOfWork(async (db) => void (await db.insert(returnReasons).values({ description: 'Too small' }).onConflictDoNothing()));
    const [reason] = (await admin.get('/api/return-reasons')).body.items;
    const [line] = (await admin.get(`/api/orders/${uuid}`)).body.lines;
    const made = await admin.post(`/api/orders/${uuid}/returns`, { lines: [{ id: line.id, qty_to_return: 1, return_reason: reason.id }] });
    const decision = { finalise: true, approver_comments: 'As agreed', lines: [{ id: made.body.lines[0].id, qty_approved: 1, outcome: 'restock' }] };
    const { id } = made.body;
    const change = () => noteChange(id, 'return');
    return { by, colleague, what: 'return.finalised', on_id: id, act: (of) => of.put(`/api/admin/returns/${id}`, decision), change };
  },
};

/** Adds an audit event to a record whose state allows no change through the API. */
async function noteChange(on_id: number, on_type = 'order'): Promise<Answer> {
  const { database, now } = await world();
  await database.unitOfWork(async (db) => {
    await db.insert(auditRows).values({ at: now(), what: 'order.details', on_type, on_id, request_id: 'another-request' });
  });
  return { status: 200, body: null, headers: new Headers() };
}

test.each(Object.keys(acts))('%s: a repeat by the same person is answered as done, but not done again', async (name) => {
  const { act, by, colleague, change, status = 200, ...event } = await (acts[name] as () => Promise<Ready>)();
  const { database } = await world();
  const moved = () => database.reader.$count(stockMovements);
  expect(await act(by)).toMatchObject({ status });
  const before = await moved();
  expect(await act(by)).toMatchObject({ status });
  expect(await act(colleague)).toMatchObject({ status: 409 });
  expect([await timesDone(event), await moved()]).toEqual([1, before]);
  expect(await change(by)).toMatchObject({ status: 200 });
  expect(await act(by)).toMatchObject({ status: 409 });
  expect([await timesDone(event), await moved()]).toEqual([1, before]);
});

test.each(Object.keys(acts))('%s in two tabs at the same time is done once, and both tabs get the answer that it is done', async (name) => {
  const { act, by, status = 200, ...event } = await (acts[name] as () => Promise<Ready>)();
  const answers = await Promise.all([act(withKey(by)), act(withKey(by))]);
  expect(answers.map((answer) => answer.status)).toEqual([status, status]);
  expect(await timesDone(event)).toBe(1);
});

test('a person who applies a preview again gets the same run, until somebody has stopped the run', async () => {
  const { by, colleague, preview_id, here } = await previewReady();
  const apply = (of: Caller) => of.post(`${runsPath}/${preview_id}/apply`);
  const [first, second] = await Promise.all([apply(withKey(by)), apply(withKey(by))]);
  expect([first, second]).toMatchObject([{ status: 202 }, { status: 202, body: { id: first.body.id, preview_id } }]);
  expect(await apply(by)).toMatchObject({ status: 202, body: { id: first.body.id } });
  expect(await apply(colleague)).toMatchObject({ status: 409, body: { code: 'run_over' } });
  expect(await here.database.reader.$count(allocationRuns, eq(allocationRuns.preview_id, preview_id))).toBe(1);

  const stop = (of: Caller) => of.post(`${runsPath}/${first.body.id}/stop`);
  for (const of of [by, by, colleague]) expect((await stop(of)).status).toBe(200);
  await runDueJobs(here.services, [runAllocation], new AbortController().signal);
  expect(await stop(by)).toMatchObject({ status: 200, body: { id: first.body.id, is_stopping: true } });
  expect(await stop(colleague)).toMatchObject({ status: 409, body: { code: 'run_over' } });
  expect(await timesDone({ what: 'allocation.run_stopped', on_id: first.body.id })).toBe(1);
  expect(await apply(by)).toMatchObject({ status: 409, body: { code: 'run_over' } });
});

test('a second request to dispatch with other boxes, other groups or only some of the orders is refused, not taken as a repeat', async () => {
  const { act, by, order, other } = await requestReady({}, { consolidated: true });
  const { body } = await act(by);
  expect((await act(by)).body.items.map(({ id }: { id: number }) => id)).toEqual([body.items[0].id]);
  const rows = (more: object = {}) => [requestRow(order.uuid, more), requestRow(other.uuid, more)];
  const others = [
    { orders: rows({ total_items: 3 }), consolidated: true },
    { orders: rows(), consolidated: false },
    { orders: rows().slice(1), consolidated: true },
  ];
  for (const request of others)
    expect(await by.post(`${dispatchPath}/dispatch`, request)).toMatchObject({ status: 409, body: { code: 'already_dispatched' } });
  expect(await timesDone({ what: 'dispatch.requested', on_id: other.id })).toBe(1);
});

test('a repeated delivery with another note or quantity gets a 409; a delivery without a version counts as a new one', async () => {
  const { by, one, delivery, receive } = await deliveryReady();
  const first = (await receive(by)).body;
  const received = async () => (await by.get(one)).body.lines[0].qty_received;
  expect((await receive(by)).body.receipt).toEqual(first.receipt);
  const { version: _version, ...without } = delivery;
  for (const other of [
    { ...delivery, delivery_note_number: 'DN-8' },
    { ...delivery, lines: [{ ...delivery.lines[0], qty_new: 3 }] },
  ])
    expect(await by.put(one, other)).toMatchObject({ status: 409, body: { code: 'stale_version' } });
  expect(await received()).toBe(4);
  expect((await by.put(one, without)).body.receipt.reference).not.toBe(first.receipt.reference);
  expect(await received()).toBe(8);
});

test('the same act with other input does not count as a repeat', async () => {
  const { admin, uuid, submit, self } = await draftOf();
  expect((await submit(uuid, { cost_code: 'CC-1' })).status).toBe(200);
  expect((await submit(uuid, { cost_code: 'CC-1' })).status).toBe(200);
  expect(await submit(uuid, { cost_code: 'CC-9' })).toMatchObject({ status: 409, body: { code: 'already_submitted' } });
  expect((await admin.get(`/api/orders/${uuid}`)).body).toMatchObject({ cost_code: 'CC-1' });
  expect((await submit(uuid, {}, self)).status).toBe(403);

  const { by, one } = await purchase();
  expect((await by.put(one, { approved: true, send: false })).status).toBe(200);
  expect((await by.put(one, { approved: true, send: false })).status).toBe(200);
  expect(await by.put(one, { approved: true })).toMatchObject({ status: 409, body: { code: 'already_approved' } });
});

test('a release that is repeated after a change to a line is refused, not answered as done', async () => {
  const { act, by, on_id } = await (acts['releasing an order'] as () => Promise<Ready>)();
  expect((await act(by)).status).toBe(200);
  const { items } = (await by.get(`/api/admin/orders?search=${on_id}`)).body;
  const [line] = (await by.get(`/api/orders/${items.find((one: { id: number }) => one.id === on_id).uuid}`)).body.lines;
  expect((await by.put(`/api/admin/order-lines/${line.id}`, { notes: 'Fold it' })).status).toBe(200);
  expect(await act(by)).toMatchObject({ status: 409, body: { code: 'pick_open' } });
});
