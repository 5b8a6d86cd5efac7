import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { orders, returns } from '../../server/db/tables/index.ts';
import { insertMany } from '../../server/db/write-many.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { MAX_ORDERS_AT_ONCE } from '../../shared/ordering/list-actions.ts';
import { openScene } from '../endpoints/scene.ts';
import type { Caller } from '../world.ts';

type Scene = Awaited<ReturnType<typeof openScene>>;
let s: Scene;
let office: Caller;
const list = async (query = ''): Promise<{ uuids: string[]; total: number }> => {
  const { status, body } = await office.get(`/api/admin/orders?per_page=100&${query}`);
  expect(status, JSON.stringify(body).slice(0, 200)).toBe(200);
  return { uuids: body.items.map(({ uuid }: { uuid: string }) => uuid), total: body.total };
};
const act = (action: string, orders: string[], more: Record<string, unknown> = {}) =>
  office.post('/api/admin/orders/actions', { action, orders, ...more });

beforeAll(async () => {
  s = await openScene();
  office = s.callers.office;
});

describe('the office’s list of orders', () => {
  test('is filtered by site, day, hold, shortage and waiting time; the count of each stage follows the filters', async () => {
    const back = s.now();
    s.setClock('2026-09-01T09:00:00.000Z');
    const old = await s.submitted(2);
    s.setClock(back);
    const fresh = await s.submitted(3);
    const full = await s.allocated();
    const held = await s.submitted(1);
    await office.put(`/api/admin/orders/${held}`, { is_frozen: true, frozen_reason: 'Credit stop' });
    const away = await s.draft();
    await s.order(away);
    await s.submit(away, { delivery_site_id: s.elsewhere.id });
    for (const [uuid, required_on] of [
      [fresh, '2026-12-04'],
      [away, '2026-12-11'],
    ])
      expect((await office.put(`/api/admin/orders/${uuid}`, { required_on })).status).toBe(200);
    const shipped = (await s.shipped()).uuid;
    const draft = await s.draft();

    const has = async (query: string) => {
      const { uuids, total } = await list(query);
      expect(total).toBe(uuids.length);
      const uuidByName = { old, fresh, full, held, away, shipped, draft };
      return Object.entries(uuidByName).flatMap(([name, uuid]) => (uuids.includes(uuid) ? [name] : []));
    };
    expect(await has('')).toEqual(['old', 'fresh', 'full', 'held', 'away', 'shipped', 'draft']);
    expect(await has(`site_id=${s.elsewhere.id}`)).toEqual(['away']);
    expect(await has('held=1')).toEqual(['held']);
    expect(await has('short=true')).toEqual(['old', 'fresh', 'held', 'away']);
    expect(await has('required_from=2026-12-04')).toEqual(['fresh', 'away']);
    expect(await has('required_from=2026-12-05&required_to=2026-12-11')).toEqual(['away']);
    expect(await has('required_to=2026-12-04&start=2026-11-20')).toEqual(['fresh']);
    expect(await has('over_days=30')).toEqual(['old']);
    expect(await has('over_days=90')).toEqual([]);
    expect(await has('start=2026-09-01&end=2026-09-01')).toEqual(['old']);
    expect(await has('start=2026-11-20')).toEqual(['fresh', 'full', 'held', 'away', 'shipped']);
    // If a range contains most days, the server counts the orders outside the range and subtracts them.
    expect(await has('start=2026-09-02')).toEqual(['fresh', 'full', 'held', 'away', 'shipped']);
    for (const all of ['start=2000-01-01', 'end=2026-11-20', 'start=2026-09-01&end=2030-01-01', 'start=2026-08-01&end=2026-11-20'])
      expect(await has(all), all).toEqual(['old', 'fresh', 'full', 'held', 'away', 'shipped']);
    expect(await has('end=2026-11-19')).toEqual(['old']);
    for (const none of ['start=2026-11-21', 'end=2026-08-31', 'start=2026-09-02&end=2026-11-19']) expect(await has(none), none).toEqual([]);
    expect(await has('start=2000-01-01&stage=requires_allocation')).toEqual(['old', 'fresh', 'full', 'held', 'away']);
    expect(await has(`start=2000-01-01&account_id=${s.client.id}`)).toEqual(['old', 'fresh', 'full', 'held', 'away', 'shipped']);
    expect(await has(`stage=requires_allocation&held=0&short=1&account_id=${s.client.id}&over_days=30`)).toEqual(['old']);
    expect(await has('short=1&search=no-such-client')).toEqual([]);
    // The count beside a stage equals the total of the list that the stage opens, with any filters and search.
    for (const view of [
      '',
      'short=1',
      'over_days=30',
      'required_to=2026-12-31',
      'start=2026-11-20&required_from=2026-12-05',
      'start=2026-11-20',
      `site_id=${s.elsewhere.id}`,
      `account_id=${s.client.id}`,
      'search=Client',
      'search=Client&held=1',
      `search=Client&account_id=${s.client.id}`,
      'search=nobody-at-all',
    ]) {
      const { body } = await office.get(`/api/admin/orders/counts?${view}`);
      expect(body.all, view).toBe((await list(view)).total);
      for (const stage of ['requires_allocation', 'requires_picking', 'requires_prep', 'requires_dispatch', 'waiting_for_courier'])
        expect(body[stage], `${view} ${stage}`).toBe((await list(`${view}&stage=${stage}`)).total);
    }
    expect((await office.get('/api/admin/orders/counts?held=maybe')).status).toBe(422);
    // The lists of the floor filter by stage with these names.
    const [released, picked, booked] = [await s.released(), (await s.picked()).uuid, await s.booked()];
    for (const [flag, stage, uuid] of [
      ['picking_only', 'requires_picking', released],
      ['prep_only', 'requires_prep', picked],
      ['ready_for_dispatch_only', 'requires_dispatch', booked],
    ] as const) {
      const { uuids } = await list(`${flag}=1`);
      expect(uuids, flag).toContain(uuid);
      for (const query of [`stage=${stage}`, `filters.stage=${stage}`]) expect((await list(query)).uuids, query).toEqual(uuids);
    }
    const { body } = await office.get(`/api/orders/${old}`);
    expect(await has(`short=1&search=${body.order_number}`)).toEqual(['old']);
    for (const query of [
      'site_id=x',
      'held=maybe',
      'over_days=0',
      'over_days=9999',
      'start=yesterday',
      'required_to=2026-02-30',
      'end=2026-02-30',
      'stage=lost',
    ])
      expect((await office.get(`/api/admin/orders?${query}`)).status, query).toBe(422);
  });

  test('finds an order by its complete PO, also if the PO has upper and lower case or looks like an order number', async () => {
    const uuid = await s.draft();
    await s.order(uuid);
    await s.submit(uuid, { client_po_reference: 'Mixed-77/B' });
    expect((await list('search=Mixed-77%2FB')).uuids).toEqual([uuid]);
    const number = await s.draft();
    await s.order(number);
    await s.submit(number, { client_po_reference: '4500123' });
    expect((await list('search=4500123')).uuids).toEqual([number]);
  });

  test('finds the same orders for a word at every page size', async () => {
    const { body } = await office.get('/api/admin/orders?per_page=100&include=account,delivery_site,requester');
    const names = body.items.flatMap((order: Record<'account' | 'delivery_site' | 'requester', { name: string } | null>) =>
      [order.account, order.delivery_site, order.requester].flatMap((record) => record?.name.split(' ') ?? []),
    );
    const words = [...new Set<string>(names)].filter((word) => word.length > 1);
    expect(words.length).toBeGreaterThan(3);
    for (const word of words) {
      for (const more of ['', '&stage=requires_allocation', '&orderBy=order_number&sortedBy=asc', `&account_id=${s.client.id}`]) {
        const query = `search=${encodeURIComponent(word)}${more}`;
        const whole = await list(query);
        expect(whole.total, query).toBe(whole.uuids.length);
        const one = await office.get(`/api/admin/orders?per_page=1&${query}`);
        const last = await office.get(`/api/admin/orders?per_page=1&page=${Math.max(1, whole.total)}&${query}`);
        expect([one.body.total, last.body.total], query).toEqual([whole.total, whole.total]);
        const shownUuids = [one, last].flatMap(({ body: { items } }) => items.map(({ uuid }: { uuid: string }) => uuid));
        expect(shownUuids, query).toEqual(whole.total ? [whole.uuids[0], whole.uuids.at(-1)] : []);
      }
    }
  });

  test('is exported as CSV with the rows and numbers of all pages, in the order of the list', async () => {
    const query = 'stage=requires_allocation&orderBy=order_number&sortedBy=asc';
    const { body } = await office.get(`/api/admin/orders?per_page=100&${query}`);
    const response = await office.raw(`/admin/orders/export?per_page=1&${query}`);
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="orders-taken-2026-11-20.csv"');
    const rows = parse(await response.text(), { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map((row) => [row.order_number, row.status, row.account, Math.round(Number(row.total) * 100), Number(row.qty_allocated)])).toEqual(
      body.items.map((order: Record<string, unknown> & { account: { name: string } }) => [
        order.order_number,
        order.status,
        order.account.name,
        order.total,
        order.qty_items_allocated,
      ]),
    );
    expect((await office.raw('/admin/orders/export?stage=lost')).status).toBe(422);
    expect((await s.callers.picker.raw('/admin/orders/export')).status).toBe(403);
  });

  test('returns the uuids of all orders of a filtered view, whatever the page, in the order of the list', async () => {
    for (const query of ['', 'sortedBy=asc', 'orderBy=order_number', 'orderBy=created_at&sortedBy=asc', 'short=1', 'search=Client']) {
      const { uuids } = await list(query);
      const { body } = await office.get(`/api/admin/orders/matching?per_page=1&${query}`);
      expect(body, query).toEqual({ uuids, is_cut: false });
    }
    expect((await s.callers.picker.get('/api/admin/orders/matching')).status).toBe(403);
  });
});

describe('bulk actions on orders', () => {
  test('return the outcome for each order, and an order that fails does not stop the others', async () => {
    const [one, other] = [await s.submitted(2), await s.submitted(1)];
    const draft = await s.draft();
    const nowhere = '01920000-0000-7000-8000-000000000000';
    const { status, body } = await act('allocate', [one, draft, nowhere, other]);
    expect(status).toBe(200);
    expect(body.items).toMatchObject([
      { uuid: one, is_done: true, message: '2 allocated; all of it is.', code: null },
      { uuid: draft, is_done: false, message: messages.order_not_submitted, code: 'order_not_submitted' },
      { uuid: nowhere, order_number: null, is_done: false, message: messages.not_found },
      { uuid: other, is_done: true, message: '1 allocated; all of it is.' },
    ]);
    expect((await office.get(`/api/orders/${one}`)).body.lines[0].qty_allocated).toBe(2);
    expect((await act('allocate', [one])).body.items[0].message).toBe('All of it was allocated already.');
    expect((await act('release', [one, draft])).body.items).toMatchObject([
      { is_done: true, message: 'Order is now ready to pick' },
      { is_done: false },
    ]);
    expect((await act('release', [one])).body.items[0]).toMatchObject({ is_done: true });
    expect((await act('allocate', [one])).body.items[0]).toMatchObject({ is_done: false, code: 'pick_open' });
    expect((await act('hold', [one, other], { frozen_reason: 'Credit stop' })).body.items).toMatchObject([{ is_done: true }, { is_done: true }]);
    expect((await act('unallocate', [other])).body.items[0]).toMatchObject({ is_done: false, code: 'order_frozen' });
    expect((await act('let_go', [one, other])).body.items).toMatchObject([{ is_done: true }, { is_done: true }]);
    expect((await act('send_back', [one])).body.items[0]).toMatchObject({ is_done: true });
    expect((await act('unallocate', [one, other])).body.items).toMatchObject([{ is_done: true }, { is_done: true }]);
    expect((await office.get(`/api/orders/${one}`)).body.lines[0].qty_allocated).toBe(0);
  });

  test('accept only valid input, and no more orders than the limit', async () => {
    const uuid = await s.submitted();
    const many = Array.from({ length: MAX_ORDERS_AT_ONCE + 1 }, (_, n) => `01920000-0000-7000-8000-${String(n).padStart(12, '0')}`);
    for (const [body, field] of [
      [{ action: 'allocate', orders: [] }, 'orders'],
      [{ action: 'allocate', orders: ['x'] }, 'orders.0'],
      [{ action: 'allocate', orders: [uuid, uuid] }, 'orders'],
      [{ action: 'allocate', orders: many }, 'orders'],
      [{ action: 'delete', orders: [uuid] }, 'action'],
      [{ action: 'hold', orders: [uuid] }, 'frozen_reason'],
      [{ action: 'hold', orders: [uuid], frozen_reason: '  ' }, 'frozen_reason'],
    ] as const)
      expect(await office.post('/api/admin/orders/actions', body), JSON.stringify(body).slice(0, 80)).toMatchObject({
        status: 422,
        body: { errors: { [field]: expect.anything() } },
      });
    for (const by of [s.callers.picker, s.admin])
      expect((await by.post('/api/admin/orders/actions', { action: 'allocate', orders: [uuid] })).status).toBe(403);
  });

  test('are carried out once even if the request is sent again', async () => {
    const uuid = await s.submitted();
    const key = s.key();
    const send = () => office.post('/api/admin/orders/actions', { action: 'allocate', orders: [uuid] }, key);
    const first = await send();
    const again = await send();
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('Idempotent-Replay')).toBe('true');
  });
});

