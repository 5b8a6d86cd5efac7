import { describe, expect, test } from 'vitest';
import { qtyOnOrder } from '../../shared/catalogue/qty-on-order.ts';
import { orderByTerms, suggestOrder } from '../../shared/purchasing/suggest-order.ts';

const single = { pack_size: null, min_order_qty: null };
const short = (qty_short: number, rest: { qty_free?: number; qty_coming?: number; qty_in_line?: number; quantity?: number } = {}) => ({
  qty_short,
  qty_free: 0,
  qty_coming: 0,
  ...rest,
});

describe('the quantity to order of a SKU', () => {
  test('is the shortfall if the supplier sells single items', () => {
    expect(suggestOrder(short(7), single)).toEqual({ needed: 7, ordered: 7, reasons: [] });
  });

  test('leaves out free and coming items, and is 0 if they cover the shortfall', () => {
    expect(suggestOrder(short(7, { qty_free: 2, qty_coming: 4 }), single)).toEqual({ needed: 1, ordered: 1, reasons: [] });
    expect(suggestOrder(short(7, { qty_coming: 7 }), { pack_size: 12, min_order_qty: 24 })).toEqual({ needed: 0, ordered: 0, reasons: [] });
    expect(suggestOrder(short(7, { qty_free: 30 }), single)).toEqual({ needed: 0, ordered: 0, reasons: [] });
  });

  test('is at least the supplier’s minimum', () => {
    expect(suggestOrder(short(4), { pack_size: null, min_order_qty: 10 })).toEqual({ needed: 4, ordered: 10, reasons: ['minimum'] });
    expect(suggestOrder(short(10), { pack_size: null, min_order_qty: 10 })).toEqual({ needed: 10, ordered: 10, reasons: [] });
    expect(suggestOrder(short(11), { pack_size: null, min_order_qty: 10 })).toEqual({ needed: 11, ordered: 11, reasons: [] });
  });

  test('is rounded up to whole packs', () => {
    expect(suggestOrder(short(11), { pack_size: 12, min_order_qty: null })).toEqual({ needed: 11, ordered: 12, reasons: ['pack'] });
    expect(suggestOrder(short(12), { pack_size: 12, min_order_qty: null })).toEqual({ needed: 12, ordered: 12, reasons: [] });
    expect(suggestOrder(short(13), { pack_size: 12, min_order_qty: 12 })).toEqual({ needed: 13, ordered: 24, reasons: ['pack'] });
  });

  test('is explained by both the minimum and the pack if the minimum is not a whole number of packs', () => {
    expect(suggestOrder(short(4), { pack_size: 12, min_order_qty: 20 })).toEqual({ needed: 4, ordered: 24, reasons: ['minimum', 'pack'] });
    expect(suggestOrder(short(4), { pack_size: 12, min_order_qty: 24 })).toEqual({ needed: 4, ordered: 24, reasons: ['minimum'] });
  });

  test('rounds a line that exists already up to whole packs, and counts the quantity of this line towards the minimum', () => {
    expect(suggestOrder(short(14, { qty_coming: 10, qty_in_line: 10 }), { pack_size: null, min_order_qty: 10 })).toEqual({
      needed: 4,
      ordered: 4,
      reasons: [],
    });
    expect(suggestOrder(short(20, { qty_coming: 12, qty_in_line: 12 }), { pack_size: 12, min_order_qty: null })).toEqual({
      needed: 8,
      ordered: 12,
      reasons: ['pack'],
    });
  });

  test('is 0 if no item is needed, else the quantity that a person has chosen, raised to the minimum and to whole packs', () => {
    expect(suggestOrder(short(7, { quantity: 20 }), single)).toEqual({ needed: 7, ordered: 20, reasons: [] });
    expect(suggestOrder(short(7, { quantity: 2 }), { pack_size: 5, min_order_qty: 8 })).toEqual({
      needed: 7,
      ordered: 10,
      reasons: ['minimum', 'pack'],
    });
    expect(suggestOrder(short(7, { qty_free: 7, quantity: 20 }), single)).toEqual({ needed: 0, ordered: 0, reasons: [] });
  });
});

test('a quantity is never rounded down, and is rounded up no further than the next pack or the minimum', () => {
  for (const pack_size of [null, 1, 5, 12])
    for (const min_order_qty of [null, 1, 10, 24])
      for (const qty_in_line of [0, 3, 12])
        for (let quantity = 1; quantity < 40; quantity++) {
          const { ordered, reasons } = orderByTerms(quantity, { pack_size, min_order_qty }, qty_in_line);
          const line = ordered + qty_in_line;
          expect(ordered).toBeGreaterThanOrEqual(quantity);
          expect(line % (pack_size ?? 1)).toBe(0);
          expect(line).toBeLessThan(Math.max(quantity + qty_in_line, min_order_qty ?? 1) + (pack_size ?? 1));
          expect(reasons.length === 0).toBe(ordered === quantity);
        }
});

test('the quantity on order is the quantity of open purchase orders less the quantity delivered on them', () => {
  expect(qtyOnOrder({ current_on_order_qty: 9, current_partially_received_qty: 4 })).toBe(5);
  expect(qtyOnOrder({})).toBe(0);
});
