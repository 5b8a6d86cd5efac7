import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { dayCell, poundsCell } from '../../shared/csv.ts';
import { daysBetween } from '../../shared/days-between.ts';
import { dispatchNumber } from '../../shared/dispatch/dispatch-number.ts';
import { groupBy } from '../../shared/group-by.ts';
import { partTotals } from '../../shared/money.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import type { InvoiceReportQuery } from '../../shared/reports/report-queries.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { prepared } from '../db/db.ts';
import { accounts, dispatches, dispatchLines, orderLines, orders, products, sites } from '../db/tables/index.ts';
import { type Columns, headingsOf, rowsInTurn } from '../http/columns.ts';
import { within } from './orders-in-turn-queries.ts';
import type { Report } from './report.ts';

/** The number of dispatches whose lines one query reads. */
const DISPATCHES = 100;

/** The site if the client is invoiced by site, else the client. */
const invoiceTo = sql<string>`case when ${accounts.per_site_invoicing} and ${sites.id} is not null then ${sites.name} else ${accounts.name} end`;
/** Whether an invoice covers several dispatches, up to the client's close day. */
const isConsolidated = sql`(${accounts.is_consolidated_invoicing} <> coalesce(${sites.is_account_invoice_consolidation_inversed}, false))`;

/** Items of the line that left with earlier dispatches. */
const qtyBefore = sql<number>`(select coalesce(sum(earlier_line.quantity), 0) from dispatch_lines earlier_line
  join dispatches earlier on earlier.id = earlier_line.dispatch_id
  where earlier_line.order_line_id = ${dispatchLines.order_line_id} and earlier.state = 'shipped'
    and (earlier.dispatched_at, earlier.id) < (${dispatches.dispatched_at}, ${dispatches.id}))`.mapWith(Number);

/** The conditions for invoicing an order: it is no sample, and nobody has excluded it from invoicing. */
const isInvoiced: SQL[] = [eq(orders.is_sample, false), eq(orders.skip_invoicing, false)];

const linesOfDispatches = prepared('invoice_report_lines', (db) =>
  db
    .select({
      dispatch_id: dispatches.id,
      invoice_to: invoiceTo.as('invoice_to'),
      account: accounts.name,
      site: sites.name,
      order_id: orders.id,
      dispatched_at: dispatches.dispatched_at,
      client_po_reference: orders.client_po_reference,
      cost_code: orders.cost_code,
      sku: products.sku,
      product: orderLines.product_name,
      qty: dispatchLines.quantity,
      qty_before: qtyBefore,
      unit_price: orderLines.unit_price,
      vat_rate: orderLines.vat_rate,
    })
    .from(dispatches)
    .innerJoin(dispatchLines, eq(dispatchLines.dispatch_id, dispatches.id))
    .innerJoin(orders, eq(orders.id, dispatchLines.order_id))
    .innerJoin(orderLines, eq(orderLines.id, dispatchLines.order_line_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .innerJoin(accounts, eq(accounts.id, dispatches.account_id))
    .leftJoin(sites, eq(sites.id, dispatches.site_id))
    .where(and(among(dispatches.id, sql.placeholder('ids')), ...isInvoiced))
    .orderBy(asc(dispatchLines.order_id), asc(dispatchLines.id)),
);
type Line = Awaited<ReturnType<typeof linesOfDispatches>>[number];

type Row = Line & ReturnType<typeof partTotals>;

const columns: Columns<Row> = [
  ['invoice_to', (row) => row.invoice_to],
  ['account', (row) => row.account],
  ['site', (row) => row.site],
  ['order_number', (row) => orderNumber(row.order_id)],
  ['dispatch_number', (row) => dispatchNumber(row.dispatch_id)],
  ['dispatched_at', (row) => dayCell(row.dispatched_at)],
  ['client_po_reference', (row) => row.client_po_reference],
  ['cost_code', (row) => row.cost_code],
  ['sku', (row) => row.sku],
  ['product', (row) => row.product],
  ['qty', (row) => row.qty],
  ['unit_price', (row) => poundsCell(row.unit_price)],
  ['sub_total', (row) => poundsCell(row.sub_total)],
  ['vat', (row) => poundsCell(row.vat)],
  ['total', (row) => poundsCell(row.total)],
];

/** The sort key of dispatches. It keeps the rows of one invoice together, and puts consolidated invoices first. */
const sequenceKey = {
  account: accounts.name,
  account_id: accounts.id,
  invoice_to: invoiceTo.as('invoice_to'),
  is_single: sql<number>`case when ${isConsolidated} then 0 else 1 end`.mapWith(Number).as('is_single'),
  dispatched_at: dispatches.dispatched_at,
  id: dispatches.id,
};
const keyColumns = [
  accounts.name,
  accounts.id,
  invoiceTo,
  sql`case when ${isConsolidated} then 0 else 1 end`,
  dispatches.dispatched_at,
  dispatches.id,
];

/** Reads the ids of a report's dispatches page by page, in the sequence of the report. */
async function* dispatchesInTurn({ db }: Ctx, which: SQL | undefined): AsyncGenerator<number[]> {
  let after: SQL | undefined;
  for (;;) {
    const page = await db
      .select(sequenceKey)
      .from(dispatches)
      .innerJoin(accounts, eq(accounts.id, dispatches.account_id))
      .leftJoin(sites, eq(sites.id, dispatches.site_id))
      .where(and(which, after))
      .orderBy(...keyColumns.map((column) => asc(column)))
      .limit(DISPATCHES);
    yield page.map(({ id }) => id);
    const last = page.at(-1);
    if (page.length < DISPATCHES || !last) return;
    const key = [last.account, last.account_id, last.invoice_to, last.is_single, last.dispatched_at, last.id];
    after = sql`(${sql.join(keyColumns, sql`, `)}) > (${sql.join(
      key.map((value) => sql`${value}`),
      sql`, `,
    )})`;
  }
}

async function* linesInTurn(ctx: Ctx, which: SQL | undefined): AsyncGenerator<Row[]> {
  for await (const ids of dispatchesInTurn(ctx, which)) {
    const byDispatch = groupBy(await linesOfDispatches(ctx.db, { ids: idList(ids) }), ({ dispatch_id }) => dispatch_id);
    yield ids.flatMap((id) => (byDispatch.get(id) ?? []).map((line) => ({ ...line, ...partTotals(line, line) })));
  }
}

/**
 * The items that were shipped on these days, a row for each line. Rows are sorted by client or site, then consolidated dispatches before others, then
 * by time. The rows of one invoice are therefore together: a consolidated invoice has the dispatches up to the client's close day.
 */
export async function invoiceReport(ctx: Ctx, query: InvoiceReportQuery): Promise<Report> {
  const { db } = ctx;
  authorize(policy.run_reports(ctx.actor));
  const which = and(
    eq(dispatches.state, 'shipped'),
    isNotNull(dispatches.dispatched_at),
    ...within(dispatches.dispatched_at, daysBetween(query)),
    eq(accounts.skip_invoice, false),
  );
  const [countRow] = await db
    .select({ n: sql<number>`count(*)`.mapWith(Number) })
    .from(dispatches)
    .innerJoin(accounts, eq(accounts.id, dispatches.account_id))
    .innerJoin(dispatchLines, eq(dispatchLines.dispatch_id, dispatches.id))
    .innerJoin(orders, eq(orders.id, dispatchLines.order_id))
    .where(and(which, ...isInvoiced));
  return {
    columns: headingsOf(columns),
    total: countRow?.n ?? 0,
    batches: rowsInTurn(columns, linesInTurn(ctx, which)),
  };
}