describe('the office’s list sorted by the day on which orders are required', () => {
  test('has the orders without a day last in both directions, on every page, in the export and as a choice', async () => {
    const days = ['2026-12-03', null, '2026-11-25', '2026-12-03', null];
    const uuids: string[] = [];
    for (const required_on of days) {
      const uuid = await s.submitted(1);
      uuids.push(uuid);
      if (required_on) expect((await office.put(`/api/admin/orders/${uuid}`, { required_on })).status).toBe(200);
    }
    const [third, first, second, fourth, fifth] = uuids as [string, string, string, string, string];
    const expected = { asc: [second, third, fourth, first, fifth], desc: [fourth, third, second, fifth, first] };
    for (const sortedBy of ['asc', 'desc'] as const) {
      const query = `orderBy=required_on&sortedBy=${sortedBy}`;
      const ours = (all: string[]) => all.filter((uuid) => uuids.includes(uuid));
      expect(ours((await list(query)).uuids), sortedBy).toEqual(expected[sortedBy]);
      expect(ours((await list(`${query}&stage=requires_allocation`)).uuids), sortedBy).toEqual(expected[sortedBy]);
      const paged: string[] = [];
      const { total } = await list(query);
      for (let page = 1; paged.length < total; page += 1)
        paged.push(...(await office.get(`/api/admin/orders?${query}&per_page=2&page=${page}`)).body.items.map((one: { uuid: string }) => one.uuid));
      expect(ours(paged), sortedBy).toEqual(expected[sortedBy]);
      expect(ours((await office.get(`/api/admin/orders/matching?${query}`)).body.uuids), sortedBy).toEqual(expected[sortedBy]);
    }
  });
});

