import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BagLine, checkIntoBag, qtyPacked } from '../../shared/prep/check-bag.ts';

const line = (id: number, employee_id: number, product_id: number, qty_picked: number, waits = false): BagLine => ({
  id,
  employee_id,
  product_id,
  qty_picked,
  waits,
});
const [ruth, callum] = [1, 2];
const [polo, boots, hoodie, vest] = [10, 11, 12, 13];
/** Returns the lines `of`. The `qty_packed` of each line is the number that `packed` has for the line's id, or 0. */
const withPacked = <Line extends BagLine>(of: readonly Line[], packed: Readonly<Record<number, number>>) =>
  of.map((one) => ({ ...one, qty_packed: packed[one.id] ?? 0 }));
const lines = [line(1, ruth, polo, 2), line(2, callum, polo, 1), line(3, callum, boots, 1), line(4, ruth, hoodie, 1, true)];

test('a garment goes to the first wearer who still needs one', () => {
  expect(checkIntoBag(lines, polo, null)).toEqual({ is: 'taken', line: lines[0], qty: 1 });
  expect(checkIntoBag(withPacked(lines, { 1: 2 }), polo, null)).toMatchObject({ is: 'taken', line: lines[1], qty: 1 });
  expect(checkIntoBag(withPacked(lines, { 1: 2, 2: 1 }), polo, null)).toMatchObject({ is: 'surplus' });
});

test('an open bag accepts only garments of its wearer', () => {
  expect(checkIntoBag(lines, polo, callum)).toEqual({ is: 'taken', line: lines[1], qty: 1 });
  expect(checkIntoBag(withPacked(lines, { 2: 1 }), polo, callum)).toMatchObject({ is: 'other_bag', for: lines[0] });
  expect(checkIntoBag(lines, boots, ruth)).toEqual({ is: 'other_bag', for: lines[2] });
});

test('a garment goes into no bag if it is not on the order or not decorated yet', () => {
  expect(checkIntoBag(lines, vest, null)).toEqual({ is: 'not_in_order' });
  expect(checkIntoBag(lines, hoodie, null)).toEqual({ is: 'waits', line: lines[3] });
});

test('whatever the sequence of scans, no line takes more than was picked, and every picked garment gets into a bag', () => {
  const anyLines = fc
    .array(
      fc.record({
        employee_id: fc.integer({ min: 1, max: 4 }),
        product_id: fc.integer({ min: 1, max: 4 }),
        qty_picked: fc.integer({ min: 1, max: 3 }),
      }),
    )
    .map((rows) => rows.map((row, i) => ({ ...row, id: i + 1, waits: false })));
  fc.assert(
    fc.property(anyLines, fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 }), (of, surplus) => {
      let packed: Record<number, number> = {};
      const pieces = [...of.flatMap(({ product_id, qty_picked }) => Array.from({ length: qty_picked }, () => product_id)), ...surplus];
      for (const product_id of pieces) {
        const verdict = checkIntoBag(withPacked(of, packed), product_id, null);
        if (verdict.is === 'taken') packed = { ...packed, [verdict.line.id]: verdict.qty };
      }
      for (const { id, qty_picked } of of) expect(packed[id]).toBe(qty_picked);
      expect(qtyPacked(withPacked(of, packed))).toBe(of.reduce((sum, { qty_picked }) => sum + qty_picked, 0));
    }),
  );
});
