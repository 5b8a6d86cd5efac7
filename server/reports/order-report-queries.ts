import { and, asc, count, eq, inArray, isNotNull, notExists, type SQL, sql } from 'drizzle-orm';
import { type Cell, dayCell, poundsCell } from '../../shared/csv.ts';
import { type DaysBetween, daysBetween } from '../../shared/days-between.ts';
import { groupBy } from '../../shared/group-by.ts';
import { lineTotals, partTotals } from '../../shared/money.ts';
import { type LineStatusPart, lineStatus } from '../../shared/ordering/line-status.ts';
import { lineStatusText } from '../../shared/ordering/line-status-text.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { openStatuses, type StatusName } from '../../shared/ordering/order-status.ts';
import { policy } from '../../shared/policy.ts';
import type { ClientOrderReportQuery, OrderReportQuery } from '../../shared/reports/report-queries.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { prepared } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import {
  accounts,
  consignments,
  dispatches,
  dispatchLines,
  dispatchOrders,
  employeeRoles,
  orderLines,
  orders,
  products,
  sites,
  users,
} from '../db/tables/index.ts';
import { type Columns, cellsOf, headingsOf } from '../http/columns.ts';
import { visibleOrders } from '../orders/scope.ts';
import { visibleSites } from '../sites/site-queries.ts';
import { lineStatusesOf } from '../stock/line-status-queries.ts';
import { bySubmission, within } from './orders-in-turn-queries.ts';
import type { Report } from './report.ts';

/** Lines that one query reads. */
const LINES = 250;
/**
 * How many orders' heads are in memory at once: about as many as one batch has. Heads that outlive their batch would stay in memory until a full
 * garbage collection.
 */
const HEADS = 60;
/** The number of dispatches for which one query finds the orders. */
const DISPATCHES = 500;

const heads = prepared('report_order_heads', (db) =>
  db
    .select({
      id: orders.id,
      submitted_at: orders.submitted_at,
      account: accounts.name,
      site: sites.name,
      site_reference: sites.reference_1,
      requester: personName(users).as('requester'),
      cost_code: orders.cost_code,
      client_po_reference: orders.client_po_reference,
      status: orders.status,
      requested_at: orders.requested_at,
      cancelled_at: orders.cancelled_at,
      is_frozen: orders.is_frozen,
      lines: sql<number>`(select count(*) from ${orderLines} where ${orderLines.order_id} = ${orders.id})`.mapWith(Number).as('lines'),
    })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .innerJoin(users, eq(users.id, orders.requester_id))
    .leftJoin(sites, eq(sites.id, orders.delivery_site_id))
    .where(among(orders.id, sql.placeholder('ids'))),
);
type Head = Awaited<ReturnType<typeof heads>>[number];

const lines = prepared('report_order_lines', (db) =>
  db
    .select({
      id: orderLines.id,
      order_id: orderLines.order_id,
      employee: personName(users).as('employee'),
      employee_number: users.employee_number,
      employee_role: employeeRoles.name,
      budget_code: employeeRoles.budget_code,
      sku: products.sku,
      product: sql<string>`${orderLines.product_name} || coalesce(', ' || ${orderLines.variation_colour}, '')`.as('product'),
      decoration: orderLines.decoration,
      is_size_selected: orderLines.is_size_selected,
      qty_requested: orderLines.qty_requested,
      qty_cancelled: orderLines.qty_cancelled,
      qty_allocated: orderLines.qty_allocated,
      qty_shipped: orderLines.qty_shipped,
      unit_price: orderLines.unit_price,
      vat_rate: orderLines.vat_rate,
    })
    .from(orderLines)
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .leftJoin(employeeRoles, eq(employeeRoles.id, orderLines.employee_role_id))
    .where(among(orderLines.order_id, sql.placeholder('ids')))
    .orderBy(asc(orderLines.order_id), asc(orderLines.id)),
);
type ReportLine = Awaited<ReturnType<typeof lines>>[number];

/** The dispatches of these orders, the latest last. */
const dispatchesOfLines = prepared('report_order_dispatches', (db) =>
  db
    .select({
      order_line_id: dispatchLines.order_line_id,
      dispatch_id: dispatchLines.dispatch_id,
      service_key: dispatches.service_key,
      dispatched_at: dispatches.dispatched_at,
      delivered_on: dispatches.delivered_on,
      tracking_number: consignments.tracking_number,
      qty: dispatchLines.quantity,
    })
    .from(dispatchOrders)
    .innerJoin(dispatches, eq(dispatches.id, dispatchOrders.dispatch_id))
    .innerJoin(dispatchLines, and(eq(dispatchLines.dispatch_id, dispatches.id), eq(dispatchLines.order_id, dispatchOrders.order_id)))
    .leftJoin(consignments, eq(consignments.dispatch_id, dispatches.id))
    .where(and(among(dispatchOrders.order_id, sql.placeholder('ids')), eq(dispatches.state, 'shipped')))
    .orderBy(asc(dispatches.dispatched_at), asc(dispatches.id)),
);

