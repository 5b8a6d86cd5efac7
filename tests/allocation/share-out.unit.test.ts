import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AllocationRule,
  allocationRules,
  type FreeStock,
  type SharedOrder,
  shareOut,
  type WaitingOrder,
} from '../../shared/allocation/share-out.ts';

const skus = [1, 2, 3];
const line = fc.record({
  product_id: fc.constantFrom(...skus),
  qty_requested: fc.nat(9),
  qty_cancelled: fc.nat(1),
  qty_allocated: fc.nat(2),
  qty_shipped: fc.nat(2),
  is_size_selected: fc.boolean(),
});
/** Orders as the database may contain them: no line has more allocated than it needs. */
const orders: fc.Arbitrary<WaitingOrder[]> = fc.array(fc.array(line, { maxLength: 5 }), { maxLength: 8 }).map((lineGroups) =>
  lineGroups.map((lines, at) => ({
    id: at + 1,
    lines: lines.map((one, place) => {
      const qty_requested = one.qty_requested + one.qty_cancelled + one.qty_allocated + one.qty_shipped;
      const isBare = one.qty_allocated + one.qty_shipped === 0;
      return { ...one, qty_requested, is_size_selected: one.is_size_selected || !isBare, id: at * 10 + place };
    }),
  })),
);
const stock: fc.Arbitrary<Map<number, FreeStock>> = fc
  .tuple(...skus.map(() => fc.record({ qty_free: fc.nat(20), qty_in_question: fc.nat(5) })))
  .map((levels) => new Map(levels.map((level, place) => [skus[place] ?? 0, level])));
const rule = fc.constantFrom(...allocationRules);
const pass = fc.constantFrom<1 | 2>(1, 2);

const givenOf = (shared: readonly SharedOrder[], product_id: number): number =>
  shared.flatMap(({ lines }) => lines).reduce((sum, one) => sum + (one.product_id === product_id ? one.qty_added : 0), 0);
const after = (free: ReadonlyMap<number, FreeStock>, shared: readonly SharedOrder[]): Map<number, FreeStock> =>
  new Map([...free].map(([product_id, level]) => [product_id, { ...level, qty_free: level.qty_free - givenOf(shared, product_id) }]));

test('a rule allocates at most what a line needs and what is free; items that a picker did not find do not count as free', () => {
  fc.assert(
    fc.property(orders, stock, rule, pass, (waiting, free, by, turn) => {
      const shared = shareOut(waiting, free, by, turn);
      for (const [product_id, { qty_free, qty_in_question }] of free)
        expect(givenOf(shared, product_id)).toBeLessThanOrEqual(Math.max(0, qty_free - qty_in_question));
      for (const one of shared.flatMap(({ lines }) => lines)) {
        expect(one.qty_added).toBeGreaterThanOrEqual(0);
        expect(one.qty_added).toBeLessThanOrEqual(one.qty_missing);
        expect(one.reason === null).toBe(one.qty_added === one.qty_missing);
      }
      const unsized = new Set(waiting.flatMap(({ lines }) => lines.filter((one) => !one.is_size_selected).map(({ id }) => id)));
      expect(shared.flatMap(({ lines }) => lines).filter(({ id, qty_added }) => unsized.has(id) && qty_added > 0)).toEqual([]);
    }),
  );
});

test('a rule for whole orders allocates either everything that an order needs or nothing', () => {
  const whole: [AllocationRule, SharedOrder['outcome'][]][] = [
    ['whole_only', ['full', 'none']],
    ['whole_first', ['full', 'later']],
  ];
  fc.assert(
    fc.property(orders, stock, fc.constantFrom(...whole), (waiting, free, [by, outcomes]) => {
      for (const { outcome, lines } of shareOut(waiting, free, by)) {
        expect(outcomes).toContain(outcome);
        const totalAdded = lines.reduce((sum, { qty_added }) => sum + qty_added, 0);
        expect(totalAdded).toBe(outcome === 'full' ? lines.reduce((sum, { qty_missing }) => sum + qty_missing, 0) : 0);
      }
    }),
  );
});

test('if a line is still short at the end of a run, no more items of its SKU can be allocated', () => {
  fc.assert(
    fc.property(orders, stock, fc.constantFrom<AllocationRule>('oldest', 'required', 'whole_first'), (waiting, free, by) => {
      const first = shareOut(waiting, free, by);
      const later = new Set(first.filter(({ outcome }) => outcome === 'later').map(({ id }) => id));
      const remaining = after(free, first);
      const second = shareOut(
        waiting.filter(({ id }) => later.has(id)),
        remaining,
        by,
        2,
      );
      const rest = after(remaining, second);
      const short = [...first, ...second].flatMap(({ lines }) => lines).filter(({ reason }) => reason !== null && reason !== 'unsized');
      for (const { product_id } of short) {
        const { qty_free, qty_in_question } = rest.get(product_id) ?? { qty_free: 0, qty_in_question: 0 };
        expect(Math.max(0, qty_free - qty_in_question)).toBe(0);
      }
    }),
  );
});

test('orders allocated in batches get the same stock as orders allocated all at once', () => {
  fc.assert(
    fc.property(orders, stock, rule, fc.nat(8), (waiting, free, by, batchSize) => {
      const head = shareOut(waiting.slice(0, batchSize), free, by);
      const tail = shareOut(waiting.slice(batchSize), after(free, head), by);
      expect([...head, ...tail]).toEqual(shareOut(waiting, free, by));
    }),
  );
});

test('each line that is not fully allocated has a reason', () => {
  const lineOf = (id: number, product_id: number, qty: number, is_size_selected = true) => ({
    id,
    product_id,
    qty_requested: qty,
    qty_cancelled: 0,
    qty_allocated: 0,
    qty_shipped: 0,
    is_size_selected,
  });
  const free = new Map([
    [1, { qty_free: 3, qty_in_question: 0 }],
    [2, { qty_free: 5, qty_in_question: 4 }],
  ]);
  const order = { id: 1, lines: [lineOf(1, 1, 2), lineOf(2, 1, 2), lineOf(3, 2, 3), lineOf(4, 3, 1), lineOf(5, 4, 1, false)] };
  expect(shareOut([order], free, 'oldest')[0]?.outcome).toBe('part');
  const reasons = (by: AllocationRule) => shareOut([order], free, by)[0]?.lines.map(({ reason }) => reason);
  expect(reasons('oldest')).toEqual([null, 'not_enough', 'in_question', 'no_stock', 'unsized']);
  expect(reasons('whole_only')).toEqual(['not_whole', 'not_enough', 'in_question', 'no_stock', 'unsized']);
});
