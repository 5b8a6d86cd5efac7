import { eq, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { ScheduledReport } from '../../shared/reports/scheduled-report.ts';
import { checkSendNow } from '../../shared/reports/send-scheduled-report.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, conflict, enforce } from '../core/problem.ts';
import { scheduledReports } from '../db/tables/index.ts';
import { queueReport } from './queue-report.ts';
import { lockScheduledReport } from './save-scheduled-report.ts';
import { scheduledReportOf } from './scheduled-report-queries.ts';

/** Mail a scheduled report at once to its recipients. The day on which it is mailed next stays as it is. */
export async function sendScheduledReport(ctx: Ctx, id: number): Promise<ScheduledReport> {
  authorize(policy.run_reports(ctx.actor));
  const scheduled = await lockScheduledReport(ctx, id);
  enforce(checkSendNow(scheduled, ctx.now));
  const { public_url } = ctx.services.settings;
  const recipients = await queueReport(ctx, scheduled, { date: ukDate(ctx.now), public_url });
  if (!recipients.length) throw conflict('no_recipients', messages.no_recipient_in_office);
  await ctx.db
    .update(scheduledReports)
    .set({ last_mailed_at: ctx.now, version: sql`${scheduledReports.version} + 1` })
    .where(eq(scheduledReports.id, id));
  await audit(ctx, 'scheduled_report.sent', { type: 'scheduled_report', id }, null, { report: scheduled.report, recipients });
  return scheduledReportOf(ctx, id);
}
