import { asc, eq, lte } from 'drizzle-orm';
import { hasDays, openReportPath, reportTitles } from '../../shared/reports/report-names.ts';
import { lastPeriod, latestDay, nextDay, scheduleText } from '../../shared/reports/schedule.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx, Services } from '../core/context.ts';
import { yieldToRequests } from '../core/yield-to-requests.ts';
import { lockRows } from '../db/lock.ts';
import { scheduledReports } from '../db/tables/index.ts';
import { recurring } from '../jobs/job.ts';
import { scheduledReportEmail } from '../mail/email-templates/scheduled-report.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { factsOf } from '../reports/named-reports.ts';
import { notInOffice } from './recipients.ts';

/**
 * Mail one report that is due, and set its next day in the same unit of work, so that it is mailed once for each period. If several due days were
 * missed, only the report of the latest day is mailed. Returns whether a report was due.
 */
async function mailNextReport({ db, now }: Pick<Ctx, 'db' | 'now'>, public_url: string): Promise<boolean> {
  const today = ukDate(now);
  const [due] = await lockRows(
    db
      .select()
      .from(scheduledReports)
      .where(lte(scheduledReports.next_on, today))
      .orderBy(asc(scheduledReports.next_on), asc(scheduledReports.id))
      .limit(1),
  );
  if (!due) return false;
  const { id, report, query, format, recipients, every } = due;
  const days = hasDays(report) ? lastPeriod(every, latestDay(due, today)) : {};
  const outside = await notInOffice(db, recipients);
  const params = new URLSearchParams(Object.entries({ report, ...query, ...days, format }).map(([name, value]) => [name, String(value)]));
  const mail = scheduledReportEmail({
    title: reportTitles[report],
    schedule: scheduleText(due),
    facts: await factsOf({ db }, report, { ...query, ...days }),
    format: format.toUpperCase(),
    url: `${public_url}${openReportPath}?${params}`,
  });
  const allowed = recipients.filter((to) => !outside.has(to));
  await queueMails(
    { db, now },
    allowed.map((to) => ({ ...mail, to, account_id: null })),
  );
  await db
    .update(scheduledReports)
    .set({ next_on: nextDay(due, today), ...(allowed.length && { last_mailed_at: now }) })
    .where(eq(scheduledReports.id, id));
  return true;
}

/** Mails the reports that are due, every morning at 05:00 UTC. At that time the date in the UK is the date in UTC, in summer and in winter. */
export const mailReportsJob = recurring('mail_reports', '0 5 * * *', async ({ database, clock, settings }: Services, signal) => {
  let hasMore = true;
  while (hasMore && !signal.aborted) {
    hasMore = await database.unitOfWork((db) => mailNextReport({ db, now: clock().toISOString() }, settings.public_url));
    await yieldToRequests();
  }
  // The next attempt mails the remaining reports.
  if (hasMore) throw new Error('The mailing of reports was interrupted.');
});
