import { messages } from '../messages.ts';
import { type ReportName, reportQueries } from './report-queries.ts';
import type { NewScheduledReport, ReportFilters } from './scheduled-report.ts';

/** Stand-in days: the schema of a report requires days, but `checkFilters` checks only the filters. */
const anyDays = { start: '2026-01-01', end: '2026-01-01' };
const daysAndFormat: ReadonlySet<string> = new Set(['start', 'end', 'format']);

/** Returns the given filters that the report has, converted to their types, or a message for each faulty field. */
export function checkFilters(report: ReportName, query: Record<string, string | number | boolean | null>) {
  const texts = Object.entries(query).flatMap(([name, value]) => (value === null || daysAndFormat.has(name) ? [] : [[name, String(value)]]));
  const checked = reportQueries[report].safeParse({ ...Object.fromEntries(texts), ...anyDays });
  if (!checked.success)
    return { faults: Object.fromEntries(checked.error.issues.map(({ path, message }) => [`query.${path.join('.')}`, message] as const)) };
  const filters = Object.entries(checked.data).filter(([name, value]) => value !== undefined && value !== '' && !daysAndFormat.has(name));
  return { filters: Object.fromEntries(filters) as ReportFilters };
}

/** The messages about an invalid day of a schedule, by field; empty if it is valid. */
export const dayFaults = ({ every, day }: Pick<NewScheduledReport, 'every' | 'day'>): Record<string, string> =>
  every === 'week' && day > 7 ? { day: messages.weekday_invalid } : {};
