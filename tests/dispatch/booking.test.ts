import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { readSettings, type Settings } from '../../server/core/settings.ts';
import { auditRows, dispatches, jobs, outbox, stockMovements } from '../../server/db/tables/index.ts';
import { bookDispatch } from '../../server/dispatch/book-dispatch.ts';
import { takeAnswers } from '../../server/dispatch/take-answers.ts';
import { runDueJobs } from '../../server/jobs/run-jobs.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { type FakeCarrier, faults, openCarrier } from '../carriers/fake-carrier.ts';
import { floor } from '../fulfilment/floor.ts';
import { Tablet } from '../sync/tablet.ts';
import { createBookedOrder, dispatchPath, type Floor, requestRow } from './booked.ts';

let here: Floor;
let api: FakeCarrier;
let folder: string;
const folders: string[] = [];

const settle = (environment: Record<string, string> = {}): Settings => {
  const settings = readSettings({
    ...process.env,
    CARRIER_FIRST: 'http',
    CARRIER_SECOND: 'manifest-file',
    CARRIER_API_URL: api.url,
    CARRIER_API_TIMEOUT: '1',
    MANIFEST_DIR: join(folder, 'out'),
    MANIFEST_ANSWER_DIR: join(folder, 'in'),
    TRACKING_URL: 'https://track.example/{tracking_number}',
    LOG_LEVEL: 'silent',
    ...environment,
  });
  Object.assign(here.services, { settings });
  return settings;
};

beforeEach(async () => {
  here = await floor();
  api = await openCarrier();
  folder = mkdtempSync(join(tmpdir(), 'kitroom-booking-'));
  folders.push(folder);
  await here.database.unitOfWork(async (db) => void (await db.delete(jobs)));
  settle();
});
afterEach(() => api.close());
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

const work = () => runDueJobs(here.services, [bookDispatch], new AbortController().signal);
const requested = async (service_key = '220', about: object = {}) => {
  const order = await createBookedOrder(here);
  const { body } = await here.picker.post(`${dispatchPath}/dispatch`, { orders: [requestRow(order.uuid, { service_key, ...about })] });
  return { order, id: body.items[0].id as number };
};
const read = async (id: number) => (await here.picker.get(`${dispatchPath}/dispatches/${id}`)).body;
const findDispatch = async (id: number) => (await here.database.reader.select().from(dispatches).where(eq(dispatches.id, id)))[0];
const answers = (name: string, text: string): void => {
  const file = join(folder, 'in', name);
  writeFileSync(file, text);
  utimesSync(file, new Date(Date.now() - 10_000), new Date(Date.now() - 10_000));
};
const takeCarrierAnswers = () => takeAnswers.run(here.services, {}, new AbortController().signal);

/** Returns a loopback address on which nothing listens. */
async function nobodyThere(): Promise<string> {
  const closedCarrier = await openCarrier();
  await closedCarrier.close();
  return closedCarrier.url;
}

test('a dispatch ships once the carrier accepts the booking, and the tracking number is emailed to the client', async () => {
  const { order, id } = await requested();
  expect(await read(id)).toMatchObject({ state: 'requested', carrier: 'http', dispatched_at: null });
  expect(api.call).toEqual([]);

  expect(await work()).toBe(1);
  expect(await read(id)).toMatchObject({
    state: 'shipped',
    dispatched_at: here.now(),
    booking_error: null,
    consignment: { consignment_number: 'C1', tracking_number: 'JD000001', tracking_url: 'https://track.example/JD000001' },
  });
  expect(await here.statusOf(order.id)).toBe('shipped');
  expect(await here.stockOf(order.polo)).toMatchObject({ qty_available: 7, qty_allocated: 0 });
  const mail = await here.database.reader.select({ text: outbox.text }).from(outbox).where(eq(outbox.account_id, order.account_id));
  expect(mail.map(({ text }) => text).join()).toContain('JD000001');
  const who = await here.database.reader
    .select({ who_id: auditRows.who_id, what: auditRows.what })
    .from(auditRows)
    .where(eq(auditRows.on_id, id))
    .orderBy(auditRows.id);
  expect(who).toContainEqual({ who_id: here.picker.id, what: 'dispatch.booked' });
  expect(await work()).toBe(0);
  expect((await here.database.snapshot(verifyStock)).discrepancies).toEqual([]);
});

test('no carrier is asked to book a collection, or a service that is booked by hand', async () => {
  settle({ CARRIER_FIRST: 'manual' });
  const fetched = await requested('999');
  const manual = await requested('220');
  expect(await work()).toBe(0);
  expect([(await read(fetched.id)).carrier, (await read(manual.id)).carrier]).toEqual(['manual', 'manual']);
});

