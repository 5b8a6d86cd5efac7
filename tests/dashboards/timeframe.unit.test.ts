import { expect, test } from 'vitest';
import { talliedPeriods, talliedSince } from '../../server/budgets/tallied-days.ts';
import { type Timeframe, timeframeStart } from '../../shared/dashboards/timeframe.ts';
import { ukDate } from '../../shared/uk-time.ts';

const starts = (now: string, ...of: Timeframe[]): string[] => of.map((timeframe) => timeframeStart(timeframe, now));

test('a timeframe of months begins on the same day of an earlier month; the year to date begins on 1 January', () => {
  expect(starts('2026-11-20T09:00:00.000Z', '1m', '2m', '3m', '6m', '12m', 'ytd')).toEqual([
    '2026-10-20',
    '2026-09-20',
    '2026-08-20',
    '2026-05-20',
    '2025-11-20',
    '2026-01-01',
  ]);
});

test('a timeframe begins on the last day of its first month if that month lacks today’s day, such as the 31st', () => {
  expect(starts('2026-03-31T12:00:00.000Z', '1m')).toEqual(['2026-02-28']);
  expect(starts('2024-03-30T12:00:00.000Z', '1m')).toEqual(['2024-02-29']);
  expect(starts('2026-12-31T12:00:00.000Z', '3m', '6m')).toEqual(['2026-09-30', '2026-06-30']);
});

test('today is the UK date, which in summer begins an hour before the UTC date', () => {
  expect(ukDate('2026-07-01T22:59:59.999Z')).toBe('2026-07-01');
  expect(ukDate('2026-07-01T23:00:00.000Z')).toBe('2026-07-02');
  expect(ukDate('2026-12-31T23:59:59.999Z')).toBe('2026-12-31');
  expect(starts('2025-12-31T23:59:59.999Z', 'ytd')).toEqual(['2025-01-01']);
});

/** Every day of two years in the format of the tally, such as 20250131. */
const days = Array.from({ length: 731 }, (_, n) => Number(new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10).replaceAll('-', '')));

test('the months and days that are read from the tally together count each day since the first day exactly once', () => {
  for (const first of days) {
    const text = String(first);
    const range = talliedSince(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`);
    const countDay = (day: number): number =>
      (Math.floor(day / 100) >= range.first_month ? 1 : 0) + (day >= range.first_day && day <= range.last_day ? range.sign : 0);
    expect(days.filter((day) => countDay(day) !== (day >= first ? 1 : 0))).toEqual([]);
    expect(range.last_day - range.first_day).toBeLessThan(16);
  }
});

test('a sum from the tally adds whole months, and corrects the first month by adding or subtracting single days', () => {
  const periods = (starts_on: string, until: string) => talliedPeriods(starts_on, until).map(({ period, sign }) => period * sign);
  expect(periods('2026-04-03', '2026-06-05')).toEqual([202604, 202605, 202606, -20260401, -20260402]);
  expect(periods('2026-04-01', '2026-04-30')).toEqual([202604]);
  expect(periods('2026-12-30', '2027-02-01')).toEqual([202701, 202702, 20261230, 20261231]);
  expect(periods('2026-11-30', '2026-11-30')).toEqual([20261130, 20261131]);
});
