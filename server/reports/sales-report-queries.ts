import { and, asc, eq, gte, isNotNull, isNull, lt, min, type SQL, sql } from 'drizzle-orm';
import { poundsCell } from '../../shared/csv.ts';
import { type DaysBetween, daysBetween } from '../../shared/days-between.ts';
import { messages } from '../../shared/messages.ts';
import { type Actor, policy } from '../../shared/policy.ts';
import { monthsBetween } from '../../shared/reports/months-between.ts';
import type { SalesReportQuery } from '../../shared/reports/report-queries.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, requireFound } from '../core/problem.ts';
import { rows } from '../db/db.ts';
import { byName } from '../db/folded.ts';
import { jsonRows, timeAt } from '../db/json-rows.ts';
import { accounts, orderLines, orders, sites } from '../db/tables/index.ts';
import { type Columns, headingsOf, rowsInTurn } from '../http/columns.ts';
import { boughtPieces, chargedPieces, returnedPieces } from '../orders/spent-pieces.ts';
import { visibleSites } from '../sites/site-queries.ts';
import { within } from './orders-in-turn-queries.ts';
import type { Report } from './report.ts';

interface Row {
  month: string;
  account: string;
  site: string | null;
  orders: number;
  pieces: number;
  sub_total: number;
  returned: number;
}

const columns: Columns<Row> = [
  ['month', (row) => row.month],
  ['account', (row) => row.account],
  ['site', (row) => row.site],
  ['orders', (row) => row.orders],
  ['pieces', (row) => row.pieces],
  ['sub_total', (row) => poundsCell(row.sub_total)],
  ['returns', (row) => poundsCell(row.returned)],
  ['net', (row) => poundsCell(row.sub_total - row.returned)],
];

const total = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)`.mapWith(Number);

/**
 * The condition for the client and the site of a report. 404 for a client or site that the reader may not choose; 422 if a Site Manager chooses no
 * site.
 */
async function chosenPlace({ actor, db }: Ctx, { account, site }: SalesReportQuery): Promise<SQL | undefined> {
  const account_id = actor.role === 'super' ? account : (actor.account_id ?? 0);
  if (account !== undefined) {
    requireFound(account === account_id || null);
    requireFound((await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account)))[0]);
  }
  if (actor.role === 'site_admin' && site === undefined) throw invalid({ site: messages.site_needed });
  if (site !== undefined) {
    const [chosenSite] = await db
      .select({ account_id: sites.account_id })
      .from(sites)
      .where(and(eq(sites.id, site), readableSites(actor)));
    requireFound(account_id === undefined || chosenSite?.account_id === account_id ? chosenSite : null);
  }
  return and(
    account_id === undefined ? undefined : eq(orders.account_id, account_id),
    site === undefined ? undefined : eq(orders.delivery_site_id, site),
  );
}

/** The sites whose sales somebody may read; for a Manager these are all sites of the company. */
const readableSites = (actor: Actor): SQL | undefined =>
  actor.role === 'manager' ? eq(sites.account_id, actor.account_id ?? 0) : visibleSites(actor);

/** The months that a report covers: at the earliest from the first order on the requested days, at the latest until today. */
async function monthsOf({ db, now }: Ctx, which: SQL | undefined, { from, to }: DaysBetween) {
  const [first] = await db
    .select({ at: min(orders.submitted_at) })
    .from(orders)
    .where(and(which, ...within(orders.submitted_at, { from, to })));
  if (!first?.at) return [];
  return monthsBetween({ from: from && from > first.at ? from : first.at, to: to && to < now ? to : new Date(Date.parse(now) + 1).toISOString() });
}

type Months = Awaited<ReturnType<typeof monthsOf>>;

async function* monthByMonth({ db }: Ctx, which: SQL | undefined, months: Months): AsyncGenerator<Row[]> {
  for (const { month, from, to } of months) {
    const sums = await db
      .select({
        account: accounts.name,
        site: sites.name,
        orders: sql<number>`count(distinct ${orders.id})`.mapWith(Number),
        pieces: total(boughtPieces),
        sub_total: total(sql`${chargedPieces} * ${orderLines.unit_price}`),
        returned: total(sql`${returnedPieces} * ${orderLines.unit_price}`),
      })
      .from(orders)
      .innerJoin(orderLines, eq(orderLines.order_id, orders.id))
      .innerJoin(accounts, eq(accounts.id, orders.account_id))
      .leftJoin(sites, eq(sites.id, orders.delivery_site_id))
      .where(and(which, gte(orders.submitted_at, from), lt(orders.submitted_at, to)))
      .groupBy(orders.account_id, orders.delivery_site_id, accounts.name, sites.name)
      .orderBy(byName(accounts.name), asc(orders.account_id), byName(sites.name), asc(orders.delivery_site_id));
    yield sums.map((row) => ({ month, ...row }));
  }
}

/**
 * Submitted orders by month, client and site, ex VAT. Samples and cancelled orders are left out. Approved returns are subtracted in the month of
 * their order. Items sent in exchange count as items, but are charged only if the returned ones are not approved.
 */
export async function salesReport(ctx: Ctx, query: SalesReportQuery): Promise<Report> {
  authorize(policy.run_sales_report(ctx.actor));
  const place = await chosenPlace(ctx, query);
  const which = and(place, isNotNull(orders.submitted_at), isNull(orders.cancelled_at), isNull(orders.deleted_at), eq(orders.is_sample, false));
  const months = await monthsOf(ctx, which, daysBetween(query));
  const list = jsonRows(months.map(({ from, to }) => [from, to]));
  const [countRow] = await rows<{ n: number | string }>(
    ctx.db,
    sql`select count(*) as n from (select 1 from ${list} join ${orders} on ${orders.submitted_at} >= ${timeAt(0)} and ${orders.submitted_at} < ${timeAt(1)}
      where ${which} group by ${timeAt(0)}, ${orders.account_id}, ${orders.delivery_site_id}) as counted`,
  );
  return { columns: headingsOf(columns), total: Number(countRow?.n ?? 0), batches: rowsInTurn(columns, monthByMonth(ctx, which, months)) };
}

/** The sales report of all clients, for the office only. */
export function officeSalesReport(ctx: Ctx, query: SalesReportQuery): Promise<Report> {
  authorize(policy.run_reports(ctx.actor));
  return salesReport(ctx, query);
}