const isWithin = (time: string | null, { from, to }: DaysBetween): boolean => time !== null && (!from || time >= from) && (!to || time < to);

/** A line's latest dispatch on the days of a report (or on any day), the items that left on these days (`qty`) and before them (`qty_before`). */
interface Sending {
  dispatched_at: string | null;
  tracking_number: string | null;
  qty: number;
  qty_before: number;
}

/** For each line: the items that left on these days (on any day if `days` is null) and the latest dispatch that carried them. */
function sendingsOf(read: Awaited<ReturnType<typeof dispatchesOfLines>>, days: DaysBetween | null): Map<number, Sending> {
  const sendings = new Map<number, Sending>();
  const qtyBefore = new Map<number, number>();
  for (const { order_line_id, dispatched_at, tracking_number, qty } of read) {
    const before = sendings.get(order_line_id);
    if (!days || isWithin(dispatched_at, days))
      sendings.set(order_line_id, {
        dispatched_at,
        tracking_number,
        qty: (before?.qty ?? 0) + qty,
        qty_before: before?.qty_before ?? qtyBefore.get(order_line_id) ?? 0,
      });
    else qtyBefore.set(order_line_id, (qtyBefore.get(order_line_id) ?? 0) + qty);
  }
  return sendings;
}

/**
 * Ids of the orders that these dispatches carry, read some dispatches at a time in the sequence in which they left. An order in several dispatches is
 * listed with the first of them. An index finds dispatches by day, so the time for a month does not depend on how many years are stored.
 */
async function* byDispatch({ db }: Pick<Ctx, 'db'>, visibility: SQL | undefined, shippedFilter: SQL | undefined): AsyncGenerator<number[]> {
  const cursor = sql`(${dispatches.dispatched_at}, ${dispatches.id})`;
  let after: SQL | undefined;
  for (;;) {
    const page = await db
      .select({ id: dispatches.id, dispatched_at: dispatches.dispatched_at })
      .from(dispatches)
      .where(and(shippedFilter, after && sql`${cursor} > ${after}`))
      .orderBy(asc(dispatches.dispatched_at), asc(dispatches.id))
      .limit(DISPATCHES);
    // SQLite keeps the sequence of a cross join, and so looks up an order's own dispatches. Otherwise it reads all dispatches of the days for each
    // order.
    const ordersWithDispatch = db
      .select({ order_id: sql`earlier.order_id` })
      .from(sql`${dispatchOrders} earlier`)
      .crossJoin(dispatches)
      .where(
        and(sql`earlier.order_id = ${orders.id}`, sql`${dispatches.id} = earlier.dispatch_id`, shippedFilter, after && sql`${cursor} <= ${after}`),
      );
    const carried = await db
      .select({ id: orders.id })
      .from(dispatchOrders)
      .innerJoin(dispatches, eq(dispatches.id, dispatchOrders.dispatch_id))
      .innerJoin(orders, eq(orders.id, dispatchOrders.order_id))
      .where(and(among(dispatchOrders.dispatch_id, idList(page.map(({ id }) => id))), visibility, after && notExists(ordersWithDispatch)))
      .orderBy(asc(dispatches.dispatched_at), asc(dispatches.id), asc(orders.id));
    yield [...new Set(carried.map(({ id }) => id))];
    const last = page.at(-1);
    if (page.length < DISPATCHES || !last) return;
    after = sql`(${last.dispatched_at}, ${last.id})`;
  }
}

/** Groups of successive orders that together have at most `LINES` lines; each group has at least one order. */
function* inShares(read: readonly Head[]): Generator<Head[]> {
  let share: Head[] = [];
  let sum = 0;
  for (const head of read) {
    if (share.length && sum + head.lines > LINES) {
      yield share;
      [share, sum] = [[], 0];
    }
    share.push(head);
    sum += head.lines;
  }
  if (share.length) yield share;
}

/**
 * The cells that all rows of an order share. They are named one by one instead of copied by a spread: such copies outlive their batch, and a long
 * report would take more and more memory.
 */
