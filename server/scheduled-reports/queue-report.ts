import { hasDays, openReportPath, reportTitles } from '../../shared/reports/report-names.ts';
import { lastPeriod, scheduleText } from '../../shared/reports/schedule.ts';
import type { ScheduledReport } from '../../shared/reports/scheduled-report.ts';
import type { Ctx } from '../core/context.ts';
import { scheduledReportEmail } from '../mail/email-templates/scheduled-report.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { factsOf } from '../reports/named-reports.ts';
import { notInOffice } from './recipients.ts';

type QueuedReport = Pick<ScheduledReport, 'report' | 'query' | 'format' | 'recipients' | 'every' | 'day'>;

/**
 * Mail the link of a report to its recipients: the report of the last week or month that ended before `date`. Returns the recipients to whom it is
 * mailed; people who are not active in the office are left out.
 */
export async function queueReport(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  scheduled: QueuedReport,
  { date, public_url }: { date: string; public_url: string },
): Promise<string[]> {
  const { report, query, format, recipients, every } = scheduled;
  const days = hasDays(report) ? lastPeriod(every, date) : {};
  const outside = await notInOffice(db, recipients);
  const params = new URLSearchParams(Object.entries({ report, ...query, ...days, format }).map(([name, value]) => [name, String(value)]));
  const mail = scheduledReportEmail({
    title: reportTitles[report],
    schedule: scheduleText(scheduled),
    facts: await factsOf({ db }, report, { ...query, ...days }),
    format: format.toUpperCase(),
    url: `${public_url}${openReportPath}?${params}`,
  });
  const allowed = recipients.filter((to) => !outside.has(to));
  await queueMails(
    { db, now },
    allowed.map((to) => ({ ...mail, to, account_id: null })),
  );
  return allowed;
}
