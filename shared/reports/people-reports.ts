import { z } from 'zod';
import { addDays } from '../add-days.ts';
import { addMonths } from '../add-months.ts';
import { calendarDate } from '../calendar-date.ts';
import { messages } from '../messages.ts';
import type { ReportDays } from './report-periods.ts';

/** The formats of the reports about people: a table to calculate with. */
export const peopleReportFormats = ['csv', 'xlsx'] as const;
export type PeopleReportFormat = (typeof peopleReportFormats)[number];

const maybe = <Schema extends z.ZodType>(schema: Schema) => z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
const format = maybe(z.enum(peopleReportFormats)).transform((value) => value ?? 'csv');
const account = maybe(z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER));
const day = maybe(calendarDate());
const inTurn = ({ start, end }: { start?: string | undefined; end?: string | undefined }): boolean => !start || !end || start <= end;
const reversedRange = { path: ['end'], message: messages.ends_before_start };

/** The query of the office's reports of leavers and of allowances: of one client, or of all. */
export const peopleReportQuery = z.object({ account, format });
export type PeopleReportQuery = z.infer<typeof peopleReportQuery>;

/** The query of a client's own reports of leavers and of allowances. */
export const ownPeopleReportQuery = z.object({ format });

/** The query of the office's report of the cost per head: orders submitted from `start` to `end`, of one client or of all. */
export const costPerHeadQuery = z.object({ start: day, end: day, account, format }).refine(inTurn, reversedRange);
export type CostPerHeadQuery = z.infer<typeof costPerHeadQuery>;

/** The query of a client's own report of the cost per head. */
export const ownCostPerHeadQuery = z.object({ start: day, end: day, format }).refine(inTurn, reversedRange);

/** The days that the cost per head covers on the day `today`: twelve months where a day is not chosen, which end today at the latest by default. */
export function costPerHeadDays({ start, end }: { start?: string | undefined; end?: string | undefined }, today: string): ReportDays {
  const last = end ?? (start && start > today ? start : today);
  return { start: start ?? addDays(addMonths(last, -12), 1), end: last };
}

/** The same days one year before. The end is computed from the day after it, so that a period to the end of February ends with February there, too. */
export const yearBefore = ({ start, end }: ReportDays): ReportDays => ({
  start: addMonths(start, -12),
  end: addDays(addMonths(addDays(end, 1), -12), -1),
});
