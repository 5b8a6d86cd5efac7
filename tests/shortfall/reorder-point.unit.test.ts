import { describe, expect, test } from 'vitest';
import { reorderPoint, suggestReorder, weeklyUse, weeksOfCover } from '../../shared/purchasing/reorder-point.ts';

const single = { pack_size: null, min_order_qty: null };
const facts = { qty_used: 26, lead_days: 14, reorder_point: null, qty_free: 0, qty_on_order: 0, qty_in_drafts: 0, qty_short: 0 };

describe('the reorder point of a SKU', () => {
  test('is the quantity used until a delivery comes, rounded up to whole items', () => {
    expect(reorderPoint({ qty_used: 26, lead_days: 14, reorder_point: null })).toBe(4);
    expect(reorderPoint({ qty_used: 27, lead_days: 14, reorder_point: null })).toBe(5);
    expect(reorderPoint({ qty_used: 1, lead_days: 1, reorder_point: null })).toBe(1);
    expect(reorderPoint({ qty_used: 91, lead_days: 30, reorder_point: null })).toBe(30);
  });

  test('is 0 if nothing is used or the supplier delivers at once', () => {
    expect(reorderPoint({ qty_used: 0, lead_days: 14, reorder_point: null })).toBe(0);
    expect(reorderPoint({ qty_used: -3, lead_days: 14, reorder_point: null })).toBe(0);
    expect(reorderPoint({ qty_used: 40, lead_days: 0, reorder_point: null })).toBe(0);
  });

  test('is the one that a person has fixed, even if that is 0', () => {
    expect(reorderPoint({ qty_used: 26, lead_days: 14, reorder_point: 50 })).toBe(50);
    expect(reorderPoint({ qty_used: 26, lead_days: 14, reorder_point: 0 })).toBe(0);
  });
});

test('use is counted per week, and cover in weeks; a SKU without use has no value for cover', () => {
  expect(weeklyUse({ qty_used: 26 })).toBe(2);
  expect(weeksOfCover({ qty_used: 26, qty_free: 7 })).toBe(3.5);
  expect(weeksOfCover({ qty_used: 26, qty_free: -1 })).toBe(0);
  expect(weeksOfCover({ qty_used: 0, qty_free: 7 })).toBeNull();
});

describe('the quantity to reorder', () => {
  test('brings free and coming items up to the reorder point', () => {
    expect(suggestReorder({ ...facts, qty_free: 1 }, single)).toEqual({ needed: 3, ordered: 3, reasons: [] });
    expect(suggestReorder({ ...facts, qty_free: 1, qty_on_order: 1, qty_in_drafts: 1 }, single)).toMatchObject({ needed: 1 });
  });

  test('is 0 at the reorder point, and 1 if one item is missing to reach it', () => {
    expect(suggestReorder({ ...facts, qty_free: 4 }, single)).toMatchObject({ needed: 0, ordered: 0 });
    expect(suggestReorder({ ...facts, qty_free: 3 }, single)).toMatchObject({ needed: 1, ordered: 1 });
    expect(suggestReorder({ ...facts, qty_on_order: 3, qty_in_drafts: 1 }, single)).toMatchObject({ needed: 0 });
  });

  test('is increased by the items that waiting orders lack', () => {
    expect(suggestReorder({ ...facts, qty_on_order: 10, qty_short: 9 }, single)).toMatchObject({ needed: 3 });
  });

  test('is 0 if the reorder point is 0, even if orders lack items', () => {
    expect(suggestReorder({ ...facts, reorder_point: 0, qty_short: 9 }, single)).toMatchObject({ needed: 0, ordered: 0 });
  });

  test('fills whole packs and reaches the minimum, counting the items that the line already has', () => {
    expect(suggestReorder(facts, { pack_size: 12, min_order_qty: 20 })).toEqual({ needed: 4, ordered: 24, reasons: ['minimum', 'pack'] });
    expect(suggestReorder({ ...facts, qty_in_drafts: 3 }, { pack_size: 12, min_order_qty: null }, { qty_in_line: 3 })).toEqual({
      needed: 1,
      ordered: 9,
      reasons: ['pack'],
    });
  });
});
