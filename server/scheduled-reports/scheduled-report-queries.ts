import { eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import type { ReportFilters, ScheduledReport } from '../../shared/reports/scheduled-report.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import type { Db } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { accounts, scheduledReports, sites, suppliers, users } from '../db/tables/index.ts';

export const scheduledReportQuery = listQuery({
  orderBy: ['next_on', 'report', 'id'],
  default: 'next_on',
  per_page: limits.scheduled_reports_page,
});

const columns = {
  id: scheduledReports.id,
  report: scheduledReports.report,
  query: scheduledReports.query,
  format: scheduledReports.format,
  every: scheduledReports.every,
  day: scheduledReports.day,
  recipients: scheduledReports.recipients,
  next_on: scheduledReports.next_on,
  last_mailed_at: scheduledReports.last_mailed_at,
  created_by: { id: users.id, name: personName(users) },
  version: scheduledReports.version,
};
const select = (db: Db) => db.select(columns).from(scheduledReports).innerJoin(users, eq(users.id, scheduledReports.creator_id));
type Row = Awaited<ReturnType<typeof select>>[number];

const narrowings = { account: accounts, site: sites, supplier: suppliers } as const;
type Narrowing = keyof typeof narrowings;

/** Reads the accounts, sites and suppliers that the filters name. Returns a function that finds one of them by kind and id. */
export async function narrowedRecords(
  db: Db,
  filters: readonly ReportFilters[],
): Promise<(what: Narrowing, id: unknown) => ScheduledReport['account']> {
  const narrowedTo = new Map<string, { id: number; name: string }>();
  for (const [what, table] of Object.entries(narrowings)) {
    const ids = filters.flatMap((one) => (typeof one[what] === 'number' ? one[what] : []));
    if (!ids.length) continue;
    const records = await db.select({ id: table.id, name: table.name }).from(table).where(inArray(table.id, ids));
    for (const record of records) narrowedTo.set(`${what} ${record.id}`, record);
  }
  return (what, id) => narrowedTo.get(`${what} ${id}`) ?? null;
}

async function withRecords(db: Db, rows: readonly Row[]): Promise<ScheduledReport[]> {
  const recordOf = await narrowedRecords(
    db,
    rows.map(({ query }) => query),
  );
  return rows.map((row) => ({
    ...row,
    account: recordOf('account', row.query.account),
    site: recordOf('site', row.query.site),
    supplier: recordOf('supplier', row.query.supplier),
  }));
}

/** The scheduled reports, by default in the order of their next days. */
export async function listScheduledReports(ctx: Ctx, query: z.infer<typeof scheduledReportQuery>): Promise<Page<ScheduledReport>> {
  authorize(policy.run_reports(ctx.actor));
  const order = [scheduledReports[query.orderBy], scheduledReports.id];
  return readPage(ctx.db, query, { rows: select(ctx.db), order, count: ctx.db.$count(scheduledReports) }, (rows) => withRecords(ctx.db, rows));
}

/** One scheduled report. */
export async function scheduledReportOf(ctx: Ctx, id: number): Promise<ScheduledReport> {
  authorize(policy.run_reports(ctx.actor));
  const [report] = await withRecords(ctx.db, await select(ctx.db).where(eq(scheduledReports.id, id)));
  return requireFound(report);
}
