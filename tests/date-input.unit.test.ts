import { expect, test } from 'vitest';
import { calendarDate } from '../shared/calendar-date.ts';
import { daysBetween } from '../shared/days-between.ts';

const messageOf = (date: string, message?: string): string | undefined => calendarDate(message).safeParse(date).error?.issues[0]?.message;

test('a date is a day of the calendar, from 1900 on', () => {
  expect(['1900-01-01', '2028-02-29', '9999-12-31'].map((date) => messageOf(date))).toEqual([undefined, undefined, undefined]);
  expect(messageOf('1899-12-31')).toBe('Choose a date from 1900 on.');
  for (const text of ['1899-12-31', '2027-02-29', '1/5/2026', '']) expect(messageOf(text, 'Choose a date.')).toBe('Choose a date.');
});

test('a range of days lasts from midnight before its first day to midnight after its last, in UK time', () => {
  expect(daysBetween({ start: '2026-03-28', end: '2026-03-29' })).toEqual({ from: '2026-03-28T00:00:00.000Z', to: '2026-03-29T23:00:00.000Z' });
  expect(daysBetween({ start: '2026-10-25', end: '2026-12-31' })).toEqual({ from: '2026-10-24T23:00:00.000Z', to: '2027-01-01T00:00:00.000Z' });
  expect(daysBetween({ start: '2028-02-28', end: '2028-02-28' })).toEqual({ from: '2028-02-28T00:00:00.000Z', to: '2028-02-29T00:00:00.000Z' });
});

test('a range of days is open where a day is missing, or where no day comes after its last', () => {
  expect(daysBetween({})).toEqual({ from: null, to: null });
  expect(daysBetween({ start: '', end: '' })).toEqual({ from: null, to: null });
  expect(daysBetween({ end: '9999-12-31' })).toEqual({ from: null, to: null });
  expect(daysBetween({ end: '9999-12-30' })).toEqual({ from: null, to: '9999-12-31T00:00:00.000Z' });
});
