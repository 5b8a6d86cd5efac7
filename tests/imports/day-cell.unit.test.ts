import { expect, test } from 'vitest';
import { dayCell } from '../../server/imports/parse-cell.ts';
import { shownBy, understood } from '../../shared/imports/reading.ts';

test('dates are read in the formats in which spreadsheets write them', () => {
  for (const text of ['2026-09-15', '15/09/2026', '15.9.2026', '15-Sep-26', '15 September 2026', '15/9/26', '2026-09-15 00:00:00'])
    expect([text, dayCell(text)]).toEqual([text, { value: '2026-09-15' }]);
  expect(dayCell('15-Sep-98')).toEqual({ value: '1998-09-15' });
  expect(dayCell(null)).toEqual({ value: null });
});

test('a cell that is not an existing date, or has only digits, is a fault', () => {
  for (const text of ['30/02/2026', '46266', '20101112', '15092026', 'soon', '15-Sop-26', '2026-13-01'])
    expect([text, dayCell(text)]).toHaveProperty('1.message');
});

test('dates with a two-digit year show whether the day or the month comes first, and are read accordingly', () => {
  expect(shownBy({ decimal: null, dates: null }, 'started_on', '9/15/26').dates).toBe('month_first');
  expect(understood('started_on', '9/15/98', { isText: true, decimal: null, dates: 'month_first' })).toBe('1998-09-15');
  expect(understood('started_on', '1/10/26', { isText: true, decimal: null, dates: 'both' })).toBeNull();
});
