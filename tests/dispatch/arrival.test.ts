import { asc, eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { run } from '../../server/db/db.ts';
import { auditRows, consignments, dispatches } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';
import { ship } from '../returns/shipped.ts';
import { Tablet } from '../sync/tablet.ts';
import type { Caller } from '../world.ts';

const DAY = 86_400_000;

let s: Awaited<ReturnType<typeof clientFixture>>;
let office: Caller;
let manager: Caller;

beforeAll(async () => {
  s = await clientFixture();
  office = await s.as('super');
  await office.put(`/api/admin/products/${s.medium.id}`, { field: 'qty_available', value: 200 });
  manager = await s.signed('manager');
});

/** Ships an order of two items. Returns its uuid, its dispatch and the path at which people of the client say whether it has arrived. */
async function parcel(uuid?: string) {
  const order = uuid ?? (await s.submitted(2));
  await ship(office, order);
  const { id } = (await s.admin.get(`/api/orders/${order}`)).body.dispatches[0];
  return { uuid: order, id: id as number, path: `/api/orders/${order}/dispatches/${id}/arrival` };
}

const read = async (by: Caller, { uuid }: { uuid: string }) => (await by.get(`/api/orders/${uuid}`)).body;
const auditOf = async ({ id }: { id: number }): Promise<string[]> =>
  (await s.database.reader.select().from(auditRows).where(eq(auditRows.on_id, id)).orderBy(asc(auditRows.id)))
    .filter(({ on_type }) => on_type === 'dispatch')
    .map(({ what }) => what);
const asNow = (ms: number, act: () => Promise<void>) => {
  const before = s.now();
  s.setClock(new Date(Date.parse(before) + ms).toISOString());
  return act().finally(() => s.setClock(before));
};

test('a parcel arrives when its client says so: its lines are delivered, and it is no longer on its way', async () => {
  const sent = await parcel();
  expect((await read(manager, sent)).dispatches).toMatchObject([{ delivered_on: null, can: { confirm_arrival: true, take_back_arrival: false } }]);
  const { status, body } = await manager.put(sent.path, { has_arrived: true });
  expect(status, JSON.stringify(body)).toBe(200);
  const today = s.now().slice(0, 10);
  expect(body).toMatchObject({
    id: sent.id,
    delivered_on: today,
    delivery_source: 'client',
    can: { confirm_arrival: false, take_back_arrival: true },
  });
  const order = await read(s.admin, sent);
  expect(order.lines[0].status).toEqual([{ state: 'delivered', quantity: 2, on: today, reason: null, dispatch_id: sent.id }]);
  expect(order.dispatches[0]).toMatchObject({ delivered_by: { name: expect.any(String) }, can: { take_back_arrival: false } });
  const { parcels } = (await manager.get('/api/orders/waiting')).body;
  expect(parcels.items.map(({ id }: { id: number }) => id)).not.toContain(sent.id);
  expect((await manager.get('/api/orders?per_page=50&waits=parcel')).body.items.map(({ uuid }: { uuid: string }) => uuid)).not.toContain(sent.uuid);
  const { items } = (await manager.get(`/api/orders/${sent.uuid}/timeline`)).body;
  expect(items.at(-1)).toMatchObject({ kind: 'delivered', on: today });
});

test('what somebody confirmed can be taken back by that person alone', async () => {
  const sent = await parcel();
  await manager.put(sent.path, { has_arrived: true });
  const refused = await s.admin.put(sent.path, { has_arrived: null });
  expect(refused).toMatchObject({ status: 409, body: { code: 'recorded_by_another' } });
  expect((await manager.put(sent.path, { has_arrived: null })).body).toMatchObject({ delivered_on: null, can: { confirm_arrival: true } });
  expect((await read(manager, sent)).lines[0].status).toMatchObject([{ state: 'to_collect', dispatch_id: sent.id }]);
  // Nothing is left to take back.
  expect((await manager.put(sent.path, { has_arrived: null })).status).toBe(200);
  expect(await auditOf(sent)).toEqual(['dispatch.delivered', 'dispatch.delivery_taken_back']);
});

test('two people who confirm at once make one record, and neither gets an error', async () => {
  const sent = await parcel();
  const answers = await Promise.all([manager.put(sent.path, { has_arrived: true }), s.admin.put(sent.path, { has_arrived: true })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await auditOf(sent)).toEqual(['dispatch.delivered']);
});

test('who does not see the order gets 404, and the office gets 403; a wearer confirms a parcel with their own items alone', async () => {
  const sent = await parcel();
  const elsewhere = await s.signed('manager', { sites: [s.elsewhere.id] });
  expect((await elsewhere.put(sent.path, { has_arrived: true })).status).toBe(404);
  expect((await office.put(sent.path, { has_arrived: true })).status).toBe(403);
  expect((await s.admin.put(`/api/orders/${sent.uuid}/dispatches/${sent.id + 999}/arrival`, { has_arrived: true })).status).toBe(404);
  const me = await s.signIn(s.wearer);
  expect((await me.put(sent.path, { has_arrived: true })).status).toBe(200);

  const colleague = await s.person('employee');
  await s.dress(colleague.id);
  const uuid = await s.draft(s.admin, [s.wearer.id, colleague.id]);
  await s.order(uuid, s.medium.id, 1);
  await s.order(uuid, s.medium.id, 1, s.admin, colleague.id);
  expect((await s.submit(uuid)).status).toBe(200);
  const shared = await parcel(uuid);
  expect((await read(me, shared)).dispatches).toMatchObject([{ can: { confirm_arrival: false, report_not_arrived: false } }]);
  expect((await me.put(shared.path, { has_arrived: true })).status).toBe(403);
});

test('a parcel that has not arrived is reported after the day on which it is expected; that it arrives later ends the report', async () => {
  const sent = await parcel();
  expect(await manager.put(sent.path, { has_arrived: false })).toMatchObject({ status: 409, body: { code: 'not_due' } });
  await asNow(5 * DAY, async () => {
    const by = await s.signed('manager');
    expect((await read(by, sent)).dispatches).toMatchObject([{ can: { report_not_arrived: true } }]);
    expect((await by.put(sent.path, { has_arrived: false })).body).toMatchObject({ not_arrived_at: s.now(), can: { report_not_arrived: false } });
    // A second report changes nothing.
    expect((await by.put(sent.path, { has_arrived: false })).status).toBe(200);
    expect((await read(by, sent)).lines[0].status).toMatchObject([{ state: 'to_collect' }]);
    expect((await by.put(sent.path, { has_arrived: null })).body).toMatchObject({ not_arrived_at: null });
    await by.put(sent.path, { has_arrived: false });
    expect((await by.put(sent.path, { has_arrived: true })).body).toMatchObject({ delivered_on: s.now().slice(0, 10) });
    expect(await by.put(sent.path, { has_arrived: false })).toMatchObject({ status: 409, body: { code: 'arrived_already' } });
  });
  expect(await auditOf(sent)).toEqual(['dispatch.not_arrived', 'dispatch.not_arrived_taken_back', 'dispatch.not_arrived', 'dispatch.delivered']);
});

test('nobody is asked about a parcel that left more than 30 days ago', async () => {
  const sent = await parcel();
  await asNow(31 * DAY, async () => {
    const later = await s.signed('manager');
    expect((await read(later, sent)).dispatches).toMatchObject([{ can: { confirm_arrival: false, report_not_arrived: false } }]);
    expect(await later.put(sent.path, { has_arrived: true })).toMatchObject({ status: 409, body: { code: 'too_long_ago' } });
  });
});

const listPath = '/api/admin/shipping/orders/dispatches';
const listed = async (delivery: string): Promise<number[]> =>
  (await office.get(`${listPath}?delivery=${delivery}&per_page=100`)).body.items.map(({ id }: { id: number }) => id);

test('the office records many dispatches at once with the day on which they arrived, and takes it back', async () => {
  const [one, other] = [await parcel(), await parcel()];
  await manager.put(one.path, { has_arrived: true });
  const ids = [one.id, other.id];
  expect((await (await s.as('warehouse')).post(`${listPath}/delivered`, { ids })).status).toBe(403);
  expect((await office.post(`${listPath}/delivered`, { ids: [...ids, other.id + 999] })).status).toBe(404);
  expect(await listed('on_its_way')).toContain(other.id);
  const { status, body } = await office.post(`${listPath}/delivered`, { ids });
  expect(status, JSON.stringify(body)).toBe(200);
  // What the client said first stays.
  expect(body.items).toMatchObject([
    { id: one.id, delivery_source: 'client', can: { record_delivery: false, take_back_delivery: true } },
    { id: other.id, delivery_source: 'office', delivered_on: s.now().slice(0, 10), delivered_by: expect.any(String) },
  ]);
  expect(await listed('delivered')).toEqual(expect.arrayContaining(ids));
  expect(await listed('on_its_way')).not.toContain(other.id);
  // To the client, everybody at the provider has one name, and only the office takes back what it said.
  expect((await read(manager, other)).dispatches).toMatchObject([{ delivered_by: { id: null }, can: { take_back_arrival: false } }]);
  expect((await office.post(`${listPath}/not-delivered`, { ids })).body.items).toMatchObject([{ delivered_on: null }, { delivered_on: null }]);
  expect((await office.post(`${listPath}/not-delivered`, { ids })).status).toBe(200);
  expect(await auditOf(other)).toEqual(['dispatch.delivered', 'dispatch.delivery_taken_back']);
});

test('of bulk deliveries that overlap, each succeeds, and each dispatch is recorded once', async () => {
  const sent = [];
  for (let n = 0; n < 6; n++) sent.push(await parcel());
  const ids = sent.map(({ id }) => id);
  const others = await Promise.all([s.as('super'), s.as('super'), s.as('super')]);
  // The same dispatches in different sequences: without one sequence of locks, two of these wait for each other.
  const selections = [ids, [...ids].reverse(), ids.slice(0, 4).reverse(), ids.slice(2), [...ids.slice(3), ...ids.slice(0, 3)], ids];
  const record = (verb: string) => Promise.all(selections.map((some, n) => (others[n % 3] ?? office).post(`${listPath}/${verb}`, { ids: some })));
  expect((await record('delivered')).map(({ status }) => status)).toEqual(selections.map(() => 200));
  for (const one of sent) expect(await auditOf(one)).toEqual(['dispatch.delivered']);
  expect((await record('not-delivered')).map(({ status }) => status)).toEqual(selections.map(() => 200));
  for (const one of sent) expect(await auditOf(one)).toEqual(['dispatch.delivered', 'dispatch.delivery_taken_back']);

  // If some record what others take back, each dispatch ends as its last event says.
  const answers = await Promise.all(selections.map((some, n) => office.post(`${listPath}/${n % 2 ? 'not-delivered' : 'delivered'}`, { ids: some })));
  expect(answers.map(({ status }) => status)).toEqual(selections.map(() => 200));
  for (const one of sent) {
    const events = await auditOf(one);
    for (const [n, event] of events.entries()) expect(event).toBe(n % 2 ? 'dispatch.delivery_taken_back' : 'dispatch.delivered');
    const [stored] = await s.database.reader.select().from(dispatches).where(eq(dispatches.id, one.id));
    expect(stored?.delivered_on === null).toBe(events.length % 2 === 0);
  }
});

test('a delivery is neither before the dispatch nor in the future, and nothing is recorded of the others then', async () => {
  const [one, other] = [await parcel(), await parcel()];
  const day = (days: number) => new Date(Date.parse(s.now()) + days * DAY).toISOString().slice(0, 10);
  for (const delivered_on of [day(-1), day(1), 'soon'])
    expect(await office.post(`${listPath}/delivered`, { ids: [one.id, other.id], delivered_on })).toMatchObject({
      status: 422,
      body: { errors: { delivered_on: [expect.any(String)] } },
    });
  await s.database.unitOfWork(
    async (db) => void (await db.update(dispatches).set({ state: 'void', dispatched_at: null }).where(eq(dispatches.id, other.id))),
  );
  expect(await office.post(`${listPath}/delivered`, { ids: [one.id, other.id] })).toMatchObject({ status: 409, body: { code: 'not_dispatched' } });
  expect(await auditOf(one)).toEqual([]);
});

test('a parcel that its client misses waits on the board of the day until it is recorded as delivered', async () => {
  const sent = await parcel();
  const missing = async () => (await office.get('/api/admin/day')).body.missing;
  const before = (await missing()).total;
  await asNow(5 * DAY, async () => {
    const by = await s.signed('manager');
    expect((await by.put(sent.path, { has_arrived: false })).status).toBe(200);
  });
  expect(await missing()).toMatchObject({ total: before + 1, dispatch_number: expect.any(String), name: expect.any(String) });
  expect(await listed('not_arrived')).toHaveLength(before + 1);
  await office.post(`${listPath}/delivered`, { ids: [sent.id] });
  expect((await missing()).total).toBe(before);
});

test('a system of the carrier says by the tracking number that a parcel has arrived; it may do nothing else', async () => {
  const made = await office.post('/api/admin/api-tokens', { name: 'Carrier', scopes: ['deliveries'] });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const carrier = s.caller(made.body.token, office.id);
  const numbered = async (tracking_number: string) => {
    const sent = await parcel();
    await s.database.unitOfWork(
      async (db) => void (await db.update(consignments).set({ tracking_number }).where(eq(consignments.dispatch_id, sent.id))),
    );
    return { ...sent, path: `/api/admin/consignments/${encodeURIComponent(tracking_number)}/delivered` };
  };
  const old = await numbered('TR 47/1');
  const sent = await numbered('TR 47/1');
  const today = s.now().slice(0, 10);
  expect((await carrier.put(sent.path, { delivered_on: '2020-01-01' })).status).toBe(422);
  for (const _ of [1, 2]) {
    const { status, body } = await carrier.put(sent.path, {});
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ id: sent.id, delivered_on: today, delivery_source: 'carrier', delivered_by: null });
  }
  expect(await auditOf(sent)).toEqual(['dispatch.delivered']);
  // The carrier used its number again: the parcel that left before is not meant.
  expect(await auditOf(old)).toEqual([]);
  const { items } = (await manager.get(`/api/orders/${sent.uuid}/timeline`)).body;
  expect(items.at(-1)).toMatchObject({ kind: 'delivered', who: null, on: today });
  expect((await carrier.put('/api/admin/consignments/NOBODYS/delivered', {})).status).toBe(404);
  const waiting = await numbered('TR-48');
  await s.database.unitOfWork(
    async (db) => void (await db.update(dispatches).set({ state: 'requested', dispatched_at: null }).where(eq(dispatches.id, waiting.id))),
  );
  expect(await carrier.put(waiting.path, {})).toMatchObject({ status: 409, body: { code: 'not_dispatched' } });
  // Each token has one purpose, and one for deliveries is for all clients.
  expect((await carrier.get('/api/admin/imports')).status).toBe(401);
  expect((await carrier.get(listPath)).status).toBe(401);
  const imports = await office.post('/api/admin/api-tokens', { name: 'Payroll', scopes: ['imports'] });
  expect((await s.caller(imports.body.token, office.id).put(sent.path, {})).status).toBe(401);
  expect((await manager.put(sent.path, {})).status).toBe(403);
  expect((await office.post('/api/admin/api-tokens', { name: 'One', scopes: ['deliveries'], account_id: s.client.id })).status).toBe(422);
});