describe('exchanges and drafts of the office', () => {
  test('are lists of their own, with their counts in every view', async () => {
    const before = (await office.get('/api/admin/orders/counts')).body;
    const { account, wearer } = { account: s.client, wearer: s.wearer };
    const drafted = (await office.post('/api/admin/orders', { account_id: account.id, employees: [wearer.id] })).body.uuid;
    const clients = await s.draft();
    const sent = await s.submitted(1);
    const cancelled = await s.submitted(1);
    for (const uuid of [sent, cancelled]) {
      const { id: return_id } = await s.returned();
      const [order] = await s.database.reader.select({ id: orders.id }).from(orders).where(eq(orders.uuid, uuid));
      await s.database.unitOfWork((db) => db.update(returns).set({ exchange_order_id: order?.id }).where(eq(returns.id, return_id)));
    }
    await office.post(`/api/orders/${cancelled}/cancel`);
    const drafts = await list('office_drafts=1');
    expect(drafts.uuids).toContain(drafted);
    expect(drafts.uuids).not.toContain(clients);
    const exchanges = await list('exchanges=1');
    expect(exchanges.uuids).toContain(sent);
    expect(exchanges.uuids).not.toContain(cancelled);
    const after = (await office.get('/api/admin/orders/counts?held=1')).body;
    expect(after).toMatchObject({ office_drafts: before.office_drafts + 1, exchanges: before.exchanges + 1 });
    expect([drafts.total, exchanges.total]).toEqual([after.office_drafts, after.exchanges]);
  });
});

describe('selecting all orders of a view', () => {
  test('returns at most the permitted number of orders, and whether there are more', async () => {
    const uuid = await s.submitted();
    const [template] = await s.database.reader.select().from(orders).where(eq(orders.uuid, uuid));
    if (!template) throw new Error('no order');
    const { id: _, ...head } = template;
    // The orders are drafts, because PostgreSQL adds each submitted order to the spend of its budgets, which takes a millisecond.
    const draft = { ...head, status: 'draft' as const, submitted_at: null, terms_accepted_at: null, cost_code: 'many' };
    const more = Array.from({ length: limits.chosen_orders }, (_order, n) => ({ ...draft, uuid: `chosen-${n}` }));
    await s.database.unitOfWork((db) => insertMany(db, orders, more));
    const { body } = await office.get('/api/admin/orders/matching?orderBy=order_number&sortedBy=asc');
    expect(body.is_cut).toBe(true);
    expect(new Set(body.uuids).size).toBe(limits.chosen_orders);
    const { uuids } = await list('orderBy=order_number&sortedBy=asc');
    expect(body.uuids.slice(0, 100)).toEqual(uuids);
  });
});
