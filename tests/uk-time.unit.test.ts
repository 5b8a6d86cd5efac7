import { expect, test } from 'vitest';
import { formatDate, ukDate, ukDay, ukMidnight } from '../shared/uk-time.ts';

const HOUR = 3_600_000;
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'short' });

test('every hour of forty years is formatted as Intl formats UK time', () => {
  const wrong: string[] = [];
  // The step is not a whole hour, so that the minutes before and after each change of the clocks are included.
  for (let at = Date.UTC(2000, 0, 1); at < Date.UTC(2040, 0, 1); at += HOUR - 7_000)
    if (formatDate(at, 'moment') !== clock.format(at).replace(', ', ' ')) wrong.push(new Date(at).toISOString());
  expect(wrong).toEqual([]);
});

test('the clocks change at 01:00 UTC on the last Sundays of March and October', () => {
  expect(formatDate('2026-03-29T00:59:59.999Z', 'moment')).toBe('29/03/2026 00:59');
  expect(formatDate('2026-03-29T01:00:00.000Z', 'moment')).toBe('29/03/2026 02:00');
  expect(formatDate('2026-10-25T00:59:59.999Z', 'moment')).toBe('25/10/2026 01:59');
  expect(formatDate('2026-10-25T01:00:00.000Z', 'moment')).toBe('25/10/2026 01:00');
});

test('a calendar day is formatted as that day, and each format is written as in the UK', () => {
  expect(formatDate('2026-07-01')).toBe('01/07/2026');
  expect(formatDate('2026-07-01', 'list')).toBe('01/07/26');
  expect(formatDate('2026-07-01T22:59:00.000Z', 'time')).toBe('23:59');
  expect(formatDate('2026-07-01T23:05:00.000Z', 'date')).toBe('02/07/2026');
});

test('a day begins at midnight in the UK, in winter and summer time', () => {
  for (let day = Date.UTC(2025, 0, 1); day < Date.UTC(2027, 0, 1); day += 24 * HOUR) {
    const date = new Date(day).toISOString().slice(0, 10);
    const midnight = ukMidnight(date);
    expect(ukDate(midnight)).toBe(date);
    expect(ukDate(new Date(Date.parse(midnight) - 1).toISOString()) < date).toBe(true);
  }
});

test('the day of a time is the UK day, even if the clocks change on it; without a time it is null', () => {
  expect(ukDay('2026-07-01T22:59:59.999Z')).toBe('01/07/2026');
  expect(ukDay('2026-07-01T23:00:00.000Z')).toBe('02/07/2026');
  expect(ukDay('2026-10-25T23:30:00.000Z')).toBe('25/10/2026');
  expect([ukDay(null), ukDay(undefined)]).toEqual([null, null]);
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += HOUR - 7_000) expect(ukDay(new Date(at).toISOString())).toBe(formatDate(at));
});

test('every calendar day is formatted as that day, even if the clocks change on it', () => {
  for (let day = Date.UTC(2025, 0, 1); day < Date.UTC(2027, 0, 1); day += 24 * HOUR) {
    const date = new Date(day).toISOString().slice(0, 10);
    expect(formatDate(date)).toBe(date.split('-').toReversed().join('/'));
  }
});

test('a year has four digits, even if it is before the year 1000', () => {
  expect(formatDate('0202-07-01')).toBe('01/07/0202');
});
