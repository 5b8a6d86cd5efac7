import { type SQL, sql } from 'drizzle-orm';

/** The rows of the tally that add up to everything since a day: those of whole months, and those of the days that correct the first month. */
export interface TalliedDays {
  first_month: number;
  first_day: number;
  last_day: number;
  /** 1: the days of the first month from the start are added. -1: the whole first month is added and its days before the start are subtracted. */
  sign: 1 | -1;
}

const half = 16;

/** The smallest set of tally rows that add up to everything since `starts_on`. */
export function talliedSince(starts_on: string): TalliedDays {
  const [year = 0, month = 1, day = 1] = starts_on.split('-').map(Number);
  const this_month = year * 100 + month;
  const next_month = month === 12 ? (year + 1) * 100 + 1 : this_month + 1;
  const at = (d: number): number => this_month * 100 + d;
  if (day <= half) return { first_month: this_month, first_day: at(1), last_day: at(day - 1), sign: -1 };
  return { first_month: next_month, first_day: at(day), last_day: at(31), sign: 1 };
}

/** The rows of `talliedSince` as a list of single periods, up to the day `until`. For sums of so few keys that each row is looked up. */
export function talliedPeriods(starts_on: string, until: string): { period: number; sign: 1 | -1 }[] {
  const { first_month, first_day, last_day, sign } = talliedSince(starts_on);
  const [year = 0, month = 1] = until.split('-').map(Number);
  const periods: { period: number; sign: 1 | -1 }[] = [];
  for (let at = first_month; at <= year * 100 + month; at = at % 100 === 12 ? at + 89 : at + 1) periods.push({ period: at, sign: 1 });
  for (let day = first_day; day <= last_day; day++) periods.push({ period: day, sign });
  return periods;
}

/** The period of every month (`yyyymm`) is less than this, and that of every day (`yyyymmdd`) is greater. */
export const END_OF_MONTHS = 999_999;

/** The rows of the tally that meet a condition, as `of_id`, `key_id`, `n`, `spent`, `returned`; `days` may be values or placeholders. */
export const talliedRows = (condition: SQL, days: Record<keyof TalliedDays, unknown>): SQL => sql`
  select of_id, key_id, n, spent, returned from spend_sums
    where ${condition} and period between cast(${days.first_month} as integer) and ${sql.raw(String(END_OF_MONTHS))}
  union all
  select of_id, key_id, n * cast(${days.sign} as integer), spent * cast(${days.sign} as integer), returned * cast(${days.sign} as integer) from spend_sums
    where ${condition} and period between cast(${days.first_day} as integer) and cast(${days.last_day} as integer)`;
