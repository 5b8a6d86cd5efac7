import type { z } from 'zod';
import { reportTitles } from '../../shared/reports/report-names.ts';
import type { ReportFormat, ReportName, reportQueries } from '../../shared/reports/report-queries.ts';
import { formatDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { customerShortfall } from './customer-shortfall-queries.ts';
import { invoiceReport } from './invoice-report-queries.ts';
import { layouts } from './layouts.ts';
import { type Narrowed, narrowedTo } from './narrowed-to-queries.ts';
import { officeOrderReport } from './order-report-queries.ts';
import type { Layout } from './print-report.ts';
import type { Report } from './report.ts';
import { salesReport } from './sales-report-queries.ts';
import { stockHolding } from './stock-holding-queries.ts';
import { supplierShortfall } from './supplier-shortfall-queries.ts';

/** The query of each report. */
export type QueryOf<Name extends ReportName> = z.infer<(typeof reportQueries)[Name]>;

const readers: { [Name in ReportName]: (ctx: Ctx, query: QueryOf<Name>) => Promise<Report> } = {
  order: officeOrderReport,
  'stock-holding': stockHolding,
  'customer-shortfall': customerShortfall,
  'supplier-shortfall': supplierShortfall,
  'sales-per-month': salesReport,
  invoice: invoiceReport,
};

/** A report that is ready to be written in a format, under a file name. */
export interface ReadyReport {
  filename: string;
  format: ReportFormat;
  report: Report;
  layout: Layout;
}

/** The days of a report and the day on which it is created, as a part of its file name. */
const daysInName = ({ start, end }: Narrowed, day: string): string =>
  `${start || end ? `${start ?? 'start'}-to-${end ?? 'today'}-` : ''}taken-${day}`;

/** The parameters of a report's query that the head or the file name of the report states. */
interface Basis extends Narrowed {
  use_dispatch_date?: boolean | undefined;
  cost?: boolean | undefined;
}

/** The part of a file name that tells two reports of one period apart: which date selects the rows, and whether costs are included. */
function basisInName(name: ReportName, { use_dispatch_date, cost }: Basis): string {
  if (name === 'order') return use_dispatch_date ? 'dispatched-' : 'submitted-';
  return cost ? 'with-cost-' : '';
}

/** The filters of a report, as texts for its head. */
export function factsOf(ctx: Pick<Ctx, 'db'>, name: ReportName, query: Basis): Promise<Layout['facts']> {
  const { hasNoClient, days: ownDays } = layouts[name];
  const days = query.use_dispatch_date ? 'Dispatched' : (ownDays ?? 'Submitted');
  return narrowedTo(ctx, query, { hasClient: !hasNoClient, days });
}

/** Reads a report and prepares its file. The caller needs the rights for the report. By default, `read` reads the report as the office sees it. */
export async function readyReport<Name extends ReportName>(
  ctx: Ctx,
  name: Name,
  query: QueryOf<Name>,
  read: (ctx: Ctx, query: QueryOf<Name>) => Promise<Report> = readers[name],
): Promise<ReadyReport> {
  const report = await read(ctx, query);
  const { file, ...layout } = layouts[name];
  const facts = await factsOf(ctx, name, query);
  return {
    filename: `${file}-${basisInName(name, query)}${daysInName(query, ctx.now.slice(0, 10))}`,
    format: query.format,
    report,
    layout: { ...layout, title: reportTitles[name], day: formatDate(ctx.now), facts },
  };
}
