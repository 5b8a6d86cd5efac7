import { eq, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { checkFilters, dayFaults } from '../../shared/reports/save-scheduled-report.ts';
import { nextDay } from '../../shared/reports/schedule.ts';
import type { NewScheduledReport, ReportFilters, ScheduledReport, ScheduledReportChange } from '../../shared/reports/scheduled-report.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import type { Db } from '../db/db.ts';
import { lockRows } from '../db/lock.ts';
import { scheduledReports } from '../db/tables/index.ts';
import { notInOffice } from './recipients.ts';
import { narrowedRecords, scheduledReportOf } from './scheduled-report-queries.ts';

const unknown = { account: messages.unknown_account, site: messages.unknown_site, supplier: messages.unknown_supplier } as const;

/** Returns the filters as they are stored. 422 on each invalid field, on a filter that names a missing record, and on an invalid recipient. */
async function enforceFields(db: Db, input: NewScheduledReport): Promise<ReportFilters> {
  const { filters = {}, faults = {} } = checkFilters(input.report, input.query);
  const recordOf = await narrowedRecords(db, [filters]);
  const unknowns = (['account', 'site', 'supplier'] as const).flatMap((what) =>
    filters[what] !== undefined && !recordOf(what, filters[what]) ? [[`query.${what}`, unknown[what]] as const] : [],
  );
  const outside = await notInOffice(db, input.recipients);
  const wrongRecipients = input.recipients.flatMap((email, at) =>
    outside.has(email) ? [[`recipients.${at}`, messages.recipient_not_in_office] as const] : [],
  );
  const all = { ...dayFaults(input), ...faults, ...Object.fromEntries([...unknowns, ...wrongRecipients]) };
  if (Object.keys(all).length) throw invalid(all);
  return filters;
}

/** Schedule a report. It is mailed for the first time on the next day of its schedule after today. */
export async function createScheduledReport(ctx: Ctx, input: NewScheduledReport): Promise<ScheduledReport> {
  authorize(policy.run_reports(ctx.actor));
  const query = await enforceFields(ctx.db, input);
  const fields = { ...input, query, next_on: nextDay(input, ukDate(ctx.now)) };
  const [row] = await ctx.db
    .insert(scheduledReports)
    .values({ ...fields, creator_id: ctx.actor.id, created_at: ctx.now })
    .returning({ id: scheduledReports.id });
  const id = row?.id ?? 0;
  await audit(ctx, 'scheduled_report.created', { type: 'scheduled_report', id }, null, fields);
  return scheduledReportOf(ctx, id);
}

/** Lock a scheduled report until the unit of work ends, and return it; 404 if there is none. */
export async function lockScheduledReport(ctx: Ctx, id: number): Promise<ScheduledReport> {
  await lockRows(ctx.db.select({ id: scheduledReports.id }).from(scheduledReports).where(eq(scheduledReports.id, id)));
  return scheduledReportOf(ctx, id);
}

const fieldsOf = ({ report, query, format, every, day, recipients, next_on }: ScheduledReport) => ({
  report,
  query,
  format,
  every,
  day,
  recipients,
  next_on,
});

/** Change a scheduled report. If the schedule changes, the report is mailed on the next scheduled day after today. */
export async function changeScheduledReport(ctx: Ctx, id: number, { version, ...change }: ScheduledReportChange): Promise<ScheduledReport> {
  authorize(policy.run_reports(ctx.actor));
  const before = await lockScheduledReport(ctx, id);
  await enforceVersion(ctx, version, before, () => before);
  const { next_on, ...stored } = fieldsOf(before);
  const input = { ...stored, ...change };
  const query = await enforceFields(ctx.db, input);
  const isSameDay = input.every === before.every && input.day === before.day;
  const fields = { ...input, query, next_on: isSameDay ? next_on : nextDay(input, ukDate(ctx.now)) };
  await ctx.db
    .update(scheduledReports)
    .set({ ...fields, version: sql`${scheduledReports.version} + 1` })
    .where(eq(scheduledReports.id, id));
  await audit(ctx, 'scheduled_report.changed', { type: 'scheduled_report', id }, fieldsOf(before), fields);
  return scheduledReportOf(ctx, id);
}

/** Stop mailing a report. Links in emails that were sent earlier still work. */
export async function deleteScheduledReport(ctx: Ctx, id: number): Promise<{ id: number; deleted: true }> {
  authorize(policy.run_reports(ctx.actor));
  const before = await lockScheduledReport(ctx, id);
  await ctx.db.delete(scheduledReports).where(eq(scheduledReports.id, id));
  await audit(ctx, 'scheduled_report.deleted', { type: 'scheduled_report', id }, fieldsOf(before));
  return { id, deleted: true };
}
