import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { accounts, noticeAccounts, noticeDownloads, notices, orderLines, returnReasons } from '../../server/db/tables/index.ts';
import { registerFile } from '../../server/files/register-file.ts';
import { storeFile } from '../../server/files/store-file.ts';
import { orderWaits } from '../../shared/ordering/order-waits.ts';
import { ship } from '../returns/shipped.ts';
import type { Caller } from '../world.ts';
import { clientFixture } from './fixture.ts';

async function* csvFile(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const waitingOf = async (by: Caller) => {
  const { status, body } = await by.get('/api/orders/waiting');
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const listed = async (by: Caller, query: string): Promise<string[]> => {
  const { status, body } = await by.get(`/api/orders?per_page=50&${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items.map(({ uuid }: { uuid: string }) => uuid).sort();
};

let s: Awaited<ReturnType<typeof clientFixture>>;
let office: Caller;
let me: Caller;
let manager: Caller;
let elsewhere: Caller;

beforeAll(async () => {
  s = await clientFixture();
  office = await s.as('super');
  await office.put(`/api/admin/products/${s.medium.id}`, { field: 'qty_available', value: 50 });
  me = await s.signIn(s.wearer);
  manager = await s.signed('manager');
  elsewhere = await s.signed('manager', { sites: [s.elsewhere.id] });
});

async function request(): Promise<string> {
  const uuid = await s.draft(me, [s.wearer.id]);
  await s.order(uuid, s.medium.id, 2, me);
  await s.submit(uuid, {}, me);
  return uuid;
}

test('nothing waits in a new company', async () => {
  const fresh = await clientFixture();
  expect(await waitingOf(fresh.admin)).toEqual({
    decisions: { count: 0, oldest: null },
    sizes: { count: 0, people: [], order: null },
    drafts: { count: 0, latest: null },
    parcels: { count: 0, sites: [], items: [] },
    returns: { count: 0, latest: null },
    notices: { count: 0, latest: null },
  });
});

test('a request waits for everybody who may approve it, the oldest first, and not for its requester', async () => {
  const first = await request();
  s.setClock(1);
  const second = await request();
  for (const by of [s.admin, manager]) {
    const { decisions } = await waitingOf(by);
    expect(decisions).toMatchObject({ count: 2, oldest: { uuid: first, lines: [{ product_name: expect.any(String) }] } });
    expect(await listed(by, 'waits=decision')).toEqual([first, second].sort());
  }
  for (const by of [me, elsewhere]) {
    expect((await waitingOf(by)).decisions).toEqual({ count: 0, oldest: null });
    expect(await listed(by, 'waits=decision')).toEqual([]);
  }
  // The filter lists exactly the orders of which the order itself says that the reader may approve them.
  for (const by of [s.admin, manager, elsewhere, me]) {
    const all = await listed(by, '');
    const approvable: string[] = [];
    for (const uuid of all) if ((await by.get(`/api/orders/${uuid}`)).body.can.approve) approvable.push(uuid);
    expect(await listed(by, 'waits=decision')).toEqual(approvable.sort());
  }
  // The managers of the site are asked first, so the client's admin is not among the approvers.
  const names = (await me.get(`/api/orders/${first}`)).body.approvers;
  expect(names).toHaveLength(1);
  expect((await manager.get(`/api/orders/${first}`)).body).toMatchObject({ approvers: names, last_po_reference: null });
  await s.submit(first, { client_po_reference: 'PO-1' }, manager);
  expect((await manager.get(`/api/orders/${first}`)).body).toMatchObject({ approvers: [], last_po_reference: null });
  // Only a company that needs a reference has one proposed, and only to somebody who may approve or submit.
  const lastPo = async (by: Caller) => (await by.get(`/api/orders/${second}`)).body.last_po_reference;
  expect(await lastPo(manager)).toBeNull();
  await s.database.unitOfWork(async (db) => void (await db.update(accounts).set({ require_po: true })));
  expect([await lastPo(manager), await lastPo(me)]).toEqual(['PO-1', null]);
  const draft = await s.draft(manager, [s.wearer.id]);
  expect((await manager.get(`/api/orders/${draft}`)).body.last_po_reference).toBe('PO-1');
  await manager.put(`/api/orders/${draft}`, { client_po_reference: 'PO-2' });
  expect((await manager.get(`/api/orders/${draft}`)).body).toMatchObject({ client_po_reference: 'PO-2', last_po_reference: null });
  await manager.delete(`/api/orders/${draft}`);
  await s.database.unitOfWork(async (db) => void (await db.update(accounts).set({ require_po: false })));
  expect((await waitingOf(s.admin)).decisions).toMatchObject({ count: 1, oldest: { uuid: second } });
});

test('lines without a size wait by wearer, with their order if it is the only one', async () => {
  const uuid = await s.draft(manager, [s.wearer.id]);
  const line = await s.order(uuid, s.parent.id, 1, manager, s.wearer.id, { is_size_selected: false });
  expect((await waitingOf(manager)).sizes.count).toBe(0);
  const { status, body } = await s.submit(uuid, { confirm_missing_sizes: true }, manager);
  expect(status, JSON.stringify(body)).toBe(200);
  expect((await waitingOf(manager)).sizes).toEqual({ count: 1, people: [{ name: expect.any(String), count: 1 }], order: uuid });
  expect(await listed(manager, 'waits=size')).toEqual([uuid]);
  expect((await waitingOf(me)).sizes).toMatchObject({ count: 1, order: uuid });
  expect((await waitingOf(elsewhere)).sizes.count).toBe(0);
  await s.database.unitOfWork(async (db) => void (await db.update(orderLines).set({ qty_cancelled: 1 }).where(eq(orderLines.id, line.id))));
  expect((await waitingOf(manager)).sizes.count).toBe(0);
});

test('a draft waits for the person who started it', async () => {
  const uuid = await s.draft(manager, [s.wearer.id]);
  expect((await waitingOf(manager)).drafts).toMatchObject({ count: 1, latest: { uuid, employees: [{ id: s.wearer.id }] } });
  expect(await listed(manager, 'waits=draft')).toEqual([uuid]);
  expect((await waitingOf(s.admin)).drafts.count).toBe(0);
});

test('goods to collect count as a parcel for a week, and their line names the dispatch', async () => {
  const uuid = await s.submitted(2);
  await ship(office, uuid);
  for (const by of [s.admin, manager]) {
    expect((await waitingOf(by)).parcels).toMatchObject({
      count: 1,
      sites: [{ name: expect.any(String), count: 1 }],
      items: [{ order: { uuid } }],
    });
    expect(await listed(by, 'waits=parcel')).toEqual([uuid]);
  }
  expect((await waitingOf(elsewhere)).parcels.count).toBe(0);
  const [line] = (await s.admin.get(`/api/orders/${uuid}`)).body.lines;
  expect(line.status).toEqual([{ state: 'to_collect', quantity: 2, on: s.now().slice(0, 10), reason: null, dispatch_id: expect.any(Number) }]);
  const before = s.now();
  s.setClock(new Date(Date.parse(before) + 8 * 86_400_000).toISOString());
  const later = await s.signed('client_admin');
  expect((await waitingOf(later)).parcels.count).toBe(0);
  // The home no longer names them, but they wait for whoever collects them.
  expect((await later.get(`/api/orders/${uuid}`)).body.lines[0].status).toMatchObject([{ state: 'to_collect', on: before.slice(0, 10) }]);
  s.setClock(before);
});

test('a return waits until it is decided', async () => {
  const uuid = await s.submitted(1);
  await ship(office, uuid);
  await s.database.unitOfWork(async (db) => void (await db.insert(returnReasons).values({ description: 'Too small' }).onConflictDoNothing()));
  const [reason] = (await s.admin.get('/api/return-reasons')).body.items;
  const [line] = (await s.admin.get(`/api/orders/${uuid}`)).body.lines;
  const { body } = await s.admin.post(`/api/orders/${uuid}/returns`, { lines: [{ id: line.id, qty_to_return: 1, return_reason: reason.id }] });
  expect((await waitingOf(s.admin)).returns).toMatchObject({ count: 1, latest: { id: body.id, product_name: line.product_name } });
  expect(await listed(s.admin, 'waits=return')).toEqual([uuid]);
  expect((await waitingOf(elsewhere)).returns.count).toBe(0);
  await office.put(`/api/admin/returns/${body.id}`, { finalise: true });
  expect((await waitingOf(s.admin)).returns.count).toBe(0);
});

test('a notice waits until its file is downloaded, for each reader; one without a file and one that has ended do not wait', async () => {
  const { services, database, now } = s;
  const file = await storeFile(services.settings.DATA_DIR, csvFile('Size,Chest\nS,92\n'), { kinds: ['csv'], max: 10_000 });
  const post = (subject: string, values: Partial<typeof notices.$inferInsert> = {}) =>
    database.unitOfWork(async (db) => {
      const file_id = await registerFile({ db, now: now() }, file);
      const [row] = await db
        .insert(notices)
        .values({ name: subject, subject, file_id, created_at: now(), ...values })
        .returning({ id: notices.id });
      if (!row) throw new Error('no notice');
      await db.insert(noticeAccounts).values({ notice_id: row.id, account_id: s.client.id });
      return row.id;
    });
  const chart = await post('Size chart');
  const prices = await post('New prices');
  await post('Closed at Christmas', { file_id: null });
  await post('Last year', { ends_at: '2020-01-01T00:00:00.000Z' });
  for (const by of [s.admin, manager]) expect((await waitingOf(by)).notices).toEqual({ count: 2, latest: { id: prices, subject: 'New prices' } });
  const { id: user_id } = (await s.admin.get('/api/profile')).body;
  await database.unitOfWork(async (db) => void (await db.insert(noticeDownloads).values({ notice_id: prices, user_id, at: now() })));
  expect((await waitingOf(s.admin)).notices).toEqual({ count: 1, latest: { id: chart, subject: 'Size chart' } });
  expect((await waitingOf(manager)).notices.count).toBe(2);
  const other = await clientFixture();
  expect((await waitingOf(other.admin)).notices.count).toBe(0);
  expect((await office.get('/api/orders/waiting')).status).toBe(403);
});

test('another company sees nothing of it, whatever it filters by', async () => {
  const other = await clientFixture();
  const theirs = await other.signed('client_admin');
  for (const waits of orderWaits) expect(await listed(theirs, `waits=${waits}`)).toEqual([]);
  expect((await s.admin.get('/api/orders?waits=everything')).status).toBe(422);
  expect(await listed(s.admin, `site_id=${s.elsewhere.id}`)).toEqual([]);
});