const headCells = (head: Head) => ({
  order_number: orderNumber(head.id),
  submitted_at: dayCell(head.submitted_at),
  account: head.account,
  site: head.site,
  site_reference: head.site_reference,
  requester: head.requester,
  cost_code: head.cost_code,
  client_po_reference: head.client_po_reference,
  status: head.status,
});

/** A row of the report: a line of an order, and the last dispatch that had items of the line. */
interface Row {
  head: ReturnType<typeof headCells>;
  line: ReportLine;
  sending: Sending | undefined;
  /** The line's items that left on the days of the report, or all its shipped items if the report is not limited to days. */
  qty_shipped: number;
  totals: ReturnType<typeof lineTotals>;
  /** Where the items are, in the words of a client. */
  line_status: string;
}

const columns: Columns<Row> = [
  ['order_number', ({ head }) => head.order_number],
  ['submitted_at', ({ head }) => head.submitted_at],
  ['account', ({ head }) => head.account],
  ['site', ({ head }) => head.site],
  ['site_reference', ({ head }) => head.site_reference],
  ['requester', ({ head }) => head.requester],
  ['employee', ({ line }) => line.employee],
  ['employee_number', ({ line }) => line.employee_number],
  ['employee_role', ({ line }) => line.employee_role],
  ['budget_code', ({ line }) => line.budget_code],
  ['cost_code', ({ head }) => head.cost_code],
  ['client_po_reference', ({ head }) => head.client_po_reference],
  ['sku', ({ line }) => line.sku],
  ['product', ({ line }) => line.product],
  ['decoration', ({ line }) => line.decoration],
  ['qty_requested', ({ line }) => line.qty_requested - line.qty_cancelled],
  ['qty_shipped', ({ qty_shipped }) => qty_shipped],
  ['unit_price', ({ line }) => poundsCell(line.unit_price)],
  ['sub_total', ({ totals }) => poundsCell(totals.sub_total)],
  ['vat', ({ totals }) => poundsCell(totals.vat)],
  ['total', ({ totals }) => poundsCell(totals.total)],
  ['dispatched_at', ({ sending }) => dayCell(sending?.dispatched_at)],
  ['tracking_number', ({ sending }) => sending?.tracking_number ?? null],
  ['status', ({ head }) => head.status],
  ['line_status', ({ line_status }) => line_status],
];

/** One line as a row. With `isPart`, the quantity and the value cover only the items that left on the days of the report. */
function rowOf(row: Pick<Row, 'head' | 'line' | 'sending' | 'line_status'>, isPart: boolean): Cell[] {
  const { line, sending } = row;
  const part = isPart && sending ? sending : null;
  const totals = part ? partTotals(line, part) : lineTotals(line);
  return cellsOf(columns, { ...row, qty_shipped: part ? part.qty : line.qty_shipped, totals });
}

const isOpenStatus: Partial<Record<StatusName, true>> = Object.fromEntries(openStatuses.map((status) => [status, true]));

/** The status of a line whose order is shipped or cancelled: nothing brings more of its items. */
function finishedStatus(head: Head, line: ReportLine, carried: Awaited<ReturnType<typeof dispatchesOfLines>>, now: string): LineStatusPart[] {
  const shipments = carried.flatMap(({ dispatch_id, service_key, dispatched_at, delivered_on, qty }) =>
    dispatched_at ? [{ dispatch_id, service_key, dispatched_at, delivered_on, quantity: qty }] : [],
  );
  const { submitted_at, requested_at, cancelled_at } = head;
  const { is_size_selected, qty_requested, qty_cancelled, qty_allocated, qty_shipped } = line;
  return lineStatus(
    {
      submitted_at,
      requested_at,
      cancelled_at,
      is_size_selected,
      qty_requested,
      qty_cancelled,
      qty_allocated,
      qty_shipped,
      shipments,
      is_discontinued: false,
      pick: null,
      incoming: { shares: [], qty_uncovered: 0 },
    },
    now,
  );
}

/** The lines of these orders as rows. With `days`, only items dispatched on these days. */
async function rowsOf(ctx: Now, share: readonly Head[], days: DaysBetween | null): Promise<Cell[][]> {
  const { db, now } = ctx;
  const ids = idList(share.map(({ id }) => id));
  const carried = await dispatchesOfLines(db, { ids });
  const sendings = sendingsOf(carried, days);
  const linesByOrder = groupBy(await lines(db, { ids }), ({ order_id }) => order_id);
  const shipments = groupBy(carried, ({ order_line_id }) => order_line_id);
  const statuses = await lineStatusesOf(
    ctx,
    share.filter(({ status }) => isOpenStatus[status]).map(({ id }) => id),
  );
  const rowCells: Cell[][] = [];
  for (const head of share) {
    const cells = headCells(head);
    const reader = { today: ukDate(now), is_submitted: true, is_held: head.is_frozen };
    for (const line of linesByOrder.get(head.id) ?? []) {
      const sending = sendings.get(line.id);
      if (days && !sending) continue;
      const status = statuses.get(line.id) ?? finishedStatus(head, line, shipments.get(line.id) ?? [], now);
      rowCells.push(rowOf({ head: cells, line, sending, line_status: lineStatusText(status, reader) }, days !== null));
    }
  }
  return rowCells;
}

