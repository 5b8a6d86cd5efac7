import { ukDate, ukMidnight } from '../uk-time.ts';

/** A calendar month, or the part of it that a report covers: from `from` inclusive to `to` exclusive. */
export interface MonthPart {
  /** `2026-11`. */
  month: string;
  from: string;
  to: string;
}

const nextMonth = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 12 ? `${String(year + 1).padStart(4, '0')}-01` : `${month.slice(0, 4)}-${String(number + 1).padStart(2, '0')}`;
};

/** The months in UK time between two times; the first month begins at `from`, and the last ends at `to`. */
export function monthsBetween({ from, to }: { from: string; to: string }): MonthPart[] {
  const parts: MonthPart[] = [];
  for (let month = ukDate(from).slice(0, 7), begin = from; begin < to; ) {
    const next = nextMonth(month);
    const end = ukMidnight(`${next}-01`);
    parts.push({ month, from: begin, to: end < to ? end : to });
    [month, begin] = [next, end];
  }
  return parts;
}
