import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rows } from '../../server/db/db.ts';
import { compactSpendTally } from '../../server/db/spend-tally.ts';
import { orderLines, orders, products, returnLines, returnReasons, returns } from '../../server/db/tables/index.ts';
import type { Role } from '../../shared/roles.ts';
import { clientFixture } from '../ordering/fixture.ts';
import type { Caller } from '../world.ts';

const base = '/api/dashboards/homepage';
type Fixture = Awaited<ReturnType<typeof clientFixture>>;
let s: Fixture;
let office: Caller;

const graph = async (by: Caller, name: string, query = '') => {
  const { status, body } = await by.get(`${base}/graphs/${name}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const fetchSpend = async (by: Caller, query = '', name = 'sbp'): Promise<number> => (await graph(by, name, query)).totals.spend;

/** Submits an order of one line at this time. Returns the order's uuid. */
async function submittedAt(fixture: Fixture, at: string, quantity = 1): Promise<string> {
  const back = fixture.now();
  fixture.setClock(at);
  const uuid = await fixture.submitted(quantity);
  fixture.setClock(back);
  return uuid;
}
const change = (uuid: string, values: Partial<typeof orders.$inferInsert>) =>
  s.database.unitOfWork(async (db) => void (await db.update(orders).set(values).where(eq(orders.uuid, uuid))));
const lineOf = async (uuid: string) => (await office.get(`/api/orders/${uuid}`)).body.lines[0];

const today = '2026-11-20T09:00:00.000Z';
beforeEach(() => s.setClock(today));

/** Returns the rows of the tally that differ from a new sum of the lines. */
const disagreeing = () =>
  rows(
    s.database.reader,
    sql`select kind, of_id, period, key_id from (
        select kind, of_id, period, key_id, n, spent, returned from spend_sums
        union all select kind, of_id, period, key_id, -n, -spent, -returned from spend_notes
      ) as both_ways group by kind, of_id, period, key_id having sum(n) <> 0 or sum(spent) <> 0 or sum(returned) <> 0`,
  );

beforeAll(async () => {
  s = await clientFixture();
  office = await s.as('super');
});

describe('access', () => {
  const allowed: Record<string, Role[]> = {
    shortfall: ['client_admin', 'site_admin', 'manager', 'employee_with_order', 'employee'],
    'graphs/sbc': ['super'],
    'graphs/sbp': ['super', 'client_admin', 'site_admin', 'manager', 'employee_with_order', 'employee'],
    'graphs/sbs': ['client_admin', 'site_admin', 'manager'],
    'graphs/uas': ['client_admin', 'site_admin', 'manager'],
    'graphs/uss': ['client_admin', 'site_admin', 'manager', 'employee_with_order', 'employee'],
  };
  test.each(['super', 'warehouse', 'embroiderer', 'client_admin', 'site_admin', 'manager', 'employee_with_order', 'employee'] as const)(
    'the role %s gets 200 from the graphs and lists that it may see, and 403 from all others',
    async (role) => {
      const isClient = !['super', 'warehouse', 'embroiderer'].includes(role);
      const by = isClient ? await s.signed(role) : await s.as(role);
      for (const [path, may] of Object.entries(allowed)) {
        if (path === 'graphs/uss' && role === 'super') continue;
        expect((await by.get(`${base}/${path}`)).status, path).toBe(may.includes(role) ? 200 : 403);
      }
      expect((await by.get(`${base}/graphs/xyz`)).status).toBe(404);
    },
  );

  test('a super has to choose whose budgets to show, and gets 404 for a person who does not exist', async () => {
    expect(await office.get(`${base}/graphs/uss`)).toMatchObject({ status: 422, body: { errors: { employee_id: [expect.any(String)] } } });
    expect((await office.get(`${base}/graphs/uss?employee_id=${s.wearer.id}`)).status).toBe(200);
    expect((await office.get(`${base}/graphs/uss?employee_id=999999`)).status).toBe(404);
  });
});

test('an invalid parameter of a graph or of the shortfall gets 422', async () => {
  for (const query of ['timeframe=4m', 'timeframe=', 'all_sites=maybe', 'site_id=x', 'site_id=0', 'employee_id=-1', 'employee_id=1.5'])
    expect((await s.admin.get(`${base}/graphs/sbp?${query}`)).status, query).toBe(422);
  for (const query of ['page=0', 'sortedBy=up', 'orderBy=id', 'all_sites=2', 'include=lines'])
    expect((await s.admin.get(`${base}/shortfall?${query}`)).status, query).toBe(422);
});

test('a client’s graphs contain no orders, sites or people of another client', async () => {
  const other = await clientFixture({ price: 7777 });
  await other.submitted(3);
  const before = [await fetchSpend(s.admin), await fetchSpend(s.admin, '', 'sbs')];
  await other.submitted(1);
  expect([await fetchSpend(s.admin), await fetchSpend(s.admin, '', 'sbs')]).toEqual(before);
  expect(await fetchSpend(other.admin)).toBe(4 * 7777);
  for (const path of ['graphs/sbp', 'graphs/sbs', 'graphs/uas', 'graphs/uss', 'shortfall']) {
    expect((await s.admin.get(`${base}/${path}?site_id=${other.site.id}`)).status, path).toBe(404);
    expect((await s.admin.get(`${base}/${path}?employee_id=${other.wearer.id}`)).status, path).toBe(404);
  }
  const { labels, ids } = await graph(office, 'sbc');
  expect(labels).toContain(other.client.name);
  expect(ids).toContain(other.client.id);
});

test.each(['site_admin', 'manager'] as const)('a %s sees the spend of their sites, and of their own orders for other sites', async (role) => {
  const fixture = await clientFixture();
  const me = await fixture.signed(role);
  const submitOrder = async (by: Caller, quantity: number, to: number | null): Promise<void> => {
    const uuid = await fixture.draft(by);
    await fixture.order(uuid, fixture.medium.id, quantity, by);
    expect((await fixture.submit(uuid, {}, by)).status).toBe(200);
    await change(uuid, { delivery_site_id: to });
  };
  await submitOrder(fixture.admin, 1, fixture.site.id);
  await submitOrder(me, 2, fixture.site.id);
  await submitOrder(fixture.admin, 4, fixture.elsewhere.id);
  await submitOrder(me, 8, fixture.elsewhere.id);
  await submitOrder(me, 16, null);
  const bySite = async (query = '') => {
    const { ids, count, spend } = await graph(me, 'sbs', query);
    return ids.map((id: number | null, n: number) => [id, count[n], spend[n]]);
  };
  expect(await bySite()).toEqual([
    [null, 1, 16 * 1250],
    [fixture.elsewhere.id, 1, 8 * 1250],
    [fixture.site.id, 2, 3 * 1250],
  ]);
  for (const query of ['?all_sites=0', `?site_id=${fixture.site.id}`]) expect(await bySite(query)).toEqual([[fixture.site.id, 2, 3 * 1250]]);
  expect(await bySite(`?employee_id=${fixture.wearer.id}`)).toEqual(await bySite());
});

test('a site admin sees only the spend of their site; a wearer who did not place the order sees no spend', async () => {
  const fixture = await clientFixture();
  const here = await fixture.signed('site_admin');
  const elsewhereAdmin = await fixture.signed('site_admin', { sites: [fixture.elsewhere.id] });
  const wearer = await fixture.signIn({ id: fixture.wearer.id, role: 'employee' });
  await fixture.submitted(2);
  expect(await fetchSpend(fixture.admin)).toBe(2500);
  expect(await fetchSpend(here)).toBe(2500);
  expect(await fetchSpend(here, '', 'sbs')).toBe(2500);
  expect(await fetchSpend(elsewhereAdmin)).toBe(0);
  // The wearer did not place the order, and does not see its prices.
  expect(await fetchSpend(wearer)).toBe(0);
  expect(await fetchSpend(fixture.admin, '?all_sites=0')).toBe(2500);
  expect(await fetchSpend(fixture.admin, `?site_id=${fixture.elsewhere.id}`)).toBe(0);
  expect(await fetchSpend(fixture.admin, `?site_id=${fixture.site.id}`, 'sbs')).toBe(2500);
  expect((await elsewhereAdmin.get(`${base}/graphs/sbs?site_id=${fixture.site.id}`)).status).toBe(404);
});

describe('the spend', () => {
  test('leaves out samples, cancelled orders, deleted orders and the cancelled items of a line', async () => {
    const first = await fetchSpend(s.admin);
    const uuid = await s.submitted(4);
    expect(await fetchSpend(s.admin)).toBe(first + 5000);
    for (const values of [{ is_sample: true }, { cancelled_at: s.now() }, { deleted_at: s.now() }]) {
      await change(uuid, values);
      expect(await fetchSpend(s.admin), JSON.stringify(values)).toBe(first);
      await change(uuid, { is_sample: false, cancelled_at: null, deleted_at: null });
      expect(await fetchSpend(s.admin)).toBe(first + 5000);
    }
    const { id } = await lineOf(uuid);
    await s.database.unitOfWork(async (db) => void (await db.update(orderLines).set({ qty_cancelled: 3 }).where(eq(orderLines.id, id))));
    expect(await fetchSpend(s.admin)).toBe(first + 1250);
    expect(await disagreeing()).toEqual([]);
  });

  test('for the date of an order is reduced once an approved return of the order is finalised', async () => {
    const fixture = await clientFixture({ price: 1000 });
    const uuid = await submittedAt(fixture, '2026-09-30T12:00:00.000Z', 5);
    const line = await lineOf(uuid);
    const [shortfallRows] = await s.database.reader.select({ id: orders.id }).from(orders).where(eq(orders.uuid, uuid));
    const return_id = await s.database.unitOfWork(async (db) => {
      const [reason] = await db.insert(returnReasons).values({ description: 'Too long' }).returning();
      const [returnRow] = await db
        .insert(returns)
        .values({ order_id: shortfallRows?.id ?? 0, creator_id: fixture.admin.id, created_at: s.now() })
        .returning();
      await db.insert(returnLines).values({
        return_id: returnRow?.id ?? 0,
        order_line_id: line.id,
        product_id: line.product_id,
        reason_id: reason?.id ?? 0,
        qty_requested: 3,
        qty_approved: 2,
      });
      return returnRow?.id ?? 0;
    });
    expect(await fetchSpend(fixture.admin, '?timeframe=2m')).toBe(5000);
    await s.database.unitOfWork(async (db) => void (await db.update(returns).set({ finalised_at: s.now() }).where(eq(returns.id, return_id))));
    expect(await graph(fixture.admin, 'sbs', '?timeframe=2m')).toMatchObject({ orders: [5000], returns: [2000], spend: [3000], count: [1] });
    expect(await fetchSpend(fixture.admin, '?timeframe=1m')).toBe(0);
    expect(await disagreeing()).toEqual([]);
  });

  test('on a SKU that moves to another style is shown under the new style, even for orders before the move', async () => {
    const fixture = await clientFixture();
    await fixture.submitted(2);
    const { parent } = await fixture.style(['S'], { name: 'Renamed Range' });
    await s.database.unitOfWork(
      async (db) => void (await db.update(products).set({ parent_id: parent.id }).where(eq(products.id, fixture.medium.id))),
    );
    expect(await graph(fixture.admin, 'sbp')).toMatchObject({ labels: ['Renamed Range'], ids: [parent.id], count: [2] });
    expect(await disagreeing()).toEqual([]);
  });

  test('no longer includes a line that is deleted', async () => {
    const fixture = await clientFixture();
    const uuid = await fixture.submitted(2);
    const { id } = await lineOf(uuid);
    await s.database.unitOfWork(async (db) => void (await db.delete(orderLines).where(eq(orderLines.id, id))));
    expect(await fetchSpend(fixture.admin)).toBe(0);
    expect(await disagreeing()).toEqual([]);
    await s.database.unitOfWork(compactSpendTally);
    expect(await fetchSpend(fixture.admin)).toBe(0);
    expect(await disagreeing()).toEqual([]);
  });
});

describe('a timeframe begins', () => {
  test.each([
    ['at midnight of summer time if its first day is in summer time', '2026-11-20T09:00:00.000Z', '1m', '2026-10-19T23:00:00.000Z'],
    ['at midnight of summer time on the day the clocks go back', '2026-11-25T00:30:00.000Z', '1m', '2026-10-24T23:00:00.000Z'],
    ['at midnight of winter time on the day after the clocks go back', '2026-11-26T00:30:00.000Z', '1m', '2026-10-26T00:00:00.000Z'],
    ['at midnight of winter time on the day the clocks go forward', '2026-04-29T12:00:00.000Z', '1m', '2026-03-29T00:00:00.000Z'],
    ['at midnight of summer time on the day after the clocks go forward', '2026-04-30T12:00:00.000Z', '1m', '2026-03-29T23:00:00.000Z'],
    ['on the last day of a shorter month', '2026-03-31T12:00:00.000Z', '1m', '2026-02-28T00:00:00.000Z'],
    ['a month before the UK date, even if the UTC date is a day behind', '2026-07-20T23:30:00.000Z', '1m', '2026-06-20T23:00:00.000Z'],
    ['on 1 January', '2026-11-20T09:00:00.000Z', 'ytd', '2026-01-01T00:00:00.000Z'],
    ['on the same date a year ago if it has twelve months', '2026-06-10T09:00:00.000Z', '12m', '2025-06-09T23:00:00.000Z'],
  ])('%s', async (_, now, timeframe, starts) => {
    const fixture = await clientFixture();
    await submittedAt(fixture, new Date(Date.parse(starts) - 1).toISOString(), 1);
    await submittedAt(fixture, starts, 2);
    s.setClock(now);
    const [admin, site] = [await fixture.signed('client_admin'), await fixture.signed('manager')];
    // The first query reads the tally, the second reads the lines.
    expect(await fetchSpend(admin, `?timeframe=${timeframe}`)).toBe(2500);
    expect(await fetchSpend(site, `?timeframe=${timeframe}`)).toBe(2500);
    expect(await fetchSpend(admin, `?timeframe=${timeframe}`, 'sbs')).toBe(2500);
  });
});

test('a graph shows its hundred largest values and combines the smaller ones into one more; the totals include all values', async () => {
  const fixture = await clientFixture();
  const uuid = await fixture.submitted(1);
  const { id } = await lineOf(uuid);
  const [line] = await s.database.reader.select().from(orderLines).where(eq(orderLines.id, id));
  if (!line) throw new Error('no line');
  for (let n = 1; n <= 104; n++) {
    const product = await fixture.product({ name: `Style ${n}` });
    const { id: _, ...values } = line;
    await s.database.unitOfWork(
      async (db) => void (await db.insert(orderLines).values({ ...values, product_id: product.id, unit_price: n, qty_requested: 1 })),
    );
  }
  const { labels, ids, spend, totals, members } = await graph(fixture.admin, 'sbp');
  expect(members).toBe(105);
  expect(labels).toHaveLength(101);
  expect([labels.at(-1), ids.at(-1), spend.at(-1)]).toEqual(['5 other products', null, 1 + 2 + 3 + 4 + 5]);
  expect(totals.spend).toBe(1250 + (104 * 105) / 2);
});

describe('budgets', () => {
  test('each role’s spend is shown for the current period of the role; a budget without a value has no limit', async () => {
    const fixture = await clientFixture({ price: 1000 });
    const budgeted = { account_id: fixture.client.id, is_budgeted: true, holders: [fixture.wearer.id] };
    const month = await fixture.employeeRole({
      ...budgeted,
      name: 'A month',
      budget_value: 9000,
      budget_start_date: '2026-01-31',
      budget_duration: 1,
    });
    const year = await fixture.employeeRole({
      ...budgeted,
      name: 'B year',
      budget_value: null,
      budget_start_date: '2026-04-01',
      budget_duration: 12,
    });
    const charge = async (uuid: string, role: number) =>
      s.database.unitOfWork(async (db) => {
        const { id } = await lineOf(uuid);
        await db.update(orderLines).set({ employee_role_id: role }).where(eq(orderLines.id, id));
      });
    // The month's period is from 31 October, at midnight of winter time, to 30 November.
    await charge(await submittedAt(fixture, '2026-10-30T23:59:59.999Z', 1), month.id);
    await charge(await submittedAt(fixture, '2026-10-31T00:00:00.000Z', 2), month.id);
    await charge(await submittedAt(fixture, '2026-03-31T22:59:59.999Z', 3), year.id);
    await charge(await submittedAt(fixture, '2026-03-31T23:00:00.000Z', 4), year.id);
    const use = await graph(fixture.admin, 'uas', '?timeframe=1m');
    expect(use).toMatchObject({
      labels: ['A month', 'B year'],
      count: [1, 1],
      budget: [9000, null],
      current: [2000, 4000],
      spend: [3000, 0],
      ends_on: ['2026-11-30', '2027-04-01'],
      orders: [],
      returns: [],
      totals: { budget: null, current: 6000 },
    });
    const self = await fixture.signIn({ id: fixture.wearer.id, role: 'employee' });
    expect(await graph(self, 'uss', '?timeframe=12m')).toMatchObject({ labels: ['A month', 'B year'], current: [2000, 4000], spend: [3000, 7000] });
    expect((await graph(fixture.admin, 'uss')).labels).toEqual([]);
    const elsewhere = await fixture.signed('site_admin', { sites: [fixture.elsewhere.id] });
    expect((await graph(elsewhere, 'uas')).labels).toEqual([]);
    expect((await graph(fixture.admin, 'uas', `?site_id=${fixture.elsewhere.id}`)).labels).toEqual([]);
  });

  test('a person’s spend stays in the graphs of budgets, sites and products when the person is archived or loses the role', async () => {
    const fixture = await clientFixture({ price: 1000 });
    const { wearer, set, site, admin } = fixture;
    const colleague = await fixture.person('employee');
    const idle = await fixture.person('employee');
    for (const { id } of [colleague, idle]) await fixture.dress(id);
    await fixture.employeeRole({
      account_id: fixture.client.id,
      name: 'Fitter',
      is_budgeted: true,
      budget_value: 9000,
      budget_start_date: '2026-01-01',
      budget_duration: 12,
      holders: [wearer.id, colleague.id, idle.id],
    });
    const uuid = await fixture.draft(admin, [wearer.id, colleague.id]);
    await fixture.order(uuid, fixture.medium.id, 2);
    await fixture.order(uuid, fixture.medium.id, 3, admin, colleague.id);
    expect((await fixture.submit(uuid)).status).toBe(200);
    const siteAdmin = await fixture.signed('site_admin');
    const uses = { count: [3], budget: [27_000], current: [5000], spend: [5000], totals: { current: 5000, spend: 5000 } };
    for (const by of [admin, siteAdmin]) expect(await graph(by, 'uas')).toMatchObject(uses);

    expect((await admin.post(`/api/employees/${wearer.id}/archive`)).status).toBe(200);
    const current = (await admin.get(`/api/employees/${colleague.id}`)).body;
    expect((await admin.put(`/api/employees/${colleague.id}`, { version: current.version, employee_roles: [] })).status).toBe(200);
    for (const by of [admin, siteAdmin]) {
      expect(await graph(by, 'uas')).toMatchObject(uses);
      expect(await graph(by, 'uas', `?site_id=${site.id}`)).toMatchObject(uses);
      expect(await graph(by, 'uss', `?employee_id=${wearer.id}`)).toMatchObject({ count: [1], budget: [9000], current: [2000] });
      expect(await fetchSpend(by, '', 'sbs')).toBe(5000);
      expect(await fetchSpend(by)).toBe(5000);
      expect(await fetchSpend(by, `?employee_id=${wearer.id}`)).toBe(2000);
    }
    const self = await fixture.signIn({ id: colleague.id, role: 'employee' });
    expect(await graph(self, 'uss')).toMatchObject({ labels: ['Fitter'], current: [3000] });

    // The budget of an archived person who has spent nothing is no longer counted.
    expect((await admin.post(`/api/employees/${idle.id}/archive`)).status).toBe(200);
    expect(await graph(admin, 'uas')).toMatchObject({ count: [2], budget: [18_000], current: [5000] });
    // The spend stays even if the site, set or style is deleted.
    expect((await office.delete(`/api/admin/accounts/${fixture.client.id}/clothing-sets/${set.id}`)).status).toBe(200);
    expect((await office.delete(`/api/sites/${site.id}?move_to=${fixture.elsewhere.id}`)).status).toBe(200);
    await s.database.unitOfWork(
      async (db) => void (await db.update(products).set({ deleted_at: s.now() }).where(eq(products.parent_id, fixture.parent.id))),
    );
    expect(await graph(admin, 'uas')).toMatchObject({ count: [2], budget: [18_000], current: [5000], spend: [5000] });
    for (const name of ['sbs', 'sbp']) expect(await fetchSpend(admin, '', name), name).toBe(5000);
  });
});

describe('the shortfall', () => {
  test('begins two weeks after submission, shrinks with allocation and ends with cancellation', async () => {
    const fixture = await clientFixture();
    const list = async (by = fixture.admin) => (await by.get(`${base}/shortfall`)).body;
    const uuid = await submittedAt(fixture, '2026-11-06T09:00:00.001Z', 3);
    expect((await list()).total).toBe(0);
    await submittedAt(fixture, '2026-11-06T09:00:00.000Z', 2);
    expect((await list()).per_page).toBe(15);
    expect((await list()).items).toMatchObject([
      { shortfall: 2, qty_requested: 2, qty_allocated: 0, days: 14, on_order: false, due: null, qty_undated: 2 },
    ]);
    s.setClock(1);
    expect((await list()).total).toBe(2);
    const line = await lineOf(uuid);
    await office.put(`/api/admin/products/${line.product_id}`, { field: 'qty_available', value: 1 });
    await office.post(`/api/admin/orders/${uuid}/allocate-all`);
    const { items } = await list();
    expect(items.find(({ id }: { id: number }) => id === line.id)).toMatchObject({
      shortfall: 2,
      qty_allocated: 1,
      employee: { id: fixture.wearer.id },
    });
    expect(JSON.stringify(items)).not.toMatch(/price|cost|supplier/);
    // An employee does not see another wearer's lines; wearers see their own.
    expect((await list(await fixture.signed('employee'))).total).toBe(0);
    expect((await list(await fixture.signIn({ id: fixture.wearer.id, role: 'employee' }))).total).toBe(2);
    expect((await list(await fixture.signed('manager', { sites: [fixture.elsewhere.id] }))).total).toBe(0);
    expect((await fixture.admin.get(`${base}/shortfall?site_id=${fixture.elsewhere.id}`)).body.total).toBe(0);
    expect((await fixture.admin.get(`${base}/shortfall?employee_id=${fixture.wearer.id}&page=2&per_page=1`)).body).toMatchObject({
      total: 2,
      current_page: 2,
      last_page: 2,
    });
    expect((await fixture.admin.get(`${base}/shortfall?page=9`)).body).toMatchObject({ total: 2, items: [] });
    await fixture.admin.post(`/api/orders/${uuid}/cancel`);
    expect((await list()).total).toBe(1);
  });

  test('is searched by order number, product, SKU and wearer, among the lines that the reader may see', async () => {
    const fixture = await clientFixture();
    const uuid = await submittedAt(fixture, '2026-11-01T09:00:00.000Z', 3);
    const later = await submittedAt(fixture, '2026-11-02T09:00:00.000Z', 2);
    const other = await clientFixture();
    const otherOrderUuid = await submittedAt(other, '2026-11-01T09:00:00.000Z', 3);
    const { id, product_id } = await lineOf(uuid);
    const { items } = (await fixture.admin.get(`${base}/shortfall`)).body;
    const { order, product, employee } = items.find((item: { id: number }) => item.id === id);
    expect(product.id).toBe(product_id);
    const find = async (search: string, by = fixture.admin) =>
      (await by.get(`${base}/shortfall?search=${encodeURIComponent(search)}`)).body.items.map((item: { order: { uuid: string } }) => item.order.uuid);
    expect(await find(order.order_number)).toEqual([uuid]);
    // An order number without zeros in front may also be part of another line's SKU.
    expect(await find(String(Number(order.order_number)))).toContain(uuid);
    for (const text of [product.sku.toLowerCase(), product.name.slice(1).toUpperCase(), employee.name])
      expect(await find(text), text).toEqual([uuid, later]);
    expect((await fixture.admin.get(`${base}/shortfall?search=${encodeURIComponent(product.sku)}&page=2&per_page=1`)).body).toMatchObject({
      total: 2,
      current_page: 2,
      items: [{ order: { uuid: later } }],
    });
    for (const text of ['nothing of the kind', '%', "'; drop table orders; --"]) expect(await find(text), text).toEqual([]);
    expect(await find((await lineOf(otherOrderUuid)).product.sku)).toEqual([]);
    expect(await find(order.order_number, other.admin)).toEqual([]);
    expect(await find('  ')).toEqual([uuid, later]);
  });
});