test('a refused booking shows the carrier’s error, can be corrected, and is booked again under another reference', async () => {
  api.next.push(faults.says(422, { message: 'Postcode unknown' }));
  const { order, id } = await requested();
  await work();
  expect(await read(id)).toMatchObject({ state: 'failed', booking_error: 'Postcode unknown', can: { edit: true, set_tracking: true } });
  const listedOrder = (await here.office.get(`/api/admin/orders?search=${order.id}`)).body.items.find((one: { id: number }) => one.id === order.id);
  expect(listedOrder.dispatches).toMatchObject([{ state: 'failed', booking_error: 'Postcode unknown' }]);
  const client = await here.as('client_admin', { account_id: order.account_id });
  expect((await client.get(`/api/orders/${order.uuid}`)).body.dispatches).toMatchObject([{ booking_error: null }]);
  here.setClock(5 * 60);
  expect(await work()).toBe(0);

  const mended = { address_line_1: '1 Mill Lane', address_line_4: 'Leeds', postcode: 'LS1 4AP' };
  expect(await here.picker.put(`${dispatchPath}/dispatches/${id}`, { delivery_address: mended })).toMatchObject({
    status: 200,
    body: { state: 'requested', booking_error: null },
  });
  await work();
  expect(await read(id)).toMatchObject({ state: 'shipped' });
  expect(api.call.map(({ body }) => body?.reference)).toEqual([`D-${String(id).padStart(5, '0')}`, `D-${String(id).padStart(5, '0')}-R2`]);
});

test('an unavailable carrier is tried again later, or at once when a person edits the dispatch', async () => {
  api.next.push(faults.says(429, { message: 'Slow down' }, { 'Retry-After': '600' }));
  const { id } = await requested();
  await work();
  expect(await read(id)).toMatchObject({ state: 'failed', booking_error: 'Slow down' });
  here.setClock(9);
  expect(await work()).toBe(0);
  here.setClock(2);
  expect(await work()).toBe(1);
  expect(await read(id)).toMatchObject({ state: 'shipped' });

  const away = api.url;
  const other = await requested();
  settle({ CARRIER_API_URL: await nobodyThere() });
  await work();
  expect(await read(other.id)).toMatchObject({ state: 'failed', booking_error: 'The carrier cannot be reached (ECONNREFUSED).' });
  settle({ CARRIER_API_URL: away });
  await here.picker.put(`${dispatchPath}/dispatches/${other.id}`, { service_key: '220' });
  expect(await work()).toBe(1);
  expect(await read(other.id)).toMatchObject({ state: 'shipped' });
});

test('a dispatch whose booking has an unknown outcome is locked, and the booking is looked up at the carrier, not repeated', async () => {
  api.next.push(faults.cutsAfterBooking, faults.says(500));
  const { order, id } = await requested();
  await work();
  expect(await read(id)).toMatchObject({ state: 'booking', booking_error: expect.stringContaining('500'), can: { edit: false, set_tracking: true } });
  expect(await here.picker.put(`${dispatchPath}/dispatches/${id}`, { total_items: 9 })).toMatchObject({
    status: 409,
    body: { code: 'booking_in_flight' },
  });
  expect(await here.office.post(`${order.path}/set-as-allocated`)).toMatchObject({ status: 409, body: { code: 'booking_in_flight' } });
  // An edit from a tablet that has not synced is refused with the same code, not with ALREADY_SHIPPED.
  const tablet = new Tablet(here.picker);
  const edit = { n: 'dispatch.edit', a: { dispatch_id: id, total_items: 9 } };
  expect((await tablet.sync(tablet.next(edit))).results).toMatchObject([{ outcome: 'rejected', code: 'BOOKING_IN_FLIGHT' }]);
  here.setClock(2);
  await work();
  expect(await read(id)).toMatchObject({ state: 'shipped', consignment: { tracking_number: 'JD000001' } });
  expect((await tablet.sync(tablet.next(edit))).results).toMatchObject([{ outcome: 'rejected', code: 'ALREADY_SHIPPED' }]);
  expect(api.collections).toHaveLength(1);
});

test('the office can set an order back to allocated if the carrier has not answered the booking for an hour', async () => {
  api.next.push(faults.cuts, faults.says(500));
  const { order, id } = await requested();
  await work();
  here.setClock(59);
  expect((await here.office.post(`${order.path}/set-as-allocated`)).status).toBe(409);
  here.setClock(1);
  expect(await here.office.post(`${order.path}/set-as-allocated`)).toMatchObject({
    status: 200,
    body: { progress_summary: { status: { status_name: 'allocated' } } },
  });
  expect(await findDispatch(id)).toMatchObject({ state: 'void' });
  await work();
  expect(api.collections).toEqual([]);
  expect(await here.statusOf(order.id)).toBe('allocated');
});

