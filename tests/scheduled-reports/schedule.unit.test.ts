import { describe, expect, test } from 'vitest';
import { lastPeriod, latestDay, nextDay, scheduleText } from '../../shared/reports/schedule.ts';

describe('the days of a schedule', () => {
  test('a week is from Monday to Sunday, and the last week is the one that ended before the given day', () => {
    // The 26th of November 2026 is a Thursday.
    expect(lastPeriod('week', '2026-11-26')).toEqual({ start: '2026-11-16', end: '2026-11-22' });
    expect(lastPeriod('week', '2026-11-23')).toEqual({ start: '2026-11-16', end: '2026-11-22' });
    expect(lastPeriod('week', '2026-11-22')).toEqual({ start: '2026-11-09', end: '2026-11-15' });
    expect(lastPeriod('week', '2027-01-01')).toEqual({ start: '2026-12-21', end: '2026-12-27' });
  });

  test('the last month is the calendar month before that of the given day', () => {
    expect(lastPeriod('month', '2026-03-01')).toEqual({ start: '2026-02-01', end: '2026-02-28' });
    expect(lastPeriod('month', '2028-03-28')).toEqual({ start: '2028-02-01', end: '2028-02-29' });
    expect(lastPeriod('month', '2027-01-15')).toEqual({ start: '2026-12-01', end: '2026-12-31' });
  });

  test.each([
    ['week', 1, '2026-11-26', '2026-11-23', '2026-11-30'],
    ['week', 4, '2026-11-26', '2026-11-26', '2026-12-03'],
    ['week', 7, '2026-11-26', '2026-11-22', '2026-11-29'],
    ['month', 26, '2026-11-26', '2026-11-26', '2026-12-26'],
    ['month', 28, '2026-11-26', '2026-10-28', '2026-11-28'],
    ['month', 1, '2026-12-31', '2026-12-01', '2027-01-01'],
    ['month', 28, '2027-01-28', '2027-01-28', '2027-02-28'],
  ] as const)('every %s on day %i: on %s the latest day is %s and the next day %s', (every, day, date, latest, next) => {
    expect(latestDay({ every, day }, date)).toBe(latest);
    expect(nextDay({ every, day }, date)).toBe(next);
  });

  test('a schedule is described in words', () => {
    expect(scheduleText({ every: 'week', day: 7 })).toBe('every Sunday');
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 23].map((day) => scheduleText({ every: 'month', day }).split(' ')[2])).toEqual([
      '1st',
      '2nd',
      '3rd',
      '4th',
      '11th',
      '12th',
      '13th',
      '21st',
      '22nd',
      '23rd',
    ]);
  });
});
