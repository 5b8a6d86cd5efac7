import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTypedDate } from '../shared/parse-typed-date.ts';
import { formatDate } from '../shared/uk-time.ts';

test('a day is read as people in the UK write it, the day before the month', () => {
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
  expect(written.map(parseTypedDate)).toEqual(written.map(() => '2026-02-01'));
  expect(['3 sept 26', '29/2/2028', '31/12/99', '13/1/2026'].map(parseTypedDate)).toEqual(['2026-09-03', '2028-02-29', '2099-12-31', '2026-01-13']);
});

test('what is not a day of the calendar is refused', () => {
  for (const text of ['', '1', '1/2', '1/2/2', '1/2/202', '1/2/20266', '29/2/2026', '31/4/2026', '0/1/2026', '1/0/2026', '1/13/2026', '2026-02-30'])
    expect(parseTypedDate(text), text).toBeNull();
  for (const text of ['tomorrow', '1 Fe 2026', '1 Ju 2026', '1 Febr1 2026', '1/2/0026', '1/2/-26', '٠١/٠٢/٢٠٢٦', '1 Feb', '102026'])
    expect(parseTypedDate(text), text).toBeNull();
});

test('a day that is shown and typed again is the same day', () => {
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
