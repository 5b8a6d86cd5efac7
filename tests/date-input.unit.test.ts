import { expect, test } from 'vitest';
import { calendarDate } from '../shared/calendar-date.ts';
import { daysBetween } from '../shared/days-between.ts';
import { optionalDay } from '../shared/fields.ts';
import { newNotice } from '../shared/notices/notice.ts';

const messageOf = (date: string, message?: string): string | undefined => calendarDate(message).safeParse(date).error?.issues[0]?.message;

test('a date is a day of the calendar, from 1900 on', () => {
  expect(['1900-01-01', '2028-02-29', '9999-12-31'].map((date) => messageOf(date))).toEqual([undefined, undefined, undefined]);
  expect(messageOf('1899-12-31')).toBe('Choose a date from 1900 on.');
  expect(messageOf('1899-12-31', 'Enter the first day.')).toBe('Choose a date from 1900 on.');
  for (const text of ['1/5/2026', '', 'soon']) expect(messageOf(text, 'Enter the first day.')).toBe('Enter the first day.');
});

test('every input with a date refuses a day that does not exist, and the message says that the day does not exist', () => {
  expect(['2027-02-29', '2026-02-31', '2026-13-01'].map((date) => messageOf(date, 'Enter the first day.'))).toEqual(
    Array(3).fill('This day does not exist.'),
  );
  expect(optionalDay.safeParse('2026-02-31').error?.issues.map(({ message }) => message)).toEqual(['This day does not exist.']);
  expect(optionalDay.safeParse('soon').error?.issues.map(({ message }) => message)).toEqual(['Enter a date.']);
  expect(optionalDay.safeParse('1850-01-01').error?.issues.map(({ message }) => message)).toEqual(['Choose a date from 1900 on.']);
  expect(newNotice.safeParse({ starts_at: '2026-02-31' }).error?.issues.find(({ path }) => path[0] === 'starts_at')?.message).toBe(
    'This day does not exist.',
  );
});

test('a range of days lasts from midnight before its first day to midnight after its last, in UK time', () => {
  expect(daysBetween({ start: '2026-03-28', end: '2026-03-29' })).toEqual({ from: '2026-03-28T00:00:00.000Z', to: '2026-03-29T23:00:00.000Z' });
  expect(daysBetween({ start: '2026-10-25', end: '2026-12-31' })).toEqual({ from: '2026-10-24T23:00:00.000Z', to: '2027-01-01T00:00:00.000Z' });
  expect(daysBetween({ start: '2028-02-28', end: '2028-02-28' })).toEqual({ from: '2028-02-28T00:00:00.000Z', to: '2028-02-29T00:00:00.000Z' });
});

test('a range of days is open at an end that has no day, and at an end that has the last possible date', () => {
  expect(daysBetween({})).toEqual({ from: null, to: null });
  expect(daysBetween({ start: '', end: '' })).toEqual({ from: null, to: null });
  expect(daysBetween({ end: '9999-12-31' })).toEqual({ from: null, to: null });
  expect(daysBetween({ end: '9999-12-30' })).toEqual({ from: null, to: '9999-12-31T00:00:00.000Z' });
});
