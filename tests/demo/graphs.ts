import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import * as tables from '../../server/db/tables/index.ts';
import { type Timeframe, timeframeNames } from '../../shared/dashboards/timeframe.ts';
import type { Role } from '../../shared/roles.ts';
import type { Caller, World } from '../world.ts';

/** One line of the demo with all values that a total needs. It is read without the code under test, and added up here. */
interface Fact {
  order_id: number;
  account_id: number;
  site_id: number | null;
  submitted_at: string;
  people: (number | null)[];
  employee_id: number;
  role_id: number | null;
  style_id: number;
  pieces: number;
  spent: number;
  returned: number;
}

let here: World;
let facts: Fact[];
const callers = new Map<string, Caller & { role: Role; account_id: number | null; site_ids: number[] }>();
const who = (email: string) => {
  const caller = callers.get(email);
  if (!caller) throw new Error(`nobody is ${email}`);
  return caller;
};

const now = '2026-11-20T09:00:00.000Z';
/** UK midnight of the first day of each timeframe that ends at `now`, in UTC. */
const starts: Record<Timeframe, string> = {
  '1m': '2026-10-19T23:00:00.000Z',
  '2m': '2026-09-19T23:00:00.000Z',
  '3m': '2026-08-19T23:00:00.000Z',
  '6m': '2026-05-19T23:00:00.000Z',
  '12m': '2025-11-20T00:00:00.000Z',
  ytd: '2026-01-01T00:00:00.000Z',
};

/** Reads the lines from which the graphs are made, and signs in the people who see the graphs. */
async function readFacts(seeded: World): Promise<void> {
  here = seeded;
  const db = here.database.reader;
  const lines = await db.select().from(tables.orderLines);
  const orders = new Map((await db.select().from(tables.orders)).map((order) => [order.id, order]));
  const products = new Map((await db.select().from(tables.products)).map((product) => [product.id, product]));
  const finalised = new Set((await db.select().from(tables.returns)).flatMap(({ id, finalised_at }) => (finalised_at ? [id] : [])));
  const finalisedLines = (await db.select().from(tables.returnLines)).filter(({ return_id }) => finalised.has(return_id));
  facts = lines.flatMap((line): Fact[] => {
    const order = orders.get(line.order_id);
    if (!order?.submitted_at || order.cancelled_at || order.deleted_at || order.is_sample) return [];
    const qty = finalisedLines.filter(({ order_line_id }) => order_line_id === line.id).reduce((sum, { qty_approved }) => sum + qty_approved, 0);
    const pieces = line.qty_requested - line.qty_cancelled;
    return [
      {
        order_id: order.id,
        account_id: order.account_id,
        site_id: order.delivery_site_id,
        submitted_at: order.submitted_at,
        people: [order.requester_id, order.creator_id],
        employee_id: line.employee_id,
        role_id: line.employee_role_id,
        style_id: products.get(line.product_id)?.parent_id ?? line.product_id,
        pieces,
        spent: pieces * line.unit_price,
        returned: qty * line.unit_price,
      },
    ];
  });
  const emails = [
    'super@kitroom.test',
    'client.admin@northgate.test',
    'site.admin@northgate.test',
    'manager@northgate.test',
    'self.order@northgate.test',
    'employee@northgate.test',
    'client.admin@harbour.test',
  ];
  for (const email of emails) {
    const [user] = await db.select().from(tables.users).where(eq(tables.users.email, email));
    if (!user) throw new Error(email);
    const sites = await db.select().from(tables.userSites).where(eq(tables.userSites.user_id, user.id));
    callers.set(email, { ...(await here.signIn(user)), role: user.role, account_id: user.account_id, site_ids: sites.map(({ site_id }) => site_id) });
  }
}

/** Returns the lines whose prices this person may see. */
function seenBy({ id, role, account_id, site_ids }: ReturnType<typeof who>): Fact[] {
  if (role === 'super') return facts;
  const own = facts.filter((fact) => fact.account_id === account_id);
  if (role === 'client_admin') return own;
  const bySite = role === 'site_admin' || role === 'manager';
  return own.filter(({ people, site_id }) => people.includes(id) || (bySite && site_id !== null && site_ids.includes(site_id)));
}

