import { addMonths } from '../add-months.ts';

const DAY = 86_400_000;

/** How many days lie between two calendar dates; negative if the second is the earlier one. */
export const daysFrom = (first: string, second: string): number =>
  Math.round((Date.parse(`${second}T00:00:00.000Z`) - Date.parse(`${first}T00:00:00.000Z`)) / DAY);

interface IssuedItem {
  /** What one item cost when it was issued, in pence. */
  value_new: number;
  /** The calendar date of its dispatch; null if it is not known. */
  issued_on: string | null;
  /** How many months the style is expected to be worn; null if nobody has said so. */
  wear_months: number | null;
}

/**
 * What one item is worth on a calendar date, in whole pence, half up: its value falls in a straight line by days, from the day of its issue to nothing at
 * the end of its wear life. An item without a wear life, or without a day of issue, keeps its value.
 */
export function valueNow({ value_new, issued_on, wear_months }: IssuedItem, today: string): number {
  if (issued_on === null || wear_months === null) return value_new;
  const days = daysFrom(issued_on, addMonths(issued_on, wear_months));
  const remaining = Math.min(days, Math.max(0, days - daysFrom(issued_on, today)));
  return Math.floor((2 * value_new * remaining + days) / (2 * days));
}