test('if a process died during a booking request, the next process looks the booking up at the carrier', async () => {
  const { id } = await requested();
  const controller = new AbortController();
  await here.database.unitOfWork((db) =>
    db
      .update(dispatches)
      .set({ state: 'booking', asked_at: here.now(), asking_until: new Date(Date.parse(here.now()) + 4000).toISOString() })
      .where(eq(dispatches.id, id)),
  );
  api.book({ method: 'POST', path: '', headers: {}, body: { reference: `D-${String(id).padStart(5, '0')}` } });
  expect(await runDueJobs(here.services, [bookDispatch], controller.signal)).toBe(1);
  expect(api.call).toEqual([]);
  here.setClock(2);
  await work();
  expect(api.call.map(({ method }) => method)).toEqual(['GET']);
  expect(await read(id)).toMatchObject({ state: 'shipped', consignment: { tracking_number: 'JD000001' } });
});

test('a booking is requested once if several processes work on it', async () => {
  const { id } = await requested();
  await here.database.unitOfWork(async (db) => {
    const [job] = await db.select().from(jobs);
    if (job) await db.insert(jobs).values({ kind: job.kind, key: job.key, payload: job.payload, created_at: job.created_at, due_at: job.due_at });
  });
  await Promise.all([work(), work(), work()]);
  expect(await read(id)).toMatchObject({ state: 'shipped' });
  expect(api.call.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a dispatch that a person marks as shipped during the booking keeps the person’s number; without a number it gets the carrier’s', async () => {
  const manualDispatch = await requested();
  api.next.push(async (call, response, carrier) => {
    await here.picker.put(`${dispatchPath}/dispatches/${manualDispatch.id}`, { tracking_number: 'BY HAND' });
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(carrier.book(call)));
  });
  await work();
  expect(await read(manualDispatch.id)).toMatchObject({ state: 'shipped', consignment: { tracking_number: 'BY HAND' } });
  const too_late = await here.database.reader.select().from(auditRows).where(eq(auditRows.what, 'dispatch.booked_too_late'));
  expect(too_late).toMatchObject([{ on_id: manualDispatch.id, after: { tracking_number: 'JD000001' } }]);

  const dispatch = await requested();
  api.next.push(async (call, response, carrier) => {
    await here.office.post(`${dispatch.order.path}/set-as-allocated?dispatched=1`);
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(carrier.book(call)));
  });
  await work();
  expect(await read(dispatch.id)).toMatchObject({ state: 'shipped', consignment: { tracking_number: 'JD000002', consignment_number: 'C2' } });
  const movements = await here.database.reader.select().from(stockMovements).where(eq(stockMovements.dispatch_id, dispatch.id));
  expect(movements).toHaveLength(1);
});

test('an order on hold is not booked; an order that is put on hold during the booking ships when the hold ends', async () => {
  const waiting = await requested();
  await here.office.put(waiting.order.path, { is_frozen: true, frozen_reason: 'credit stop' });
  await work();
  expect(api.call).toEqual([]);
  here.setClock(7 * 60);
  expect(await work()).toBe(0);
  await here.office.put(waiting.order.path, { is_frozen: false });
  expect(await work()).toBe(1);
  expect(await read(waiting.id)).toMatchObject({ state: 'shipped' });

  const heldDispatch = await requested();
  api.next.push(async (call, response, carrier) => {
    await here.office.put(heldDispatch.order.path, { is_frozen: true, frozen_reason: 'credit stop' });
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(carrier.book(call)));
  });
  await work();
  expect(await read(heldDispatch.id)).toMatchObject({
    state: 'booking',
    booking_error: expect.stringContaining('on hold'),
    consignment: { tracking_number: 'JD000002' },
  });
  expect(await here.statusOf(heldDispatch.order.id)).toBe('waiting_for_courier');
  expect(await here.office.post(`${heldDispatch.order.path}/set-as-allocated`)).toMatchObject({ status: 409 });
  expect(await work()).toBe(0);
  await here.office.put(heldDispatch.order.path, { is_frozen: false });
  expect(await work()).toBe(1);
  expect(await read(heldDispatch.id)).toMatchObject({ state: 'shipped', booking_error: null, consignment: { tracking_number: 'JD000002' } });
  expect(api.call.filter(({ method }) => method === 'POST')).toHaveLength(2);
});

