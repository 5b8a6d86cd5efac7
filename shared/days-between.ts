import { addDays } from './add-days.ts';
import { ukMidnight } from './uk-time.ts';

/** A range of days as times in ISO 8601 UTC: at or after `from` and before `to`. Null means that this end of the range is open. */
export interface DaysBetween {
  from: string | null;
  to: string | null;
}

/** Later than every time. As the end of a range it means that the range is open. */
const LAST_DAY = '9999-12-31';

/** The time from midnight at the start of the first day to midnight at the end of the last day, in UK time. */
export const daysBetween = ({ start, end }: { start?: string | undefined; end?: string | undefined }): DaysBetween => ({
  from: start ? ukMidnight(start) : null,
  to: end && end < LAST_DAY ? ukMidnight(addDays(end, 1)) : null,
});
