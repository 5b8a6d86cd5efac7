import { asc, eq, lte } from 'drizzle-orm';
import { latestDay, nextDay } from '../../shared/reports/schedule.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx, Services } from '../core/context.ts';
import { yieldToRequests } from '../core/yield-to-requests.ts';
import { lockRows } from '../db/lock.ts';
import { scheduledReports } from '../db/tables/index.ts';
import { recurring } from '../jobs/job.ts';
import { queueReport } from './queue-report.ts';

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
  const mailed = await queueReport({ db, now }, due, { date: latestDay(due, today), public_url });
  await db
    .update(scheduledReports)
    .set({ next_on: nextDay(due, today), ...(mailed.length && { last_mailed_at: now }) })
    .where(eq(scheduledReports.id, due.id));
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
