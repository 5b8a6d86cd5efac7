import { z } from 'zod';
import { emailText } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { type ReportName, reportFormats, reportQueries } from './report-queries.ts';

export const reportNames = Object.keys(reportQueries) as [ReportName, ...ReportName[]];

const filterValue = z.union([z.string().max(limits.filter_text), z.number(), z.boolean()]);
/** The filters of a report by their names in the report's query, without days and format. */
export type ReportFilters = Record<string, z.infer<typeof filterValue>>;

const email = emailText(limits.email).toLowerCase();

/** The fields of a scheduled report that people fill in. */
export const scheduledReportFields = z.object({
  report: z.enum(reportNames),
  query: z.record(z.string().max(limits.filter_text), filterValue.nullable()).describe('The filters of the report, without days and format'),
  format: z.enum(reportFormats),
  every: z.enum(['week', 'month']),
  day: z.int(messages.whole_number).min(1).max(28).describe('1 to 7 from Monday, or 1 to 28 of the month'),
  recipients: z
    .array(email)
    .min(1, messages.recipient_needed)
    .max(limits.report_recipients, messages.too_many_recipients(limits.report_recipients))
    .transform((all) => [...new Set(all)])
    .describe('Email addresses'),
});

export const newScheduledReport = scheduledReportFields.extend({ query: scheduledReportFields.shape.query.default({}) });
export type NewScheduledReport = z.infer<typeof newScheduledReport>;
export const scheduledReportChange = scheduledReportFields.extend({ version: z.int() }).partial();
export type ScheduledReportChange = z.infer<typeof scheduledReportChange>;

const named = z.object({ id: z.int(), name: z.string() }).nullable();

/** A report to which a link is mailed every week or month. */
export const scheduledReport = scheduledReportFields.extend({
  id: z.int(),
  query: z.record(z.string(), filterValue),
  recipients: z.array(z.string()),
  account: named.describe('The client to whom it is narrowed'),
  site: named,
  supplier: named,
  next_on: z.string().describe('The day, in the UK, on which it is mailed next'),
  last_mailed_at: z.string().nullable(),
  created_by: z.object({ id: z.int(), name: z.string() }),
  version: z.int(),
});
export type ScheduledReport = z.infer<typeof scheduledReport>;
