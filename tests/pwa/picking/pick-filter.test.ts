import { expect, test } from 'vitest';
import { ALL_PICKS, aislesOf, filterText, passesFilter } from '../../../pwa/picking/pick-filter.ts';
import { aisleOf } from '../../../shared/stock/aisle-of.ts';

const today = '2026-12-01';
const order = (bins: (string | null)[], qty_allocated: number, required_on: string | null = null) => ({
  products: bins.map((bin) => ({ bin })),
  qty_allocated,
  required_on,
});

test.each([
  ['H-08-3', 'H'],
  ['h-08-3', 'H'],
  ['A1.04', 'A1'],
  ['BULK', 'BULK'],
  ['', null],
  [null, null],
])('the aisle of bin %s is %s', (bin, aisle) => {
  expect(aisleOf(bin)).toBe(aisle);
});

test('aisles are listed once, in walking order', () => {
  expect(aislesOf([order(['J-01-4', 'B-02-1'], 2), order(['j-09-9', null], 2)])).toEqual(['B', 'J']);
});

test('without a choice every order is shown', () => {
  expect(passesFilter(order([null], 0), ALL_PICKS, today)).toBe(true);
  expect(filterText(ALL_PICKS)).toBe('');
});

test('an order passes if all its items lie in the chosen aisles', () => {
  const filter = { ...ALL_PICKS, aisles: ['H', 'J'] };
  expect(passesFilter(order(['H-08-3', 'J-01-4'], 2), filter, today)).toBe(true);
  expect(passesFilter(order(['H-08-3', 'K-01-4'], 2), filter, today)).toBe(false);
  expect(passesFilter(order(['H-08-3', null], 2), filter, today)).toBe(false);
});

test.each([
  ['2026-11-30', true, true],
  ['2026-12-01', true, true],
  ['2026-12-04', false, true],
  ['2026-12-05', false, false],
  [null, false, false],
])('an order required on %s passes “today” %s and “in 3 days” %s', (day, isToday, isSoon) => {
  expect(passesFilter(order([], 1, day), { ...ALL_PICKS, due: 'today' }, today)).toBe(isToday);
  expect(passesFilter(order([], 1, day), { ...ALL_PICKS, due: 'soon' }, today)).toBe(isSoon);
});

test('each order has one size', () => {
  for (let qty = 1; qty <= 200; qty++) {
    const sizes = (['small', 'medium', 'large'] as const).filter((size) => passesFilter(order([], qty), { ...ALL_PICKS, size }, today));
    expect(sizes, String(qty)).toHaveLength(1);
  }
});

test('a filter is named in words', () => {
  expect(filterText({ aisles: ['H'], due: 'today', size: 'small' })).toBe('Aisle H alone · required today or late · 1 or 2 items');
});