test('the database refuses a delivery of what has not left, and one before the dispatch', async () => {
  const sent = await parcel();
  const change = (values: object) =>
    s.database.unitOfWork(async (db) => void (await db.update(dispatches).set(values).where(eq(dispatches.id, sent.id))));
  const delivery = { delivered_on: s.now().slice(0, 10), delivered_at: s.now(), delivery_source: 'carrier' as const };
  await expect(change({ delivered_on: '2020-01-01', delivered_at: s.now(), delivery_source: 'carrier' })).rejects.toThrow();
  await expect(change({ delivered_on: delivery.delivered_on })).rejects.toThrow();
  await expect(change({ ...delivery, state: 'void', dispatched_at: null })).rejects.toThrow();
  await expect(change({ not_arrived_at: s.now() })).rejects.toThrow();
  await change(delivery);
});

test('a delivery leaves the rows of tablets as they are', async () => {
  const sent = await parcel();
  const tablet = new Tablet(await s.as('warehouse'));
  await tablet.sync();
  const versionOf = async () =>
    (await s.database.reader.select({ v: dispatches.v, version: dispatches.version }).from(dispatches).where(eq(dispatches.id, sent.id)))[0];
  const before = await versionOf();
  await manager.put(sent.path, { has_arrived: true });
  expect(await versionOf()).toEqual(before);
  // Also if something else stamps the row, the tablet gets no dispatch that has left.
  await s.database.unitOfWork(async (db) => void (await run(db, sql`update dispatches set version = version + 1 where id = ${sent.id}`)));
  await tablet.sync();
  expect(tablet.rows.dispatch.get(sent.id)).toBeUndefined();
});

test('home lists the parcels that left first, each with its order', async () => {
  const fresh = await clientFixture();
  const freshOffice = await fresh.as('super');
  await freshOffice.put(`/api/admin/products/${fresh.medium.id}`, { field: 'qty_available', value: 50 });
  const sent: string[] = [];
  for (let minute = 1; minute <= 4; minute += 1) {
    fresh.setClock(minute);
    sent.push(await fresh.submitted(1));
    await ship(freshOffice, sent.at(-1) ?? '');
  }
  const { parcels } = (await fresh.admin.get('/api/orders/waiting')).body;
  expect(parcels).toMatchObject({ count: 4, items: [{}, {}, {}] });
  expect(parcels.items.map(({ order }: { order: { uuid: string } }) => order.uuid)).toEqual(sent.slice(0, 3));
  expect(parcels.items[0]).toMatchObject({ site_name: expect.any(String), can: { confirm_arrival: true } });
});
