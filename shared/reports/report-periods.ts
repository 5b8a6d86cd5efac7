/** The first and the last day of a report, `YYYY-MM-DD`. */
export interface ReportDays {
  start: string;
  end: string;
}

export const reportPeriods = ['this_month', 'last_month', 'last_quarter', 'this_year'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

export const periodNames: Record<ReportPeriod, string> = {
  this_month: 'This month',
  last_month: 'Last month',
  last_quarter: 'Last quarter',
  this_year: 'This year',
};

/** The days of `months` whole months, of which the first is `month` months after January of `year`; `month` may be negative. */
const monthsFrom = (year: number, month: number, months: number): ReportDays => {
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  return { start: day(Date.UTC(year, month, 1)), end: day(Date.UTC(year, month + months, 0)) };
};

/** The first and the last day of a calendar period, as seen on the day `today`, `YYYY-MM-DD`. */
export function periodDays(period: ReportPeriod, today: string): ReportDays {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7)) - 1;
  switch (period) {
    case 'this_month':
      return monthsFrom(year, month, 1);
    case 'last_month':
      return monthsFrom(year, month - 1, 1);
    case 'last_quarter':
      return monthsFrom(year, Math.floor(month / 3) * 3 - 3, 3);
    case 'this_year':
      return monthsFrom(year, 0, 12);
  }
}