const sums = (of: readonly Fact[], key: (fact: Fact) => number | null, count: (facts: Fact[]) => number) => {
  const groups = new Map<number | null, Fact[]>();
  for (const fact of of) groups.set(key(fact), [...(groups.get(key(fact)) ?? []), fact]);
  const added = [...groups].map(
    ([id, some]) =>
      [String(id), [some.reduce((sum, { spent }) => sum + spent, 0), some.reduce((sum, { returned }) => sum + returned, 0), count(some)]] as const,
  );
  // A group in which everything was cancelled is not shown.
  return Object.fromEntries(added.filter(([, values]) => values.some((value) => value !== 0)));
};
const orderCount = (some: Fact[]): number => new Set(some.map(({ order_id }) => order_id)).size;
const pieceCount = (some: Fact[]): number => some.reduce((sum, { pieces }) => sum + pieces, 0);

async function fetchGraph(by: Caller, graph: string, query: string) {
  const { status, body } = await by.get(`/api/dashboards/homepage/graphs/${graph}?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const of = Object.fromEntries(body.ids.map((id: number | null, at: number) => [String(id), [body.orders[at], body.returns[at], body.count[at]]]));
  expect(body.spend).toEqual(body.orders.map((value: number, at: number) => value - body.returns[at]));
  expect([...body.spend].sort((one, other) => other - one)).toEqual(body.spend);
  const total = (name: string): number => body[name].reduce((sum: number, value: number) => sum + value, 0);
  expect(body.totals).toMatchObject({ orders: total('orders'), returns: total('returns'), count: total('count'), spend: total('spend') });
  return of;
}

/** Tests every graph against the lines of a demo that was seeded at `now`. */
export function testGraphs(seeded: () => World): void {
  beforeAll(() => readFacts(seeded()), 60_000);

  describe.each(timeframeNames)('in the timeframe %s', (timeframe) => {
    const recent = (some: readonly Fact[]): Fact[] => some.filter(({ submitted_at }) => submitted_at >= starts[timeframe]);

    test('a super sees the spend of all clients, by client and by product', async () => {
      const by = who('super@kitroom.test');
      expect(await fetchGraph(by, 'sbc', `timeframe=${timeframe}`)).toEqual(sums(recent(facts), ({ account_id }) => account_id, orderCount));
      expect(await fetchGraph(by, 'sbp', `timeframe=${timeframe}`)).toEqual(sums(recent(facts), ({ style_id }) => style_id, pieceCount));
    });

    test.each(['client.admin@northgate.test', 'site.admin@northgate.test', 'manager@northgate.test', 'client.admin@harbour.test'])(
      '%s sees the spend on the orders that they may see, by product, by site and for one person',
      async (email) => {
        const by = who(email);
        const visibleFacts = recent(seenBy(by));
        expect(await fetchGraph(by, 'sbp', `timeframe=${timeframe}`)).toEqual(sums(visibleFacts, ({ style_id }) => style_id, pieceCount));
        expect(await fetchGraph(by, 'sbs', `timeframe=${timeframe}`)).toEqual(sums(visibleFacts, ({ site_id }) => site_id, orderCount));
        const [site] = (await by.get('/api/sites')).body.items;
        const siteFacts = visibleFacts.filter(({ site_id }) => site_id === site.id);
        expect(await fetchGraph(by, 'sbp', `timeframe=${timeframe}&site_id=${site.id}`)).toEqual(
          sums(siteFacts, ({ style_id }) => style_id, pieceCount),
        );
        expect(await fetchGraph(by, 'sbs', `timeframe=${timeframe}&site_id=${site.id}`)).toEqual(
          sums(siteFacts, ({ site_id }) => site_id, orderCount),
        );
        const atOwn = visibleFacts.filter(({ site_id }) => site_id !== null && by.site_ids.includes(site_id));
        expect(await fetchGraph(by, 'sbs', `timeframe=${timeframe}&all_sites=0`)).toEqual(sums(atOwn, ({ site_id }) => site_id, orderCount));
        const [person] = (await by.get('/api/employees')).body.items;
        const personFacts = visibleFacts.filter(({ employee_id }) => employee_id === person.id);
        expect(await fetchGraph(by, 'sbp', `timeframe=${timeframe}&employee_id=${person.id}`)).toEqual(
          sums(personFacts, ({ style_id }) => style_id, pieceCount),
        );
      },
    );

    test('somebody who orders for themself sees the spend on what they ordered, but no spend by site', async () => {
      for (const email of ['self.order@northgate.test', 'employee@northgate.test']) {
        const by = who(email);
        expect(await fetchGraph(by, 'sbp', `timeframe=${timeframe}`)).toEqual(sums(recent(seenBy(by)), ({ style_id }) => style_id, pieceCount));
        expect((await by.get(`/api/dashboards/homepage/graphs/sbs?timeframe=${timeframe}`)).status).toBe(403);
      }
    });

    test('the use of a role’s budget is the sum charged to the role, once for its current period and once for the timeframe', async () => {
      const by = who('client.admin@northgate.test');
      const { body } = await by.get(`/api/dashboards/homepage/graphs/uas?timeframe=${timeframe}`);
      const db = here.database.reader;
      const roles = (await db.select().from(tables.employeeRoles)).filter(
        (role) => role.account_id === by.account_id && role.is_budgeted && !role.deleted_at,
      );
      const holders = await db
        .select({ user_id: tables.users.id, role_id: tables.userEmployeeRoles.employee_role_id, deleted_at: tables.users.deleted_at })
        .from(tables.userEmployeeRoles)
        .innerJoin(tables.users, eq(tables.users.id, tables.userEmployeeRoles.user_id));
      expect(body.labels.length).toBeGreaterThan(1);
      expect([...body.ids].sort()).toEqual(
        roles
          .filter(({ id }) => holders.some(({ role_id }) => role_id === id))
          .map(({ id }) => id)
          .sort(),
      );
      for (const [at, id] of body.ids.entries()) {
        const role = roles.find((one) => one.id === id);
        const people = holders.filter(({ role_id, deleted_at }) => role_id === id && !deleted_at).map(({ user_id }) => user_id);
        const charged = facts.filter(({ role_id, employee_id }) => role_id === id && people.includes(employee_id));
        const sum = (some: Fact[]): number => some.reduce((so_far, { spent, returned }) => so_far + spent - returned, 0);
        expect(body.count[at]).toBe(people.length);
        expect(body.budget[at]).toBe(role?.budget_value === null ? null : (role?.budget_value ?? 0) * people.length);
        expect(body.spend[at]).toBe(sum(recent(charged)));
        // The response has the first day of the next period. The current one began `budget_duration` months earlier.
        const ends = new Date(`${body.ends_on[at]}T00:00:00Z`);
        ends.setUTCMonth(ends.getUTCMonth() - (role?.budget_duration ?? 0));
        expect(body.current[at]).toBe(sum(charged.filter(({ submitted_at }) => submitted_at >= ends.toISOString())));
      }
    });
  });

  test('a person’s graph of budgets shows the same spend as the budgets on orders for this person', async () => {
    const admin = who('client.admin@northgate.test');
    const drafts = (await admin.get('/api/orders?per_page=100')).body.items.filter((order: { is_submitted: boolean }) => !order.is_submitted);
    const totals: number[] = [];
    for (const { uuid } of drafts) {
      const { items } = (await admin.get(`/api/orders/${uuid}/budgets`)).body;
      for (const budget of items) {
        const { body } = await admin.get(`/api/dashboards/homepage/graphs/uss?employee_id=${budget.employee_id}`);
        const at = body.ids.indexOf(budget.id);
        if (at < 0) continue;
        expect(body.current[at]).toBe(budget.total_spent);
        expect(body.budget[at]).toBe(budget.budget_value);
        totals.push(budget.total_spent);
      }
    }
    expect(totals.length).toBeGreaterThan(0);
  });

  test('the shortfall lists sized lines that have waited for two weeks with items neither shipped nor allocated, oldest first', async () => {
    const admin = who('client.admin@northgate.test');
    const db = here.database.reader;
    const before = new Date(Date.parse(now) - 14 * 86_400_000).toISOString();
    const orders = new Map((await db.select().from(tables.orders)).map((order) => [order.id, order]));
    const short = (await db.select().from(tables.orderLines)).filter((line) => {
      const order = orders.get(line.order_id);
      return (
        order?.account_id === admin.account_id &&
        order.submitted_at !== null &&
        order.submitted_at <= before &&
        !order.cancelled_at &&
        !order.deleted_at &&
        line.is_size_selected &&
        line.qty_requested - line.qty_cancelled - line.qty_shipped - line.qty_allocated > 0
      );
    });
    const { body } = await admin.get('/api/dashboards/homepage/shortfall?per_page=100');
    expect(body.items.map(({ id }: { id: number }) => id).sort()).toEqual(short.map(({ id }) => id).sort());
    expect(body.total).toBe(short.length);
    expect(short.length).toBeGreaterThan(0);
    const times = body.items.map(({ submitted_at }: { submitted_at: string }) => submitted_at);
    expect(times).toEqual([...times].sort());
    expect((await admin.get('/api/dashboards/homepage/shortfall')).body.per_page).toBe(15);
  });
}
