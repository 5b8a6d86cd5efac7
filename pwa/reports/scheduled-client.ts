import { hc } from 'hono/client';
import type { ScheduledReportRoutes } from '../../server/scheduled-reports/routes.ts';
import type { NewScheduledReport, ScheduledReport, ScheduledReportChange } from '../../shared/reports/scheduled-report.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const reports = hc<ScheduledReportRoutes>('/api/admin/scheduled-reports', overTheWire);
const { ':id': one } = reports;

/** A page of the reports that are mailed. */
export const readScheduledReports = (query: ListQuery, signal: AbortSignal) =>
  answer(reports.index.$get({ query: stringQuery(query) }, { init: { signal } }));
/** One report that is mailed. */
export const readScheduledReport = (id: string, signal: AbortSignal) => answer(one.$get({ param: { id } }, { init: { signal } }));
/** Schedules a report, or changes the stored one with this id. The form has checked its fields. */
export const saveScheduledReport = (id: number | undefined) => (json: ScheduledReportChange, options: Once) =>
  id === undefined
    ? answer(reports.index.$post({ json: json as NewScheduledReport }, options))
    : answer(one.$put({ param: { id: String(id) }, json }, options));
/** Mails a report at once to its recipients. */
export const sendScheduledReport = ({ id }: ScheduledReport, options: Once) => answer(one.send.$post({ param: { id: String(id) } }, options));
/** Stops mailing a report. */
export const deleteScheduledReport = ({ id }: ScheduledReport, options: Once) => answer(one.$delete({ param: { id: String(id) } }, options));