test('consolidated orders are booked once, and ship together', async () => {
  const account = await here.account();
  const site = await here.site(account.id);
  const about = { account_id: account.id, site_id: site.id };
  const pair = [await createBookedOrder(here, about), await createBookedOrder(here, about)];
  await here.picker.post(`${dispatchPath}/dispatch`, { orders: pair.map(({ uuid }) => requestRow(uuid)), consolidated: true });
  await work();
  expect(api.collections).toHaveLength(1);
  expect(await Promise.all(pair.map(({ id }) => here.statusOf(id)))).toEqual(['shipped', 'shipped']);
});

test('choosing a service of another carrier moves a waiting dispatch to that carrier', async () => {
  settle({ CARRIER_FIRST: 'manual' });
  const { id } = await requested('220');
  await here.picker.put(`${dispatchPath}/dispatches/${id}`, { service_key: 'ND24' });
  await work();
  expect(await read(id)).toMatchObject({ state: 'booking', carrier: 'manifest-file' });
  expect(readdirSync(join(folder, 'out'))).toEqual([`D-${String(id).padStart(5, '0')}.csv`]);
});

test('a carrier’s software receives bookings as files and answers with a file', async () => {
  const [first, second] = [await requested('ND24'), await requested('ND24')];
  await work();
  await takeCarrierAnswers();
  const number = (id: number): string => `D-${String(id).padStart(5, '0')}`;
  expect(readdirSync(join(folder, 'out')).sort()).toEqual([first, second].map(({ id }) => `${number(id)}.csv`).sort());
  expect(await read(first.id)).toMatchObject({ state: 'booking', can: { set_tracking: true } });
  expect(await here.office.post(`${first.order.path}/set-as-allocated`)).toMatchObject({ status: 409, body: { code: 'booking_in_flight' } });

  answers(
    'a.csv',
    `reference,consignment_number,tracking_number,error\n${number(first.id)},C7,ND0007,\n${number(second.id)},,,Too heavy\nD-99999,C8,ND8,\n`,
  );
  await takeCarrierAnswers();
  expect(await read(first.id)).toMatchObject({ state: 'shipped', consignment: { consignment_number: 'C7', tracking_number: 'ND0007' } });
  expect(await read(second.id)).toMatchObject({ state: 'failed', booking_error: 'Too heavy' });
  expect(readdirSync(join(folder, 'in', 'rejected'))).toHaveLength(1);

  // The file is read again, as after a crash between storing the answers and moving the file.
  answers('a.csv', `reference,consignment_number,tracking_number,error\n${number(first.id)},C7,ND0007,\n${number(second.id)},,,Too heavy\n`);
  await takeCarrierAnswers();
  expect(await here.stockOf(first.order.polo)).toMatchObject({ qty_available: 7 });
  expect(await read(second.id)).toMatchObject({ state: 'failed', booking_error: 'Too heavy' });

  await here.picker.put(`${dispatchPath}/dispatches/${second.id}`, { total_weight: 3 });
  await work();
  expect(readdirSync(join(folder, 'out'))).toContain(`${number(second.id)}-R2.csv`);
  answers('b.csv', `reference,tracking_number\n${number(second.id)},OLD PICK\n${number(second.id)}-R2,ND0008\n`);
  await takeCarrierAnswers();
  expect(await read(second.id)).toMatchObject({ state: 'shipped', consignment: { tracking_number: 'ND0008' } });
});

test('a carrier’s answer file cannot ship a dispatch that the carrier never received, or replace a number that a person set', async () => {
  const manual = await requested('999');
  settle({ CARRIER_FIRST: 'manifest-file' });
  const notYet = await requested('220');
  const shippedManually = await requested('220');
  await work();
  await here.database.unitOfWork((db) => db.update(dispatches).set({ asked_at: null, state: 'requested' }).where(eq(dispatches.id, notYet.id)));
  await here.picker.put(`${dispatchPath}/dispatches/${shippedManually.id}`, { tracking_number: 'MINE' });
  await takeCarrierAnswers();
  answers('a.csv', ['reference,tracking_number', ...[manual, notYet, shippedManually].map(({ id }) => `D-${id},STOLEN`), ''].join('\n'));
  await takeCarrierAnswers();
  expect(await read(manual.id)).toMatchObject({ state: 'requested' });
  expect(await read(notYet.id)).toMatchObject({ state: 'requested' });
  expect(await read(shippedManually.id)).toMatchObject({ consignment: { tracking_number: 'MINE' } });
});
