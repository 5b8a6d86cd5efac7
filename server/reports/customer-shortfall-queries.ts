import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { dayCell } from '../../shared/csv.ts';
import { daysBetween } from '../../shared/days-between.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import { dueOf } from '../../shared/purchasing/share-deliveries.ts';
import type { CustomerShortfallQuery } from '../../shared/reports/report-queries.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { selectIncoming } from '../dashboards/shortfall-queries.ts';
import { personName } from '../db/person-name.ts';
import { accounts, orderLines, orders, products, sites, users } from '../db/tables/index.ts';
import { type Columns, headingsOf, rowsInTurn } from '../http/columns.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { visibleOrders } from '../orders/scope.ts';
import { incomingOf } from '../stock/incoming-queries.ts';
import { qtyOwed } from '../stock/qty-owed.ts';
import { isOpenOrder, isShort, qtyShort, qtyWanted } from '../stock/short-lines-queries.ts';
import { bySubmission, within } from './orders-in-turn-queries.ts';
import type { Report } from './report.ts';

const number = (value: SQL) => sql<number>`${value}`.mapWith(Number);

/** The deliveries of this many SKUs are shared among the lines in one step. */
const SKUS = 500;

/**
 * For each line, the date on which the last missing item of the line is expected; the order's page shows the same date. The deliveries of a SKU are
 * shared among the lines of all clients.
 */
async function promisedDates(ctx: Ctx, which: SQL | undefined): Promise<Map<number, string>> {
  const skus = await ctx.db
    .selectDistinct({ id: pickedSku })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.order_id, orders.id))
    .where(and(which, ...isShort));
  const dates = new Map<number, string>();
  for (let at = 0; at < skus.length; at += SKUS) {
    const batch = skus.slice(at, at + SKUS).map(({ id }) => id);
    for (const [line_id, { shares }] of await incomingOf(ctx.db, batch)) {
      const { due } = dueOf(shares);
      if (due !== null) dates.set(line_id, due);
    }
  }
  return dates;
}

interface Row {
  account: string;
  site: string | null;
  order_id: number;
  submitted_at: string | null;
  employee: string;
  sku: string;
  product: string;
  qty_requested: number;
  qty_allocated: number;
  qty_shipped: number;
  shortfall: number;
  on_order: number;
  due: string | undefined;
}

const columns: Columns<Row> = [
  ['account', (row) => row.account],
  ['site', (row) => row.site],
  ['order_number', (row) => orderNumber(row.order_id)],
  ['submitted_at', (row) => dayCell(row.submitted_at)],
  ['employee', (row) => row.employee],
  ['sku', (row) => row.sku],
  ['product', (row) => row.product],
  ['qty_requested', (row) => row.qty_requested],
  ['qty_allocated', (row) => row.qty_allocated],
  ['qty_shipped', (row) => row.qty_shipped],
  ['shortfall', (row) => row.shortfall],
  ['on_order', (row) => row.on_order],
  ['due', (row) => dayCell(row.due)],
];

async function* linesInTurn(ctx: Ctx, which: SQL | undefined): AsyncGenerator<Row[]> {
  const dates = await promisedDates(ctx, which);
  for await (const ids of bySubmission(ctx, which)) {
    const lines = await ctx.db
      .select({
        id: orderLines.id,
        account: accounts.name,
        site: sites.name,
        order_id: orders.id,
        submitted_at: orders.submitted_at,
        employee: personName(users),
        sku: products.sku,
        product: orderLines.product_name,
        qty_requested: number(qtyWanted),
        qty_allocated: orderLines.qty_allocated,
        qty_shipped: orderLines.qty_shipped,
        shortfall: number(qtyShort),
        on_order: number(selectIncoming(sql`coalesce(sum(${qtyOwed}), 0)`)),
      })
      .from(orders)
      .innerJoin(orderLines, eq(orderLines.order_id, orders.id))
      .innerJoin(accounts, eq(accounts.id, orders.account_id))
      .innerJoin(users, eq(users.id, orderLines.employee_id))
      .innerJoin(products, eq(products.id, orderLines.product_id))
      .leftJoin(sites, eq(sites.id, orders.delivery_site_id))
      .where(and(inArray(orders.id, ids), ...isShort))
      .orderBy(asc(orders.submitted_at), asc(orders.id), asc(orderLines.id));
    yield lines.map((line) => ({ ...line, due: dates.get(line.id) }));
  }
}

/** Sized lines that are not fully allocated, a row for each, the first submitted first. 404 for a client or site that does not exist. */
export async function customerShortfall(ctx: Ctx, query: CustomerShortfallQuery): Promise<Report> {
  const { db, actor } = ctx;
  authorize(policy.run_reports(actor));
  const { account, site } = query;
  if (account !== undefined) requireFound((await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account)))[0]);
  if (site !== undefined) {
    const [chosenSite] = await db.select({ account_id: sites.account_id }).from(sites).where(eq(sites.id, site));
    requireFound(account === undefined || chosenSite?.account_id === account ? chosenSite : null);
  }
  const which = and(
    visibleOrders(actor),
    account === undefined ? undefined : eq(orders.account_id, account),
    site === undefined ? undefined : eq(orders.delivery_site_id, site),
    ...within(orders.submitted_at, daysBetween(query)),
  );
  const [countRow] = await db
    .select({ n: count() })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.order_id, orders.id))
    .where(and(which, ...isShort));
  return { columns: headingsOf(columns), total: countRow?.n ?? 0, batches: rowsInTurn(columns, linesInTurn(ctx, and(which, ...isOpenOrder))) };
}