/** What reading a report needs: the database and the time. */
type Now = Pick<Ctx, 'db' | 'now'>;

async function* rowsInTurn(ctx: Now, ids: AsyncGenerator<number[]>, days: DaysBetween | null): AsyncGenerator<Cell[][]> {
  for await (const page of ids) {
    if (!page.length) yield [];
    for (let at = 0; at < page.length; at += HEADS) {
      const some = page.slice(at, at + HEADS);
      const byId = new Map((await heads(ctx.db, { ids: idList(some) })).map((head) => [head.id, head]));
      for (const share of inShares(some.flatMap((id) => byId.get(id) ?? []))) yield await rowsOf(ctx, share, days);
    }
  }
}

type ReportFilter = Pick<OrderReportQuery, 'start' | 'end' | 'account' | 'use_dispatch_date'>;

/** The order report. `account` is the client of all these orders, if they have only one. */
async function orderReport(ctx: Ctx, scope: SQL | undefined, { account, use_dispatch_date, ...filter }: ReportFilter): Promise<Report> {
  const { db, actor } = ctx;
  const days = daysBetween(filter);
  const visibility = and(
    visibleOrders(actor),
    account === undefined ? undefined : eq(orders.account_id, account),
    scope,
    isNotNull(orders.submitted_at),
  );
  if (!use_dispatch_date) {
    const which = and(visibility, ...within(orders.submitted_at, days));
    const [countRow] = await db.select({ n: count() }).from(orders).innerJoin(orderLines, eq(orderLines.order_id, orders.id)).where(which);
    return { columns: headingsOf(columns), total: countRow?.n ?? 0, batches: rowsInTurn(ctx, bySubmission(ctx, which), null) };
  }
  const shippedFilter = and(
    isNotNull(dispatches.dispatched_at),
    ...within(dispatches.dispatched_at, days),
    account === undefined ? undefined : eq(dispatches.account_id, account),
  );
  // A cross join makes SQLite read the tables in this sequence. Otherwise SQLite pairs the dispatches of these days with all orders.
  const [countRow] = await db
    .select({ n: sql<number>`count(distinct ${dispatchLines.order_line_id})`.mapWith(Number) })
    .from(dispatches)
    .crossJoin(dispatchLines)
    .crossJoin(orders)
    .where(and(eq(dispatchLines.dispatch_id, dispatches.id), eq(orders.id, dispatchLines.order_id), shippedFilter, visibility));
  return { columns: headingsOf(columns), total: countRow?.n ?? 0, batches: rowsInTurn(ctx, byDispatch(ctx, visibility, shippedFilter), days) };
}

/** A row for each ordered line, of all clients or of one. 404 for a client that does not exist. */
export async function officeOrderReport(ctx: Ctx, query: OrderReportQuery): Promise<Report> {
  authorize(policy.run_reports(ctx.actor));
  const { account } = query;
  if (account !== undefined) requireFound((await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account)))[0]);
  return orderReport(ctx, undefined, query);
}

/** A row for each ordered line of the caller's company, or of the caller's own sites. 404 for a site that the caller may not see. */
export async function clientOrderReport(ctx: Ctx, query: ClientOrderReportQuery): Promise<Report> {
  const { actor, db } = ctx;
  authorize(policy.run_order_report(actor));
  const siteIds = query.site && [...new Set(query.site)];
  if (siteIds?.length) {
    const visibleSiteRows = await db
      .select({ id: sites.id })
      .from(sites)
      .where(and(visibleSites(actor), inArray(sites.id, siteIds)));
    requireFound(visibleSiteRows.length === siteIds.length || null);
  }
  const own = actor.role === 'site_admin' ? among(orders.delivery_site_id, idList(actor.site_ids)) : undefined;
  const account = actor.account_id ?? undefined;
  return orderReport(ctx, and(own, siteIds?.length ? among(orders.delivery_site_id, idList(siteIds)) : undefined), { ...query, account });
}
