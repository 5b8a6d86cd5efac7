import { expect, test } from 'vitest';
import { ageText, daysLateText } from '../../shared/day/age-text.ts';

test('an age is told in minutes, in hours and minutes below a day, and in days from then on', () => {
  const now = '2026-11-24T11:42:00.000Z';
  const age = (since: string): string => ageText(since, now);
  expect(age('2026-11-24T11:41:30.000Z')).toBe('0 min');
  expect(age('2026-11-24T11:02:00.000Z')).toBe('40 min');
  expect(age('2026-11-24T08:30:00.000Z')).toBe('3 h 12 min');
  expect(age('2026-11-24T08:42:00.000Z')).toBe('3 h');
  expect(age('2026-11-23T11:43:00.000Z')).toBe('23 h 59 min');
  expect(age('2026-11-23T11:42:00.000Z')).toBe('1 day');
  expect(age('2026-10-31T11:42:00.000Z')).toBe('24 days');
  // The clock of a browser may be behind that of the server.
  expect(age('2026-11-24T12:00:00.000Z')).toBe('0 min');
});

test('a date is late by whole days, also across the change of the clocks', () => {
  expect(daysLateText('2026-11-24', '2026-11-24')).toBe('today');
  expect(daysLateText('2026-11-23', '2026-11-24')).toBe('1 day');
  expect(daysLateText('2026-10-20', '2026-11-01')).toBe('12 days');
});
