import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideShort, type ShortWant, shortChoices } from '../../shared/picking/divide-short.ts';

const want = (pick_id: number, qty: number, can_be_complete = true): ShortWant => ({ pick_id, qty, can_be_complete });
const sharesOf = ({ shares }: { shares: ReadonlyMap<number, number> }) => Object.fromEntries(shares);

test('the oldest orders get what they lack, and the youngest waits', () => {
  expect(sharesOf(divideShort([want(2, 1), want(5, 2), want(7, 2)], 4, 'oldest'))).toEqual({ 2: 1, 5: 2, 7: 1 });
});

test('as many orders as possible become complete: an old order that wants many waits for two that want few', () => {
  const choice = divideShort([want(1, 3), want(2, 1), want(3, 1)], 3, 'most');
  expect(sharesOf(choice)).toEqual({ 1: 1, 2: 1, 3: 1 });
  expect(choice.full).toEqual([2, 3]);
  expect(choice.waiting).toEqual([1]);
});

test('an order that is short elsewhere gets nothing that would complete another order', () => {
  expect(sharesOf(divideShort([want(1, 1, false), want(2, 1)], 1, 'most'))).toEqual({ 1: 0, 2: 1 });
});

test('the way that completes more orders is offered first, and two ways with the same result are offered once', () => {
  expect(shortChoices([want(1, 3), want(2, 1), want(3, 1)], 3).map(({ rule }) => rule)).toEqual(['most', 'oldest']);
  expect(shortChoices([want(1, 1), want(2, 1)], 1).map(({ rule }) => rule)).toEqual(['oldest']);
  // Both complete one order. The oldest order then comes first.
  expect(shortChoices([want(1, 2), want(2, 1)], 2).map(({ rule }) => rule)).toEqual(['oldest', 'most']);
});

const wants = fc
  .array(fc.record({ qty: fc.integer({ min: 1, max: 4 }), can_be_complete: fc.boolean() }), { minLength: 1, maxLength: 7 })
  .map((each) => each.map((one, index) => ({ pick_id: index + 1, ...one })));
const found = fc.integer({ min: 0, max: 20 });
const rule = fc.constantFrom('oldest' as const, 'most' as const);
const total = (numbers: Iterable<number>): number => [...numbers].reduce((sum, one) => sum + one, 0);

test('every item that was found is given to an order, and no order gets more than it lacks', () => {
  fc.assert(
    fc.property(wants, found, rule, (each, qty, by) => {
      const { shares, full, waiting } = divideShort(each, qty, by);
      expect(total(shares.values())).toBe(Math.min(qty, total(each.map((one) => one.qty))));
      for (const one of each) expect(shares.get(one.pick_id)).toBeLessThanOrEqual(one.qty);
      expect([...full, ...waiting].sort((a, b) => a - b)).toEqual(each.map(({ pick_id }) => pick_id));
    }),
  );
});

test('by age, no order gets an item while an older one waits', () => {
  fc.assert(
    fc.property(wants, found, (each, qty) => {
      const { shares } = divideShort(each, qty, 'oldest');
      const firstWaiting = each.findIndex((one) => (shares.get(one.pick_id) ?? 0) < one.qty);
      if (firstWaiting < 0) return;
      for (const younger of each.slice(firstWaiting + 1)) expect(shares.get(younger.pick_id)).toBe(0);
    }),
  );
});

test('no other division completes more orders than the one that completes the most', () => {
  fc.assert(
    fc.property(wants, found, (each, qty) => {
      const { full } = divideShort(each, qty, 'most');
      const complete = each.filter(({ pick_id, can_be_complete }) => can_be_complete && full.includes(pick_id)).length;
      // Every set of orders that the items suffice for.
      for (let set = 0; set < 1 << each.length; set++) {
        const chosen = each.filter((one, index) => one.can_be_complete && set & (1 << index));
        if (total(chosen.map((one) => one.qty)) <= qty) expect(chosen.length).toBeLessThanOrEqual(complete);
      }
    }),
  );
});
