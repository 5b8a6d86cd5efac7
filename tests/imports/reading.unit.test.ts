import { expect, test } from 'vitest';
import { type Reading, type Shown, shownBy, understood } from '../../shared/imports/reading.ts';

const nothing: Shown = { decimal: null, dates: null };
const shownOf = (field: string, texts: readonly string[]): Shown => texts.reduce((shown, text) => shownBy(shown, field, text), nothing);
const reading = (more: Partial<Reading> = {}): Reading => ({ ...nothing, isText: true, ...more });

test('the numbers of a file show whether the decimal sign is a point or a comma, contradict each other, or leave it open', () => {
  expect(shownOf('price', ['12,50', '7,205', '3']).decimal).toBe('comma');
  expect(shownOf('price', ['£12.50', '7,205']).decimal).toBe('point');
  expect(shownOf('price', ['1.234,5']).decimal).toBe('comma');
  expect(shownOf('price', ['1,234,567']).decimal).toBe('point');
  expect(shownOf('count', ['0,125', '1234,500']).decimal).toBe('comma');
  expect(shownOf('price', ['12,50', '12.50']).decimal).toBe('both');
  expect(shownOf('price', ['7,205', '7.200', '12', 'twelve', '']).decimal).toBeNull();
  expect(shownOf('name', ['12,50']).decimal).toBeNull();
});

test('the dates of a file show whether the day or the month comes first, contradict each other, or leave it open', () => {
  expect(shownOf('started_on', ['03/04/2026', '25/03/2026']).dates).toBe('day_first');
  expect(shownOf('leaves_on', ['3/4/2026', '3/25/2026']).dates).toBe('month_first');
  expect(shownOf('started_on', ['25/03/2026', '03/25/2026']).dates).toBe('both');
  expect(shownOf('started_on', ['03/04/2026', '2026-12-31']).dates).toBeNull();
});

test.each<[string, string | null, Partial<Reading>]>([
  ['7,205', '7205', {}],
  ['7,205', '7205', { decimal: 'point' }],
  ['7,205', '7.205', { decimal: 'comma' }],
  ['7,205', null, { decimal: 'both' }],
  ['7.205', '7.205', {}],
  ['7.205', '7205', { decimal: 'comma' }],
  ['7.205', '7.205', { decimal: 'comma', isText: false }],
  ['7.205', '7.205', { decimal: 'both', isText: false }],
  ['7.205', null, { decimal: 'both' }],
  ['1.234,50', '1234.50', {}],
  ['£1,234.50', '£1234.50', { decimal: 'comma' }],
  ['-12,5', '-12.5', {}],
  ['17,5 %', '17.5 %', {}],
  ['twelve', 'twelve', { decimal: 'both' }],
])('the number %s is read as %s if the file shows %o', (text, value, shown) => {
  expect(understood('price', text, reading(shown))).toBe(value);
});

test.each<[string, string | null, Partial<Reading>]>([
  ['03/04/2026', '03/04/2026', {}],
  ['03/04/2026', '2026-03-04', { dates: 'month_first' }],
  ['03/04/2026 00:00', '2026-03-04 00:00', { dates: 'month_first' }],
  ['3-25-2026', '2026-03-25', { dates: 'both' }],
  ['25/03/2026', '25/03/2026', { dates: 'both' }],
  ['04/04/2026', '04/04/2026', { dates: 'both' }],
  ['03/04/2026', null, { dates: 'both' }],
  ['2026-04-03', '2026-04-03', { dates: 'month_first' }],
])('the date %s is read as %s if the file shows %o', (text, value, shown) => {
  expect(understood('started_on', text, reading(shown))).toBe(value);
});
