import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateFault, parseTypedDate } from '../shared/parse-typed-date.ts';
import { formatDate } from '../shared/uk-time.ts';

test('a date is read as people in the UK write it, the day before the month', () => {
  const written = [
    '1/2/26',
    '01/02/2026',
    '01022026',
    '010226',
    '1.2.2026',
    '1-2-26',
    '1 2 2026',
    ' 01 / 02 / 2026 ',
    '1 Feb 2026',
    '1st February 2026',
    '01-FEB-26',
    '1feb2026',
    '1 Feb, 2026',
    '2026-02-01',
    '2026/2/1',
  ];
  expect(written.map((text) => parseTypedDate(text))).toEqual(written.map(() => '2026-02-01'));
  expect(['3 sept 26', '29/2/2028', '31/12/99', '13/1/2026'].map((text) => parseTypedDate(text))).toEqual([
    '2026-09-03',
    '2028-02-29',
    '2099-12-31',
    '2026-01-13',
  ]);
});

test('a text that is not a calendar date is refused', () => {
  for (const text of ['', '1', '1/2', '1/2/2', '1/2/202', '1/2/20266', '29/2/2026', '31/4/2026', '0/1/2026', '1/0/2026', '1/13/2026', '2026-02-30'])
    expect(parseTypedDate(text), text).toBeNull();
  for (const text of ['tomorrow', '1 Fe 2026', '1 Ju 2026', '1 Febr1 2026', '1/2/0026', '1/2/-26', '٠١/٠٢/٢٠٢٦', '1 Feb', '102026'])
    expect(parseTypedDate(text), text).toBeNull();
});

test('a date without a year is in this year, and words for days near today are accepted', () => {
  const today = '2026-11-29';
  const days = {
    '1/2': '2026-02-01',
    ' 01 / 02 ': '2026-02-01',
    '1.2': '2026-02-01',
    '1 Feb': '2026-02-01',
    '31-dec': '2026-12-31',
    '1/2/26': '2026-02-01',
    '1/2/2027': '2027-02-01',
    t: today,
    Today: today,
    tomorrow: '2026-11-30',
    yesterday: '2026-11-28',
  };
  expect(Object.keys(days).map((text) => parseTypedDate(text, today))).toEqual(Object.values(days));
  expect(parseTypedDate('tomorrow', '2026-12-31')).toBe('2027-01-01');
  expect(['29/2', 'to', '1', '1/2/', 'next week'].map((text) => parseTypedDate(text, today))).toEqual(Array(5).fill(null));
});

test('a date that does not exist is distinguished from a text that is not a date', () => {
  expect(['31/02/2026', '31/2/26', '31022026', '31 Feb 2026', '2026-02-30', '0/1/2026'].map((text) => dateFault(text))).toEqual(
    Array(6).fill('This day does not exist.'),
  );
  expect(dateFault('29/2', '2026-11-29')).toBe('This day does not exist.');
  expect(['soon', '1', '12/25/2026', '1 Fxx 2026', '1/2'].map((text) => dateFault(text))).toEqual(Array(5).fill('Enter the date as dd/mm/yyyy.'));
  expect(dateFault('31/12/1899')).toBe('Choose a date from 1900 on.');
  expect(['', ' ', '28/2/2026'].map((text) => dateFault(text))).toEqual([null, null, null]);
});

test('typing a date as it is shown gives the same date', () => {
  const days = fc
    .date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(days, (day) => {
      expect(parseTypedDate(day)).toBe(day);
      expect(parseTypedDate(formatDate(day))).toBe(day);
      expect(parseTypedDate(formatDate(day).replaceAll('/', ''))).toBe(day);
    }),
  );
});
