import { addDays } from '../add-days.ts';

/** The lead time in days if neither the SKU nor its supplier has one. */
export const DEFAULT_LEAD_TIME_DAYS = 14;

/** The date on which a line without a due date is expected: the approval plus the lead time in calendar days. */
export const expectedOn = (approved_on: string, lead_time_days: number | null): string =>
  addDays(approved_on, lead_time_days ?? DEFAULT_LEAD_TIME_DAYS);
