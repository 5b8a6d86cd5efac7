import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../shared/add-days.ts';
import { addMonths } from '../../shared/add-months.ts';
import { checkWearer, hasLeft } from '../../shared/people/check-wearer.ts';
import { daysFrom, valueNow } from '../../shared/people/value-now.ts';

const polo = { value_new: 1250, issued_on: '2026-01-01', wear_months: 12 };

test.each([
  ['is new on the day of issue', '2026-01-01', 1250],
  ['is new before the day of issue', '2025-12-01', 1250],
  ['has lost one day of 365 on the next day', '2026-01-02', 1247],
  ['has half its days left after 182.5 days, half up', '2026-07-02', 627],
  ['is worth 3 pence on its last day', '2026-12-31', 3],
  ['is worth nothing at the end of its life', '2027-01-01', 0],
  ['is worth nothing long after its life', '2036-01-01', 0],
])('an item of £12.50 that lasts 12 months %s', (_, today, value) => {
  expect(valueNow(polo, today)).toBe(value);
});

test('half a penny is rounded up', () => {
  // February 2026 has 28 days: after 14 of them half of 5 pence is left.
  expect(valueNow({ value_new: 5, issued_on: '2026-02-01', wear_months: 1 }, '2026-02-15')).toBe(3);
});

test('an item without a wear life or without a day of issue keeps its value', () => {
  expect(valueNow({ ...polo, wear_months: null }, '2040-01-01')).toBe(1250);
  expect(valueNow({ ...polo, issued_on: null }, '2040-01-01')).toBe(1250);
});

const day = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays('2000-01-01', n));
const item = fc.record({ value_new: fc.integer({ min: 0, max: 10_000_000 }), issued_on: day, wear_months: fc.integer({ min: 1, max: 240 }) });

test('the value never rises, lies between nothing and new, and differs by less than a penny from the straight line', () => {
  fc.assert(
    fc.property(item, fc.integer({ min: -30, max: 8_000 }), (one, days) => {
      const today = addDays(one.issued_on, days);
      const value = valueNow(one, today);
      expect(Number.isInteger(value)).toBe(true);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(one.value_new);
      expect(valueNow(one, addDays(today, 1))).toBeLessThanOrEqual(value);
      const life = daysFrom(one.issued_on, addMonths(one.issued_on, one.wear_months));
      const exact = one.value_new * Math.min(1, Math.max(0, 1 - days / life));
      expect(Math.abs(value - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
    }),
  );
});

test('an item is worth nothing exactly from the end of its life on, if it was worth something', () => {
  fc.assert(
    fc.property(item, (one) => {
      const end = addMonths(one.issued_on, one.wear_months);
      expect(valueNow(one, end)).toBe(0);
      expect(valueNow({ ...one, value_new: 100_000 }, addDays(end, -1))).toBeGreaterThan(0);
    }),
  );
});

test('somebody has left from their last day on', () => {
  expect([null, '2026-12-01', '2026-11-30', '2026-11-29'].map((leaves_on) => hasLeft(leaves_on, '2026-11-30'))).toEqual([false, false, true, true]);
  expect(checkWearer({ name: 'Ann Field', leaves_on: '2026-11-30' }, '2026-11-30')).toMatchObject({
    code: 'wearer_left',
    message: 'Ann Field left on 30/11/2026, so nothing new is ordered for them.',
  });
  expect(checkWearer({ name: 'Ann Field', leaves_on: '2026-12-01' }, '2026-11-30').ok).toBe(true);
});
