import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dueWords } from '../../pwa/ui/due-words.ts';
import { dueOf, shareDeliveries, undatedOf } from '../../shared/purchasing/share-deliveries.ts';

const sku = 7;
const delivery = (due_on: string | null, qty: number, product_id = sku) => ({ product_id, due_on, qty });
const line = (id: number, qty_short: number, product_id = sku) => ({ id, product_id, qty_short });
const share = (lines: ReturnType<typeof line>[], deliveries: ReturnType<typeof delivery>[], free = 0) =>
  shareDeliveries(lines, new Map([[sku, deliveries]]), new Map([[sku, free]]));

test('the line that was submitted first gets the first delivery, and no item is promised twice', () => {
  const shared = share([line(1, 2), line(2, 4), line(3, 9)], [delivery('2026-12-04', 3), delivery('2026-12-18', 10)]);
  expect(shared.get(1)).toEqual({ shares: [{ due_on: '2026-12-04', qty: 2 }], qty_uncovered: 0 });
  expect(shared.get(2)).toEqual({
    shares: [
      { due_on: '2026-12-04', qty: 1 },
      { due_on: '2026-12-18', qty: 3 },
    ],
    qty_uncovered: 0,
  });
  expect(shared.get(3)).toEqual({ shares: [{ due_on: '2026-12-18', qty: 7 }], qty_uncovered: 2 });
});

test('items on the shelf go to the lines that were submitted first; a line that gets all its items from the shelf waits for no delivery', () => {
  const shared = share([line(1, 2), line(2, 4)], [delivery('2026-12-04', 3)], 3);
  expect(shared.get(1)).toEqual({ shares: [], qty_uncovered: 0 });
  expect(shared.get(2)).toEqual({ shares: [{ due_on: '2026-12-04', qty: 3 }], qty_uncovered: 0 });
  expect(share([line(1, 2)], [delivery('2026-12-04', 3)], -5).get(1)?.shares).toEqual([{ due_on: '2026-12-04', qty: 2 }]);
});

test('a line gets its dates only from deliveries of its SKU', () => {
  const shared = shareDeliveries(
    [line(1, 1), line(2, 1, 8)],
    new Map([
      [sku, [delivery('2026-12-04', 1)]],
      [8, [delivery('2026-12-05', 1, 8)]],
    ]),
    new Map(),
  );
  expect([shared.get(1)?.shares[0]?.due_on, shared.get(2)?.shares[0]?.due_on]).toEqual(['2026-12-04', '2026-12-05']);
});

test('with any lines and deliveries, each item is promised at most once, and earlier lines get the earlier dates', () => {
  const quantities = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 });
  fc.assert(
    fc.property(quantities, quantities, fc.integer({ min: 0, max: 12 }), (short, brought, free) => {
      const lines = short.map((qty, n) => line(n, qty));
      const deliveries = brought.map((qty, n) => delivery(`2026-12-${10 + n}`, qty));
      const shared = share(lines, deliveries, free);
      const shares = lines.flatMap(({ id }) => shared.get(id)?.shares ?? []);
      const sum = (list: readonly number[]): number => list.reduce((total, qty) => total + qty, 0);
      const uncovered = sum(lines.map(({ id }) => shared.get(id)?.qty_uncovered ?? 0));
      expect(sum(shares.map(({ qty }) => qty))).toBe(Math.min(Math.max(0, sum(short) - free), sum(brought)));
      expect(uncovered).toBe(Math.max(0, sum(short) - free - sum(brought)));
      const dates = shares.map(({ due_on }) => due_on ?? '');
      expect(dates).toEqual(dates.toSorted());
      for (const { due_on, qty } of deliveries)
        expect(sum(shares.filter((one) => one.due_on === due_on).map((one) => one.qty))).toBeLessThanOrEqual(qty);
    }),
  );
});

test('a line is due on the latest date of its items', () => {
  expect(dueOf([])).toEqual({ due: null, qty_due: 0 });
  expect(dueOf([{ due_on: null, qty: 3 }])).toEqual({ due: null, qty_due: 0 });
  expect(dueOf([delivery('2026-12-04', 1), delivery('2026-12-18', 3), delivery(null, 2)])).toEqual({ due: '2026-12-18', qty_due: 4 });
});

test('items without a date are counted, whether or not they are on order', () => {
  expect(undatedOf({ shares: [], qty_uncovered: 0 })).toBe(0);
  expect(undatedOf({ shares: [delivery('2026-12-04', 1), delivery(null, 2)], qty_uncovered: 3 })).toBe(5);
});

test('a date is shown alone if all missing items are expected then, otherwise with the number of expected items', () => {
  const words = (due: string | null, qty_due: number, qty_undated: number, missing: number) => dueWords({ due, qty_due, qty_undated }, missing);
  expect(words('2026-12-04', 3, 0, 3)).toBe('Expected 04/12/2026');
  expect(words('2026-12-04', 3, 0, 5)).toBe('3 of 5 expected 04/12/2026');
  expect(words('2026-12-04', 3, 0, 0)).toBeNull();
  // No item is due or undated, because all are on the shelf.
  expect(words(null, 0, 0, 3)).toBeNull();
  expect(words(null, 0, 1, 1)).toBe('1 waiting for stock, no date yet');
  expect(words('2026-12-04', 3, 2, 5)).toBe('3 of 5 expected 04/12/2026, 2 waiting for stock, no date yet');
});
