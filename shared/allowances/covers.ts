import type { AllowanceCovers, AllowanceUnit } from './allowance.ts';

/** What decides whether an allowance covers a product. */
export interface CoveredProduct {
  style_id: number;
  /** Its category and those above it. */
  category_ids: readonly number[];
  /** The clothing sets of the account that contain it. */
  clothing_set_ids: readonly number[];
}

const haveCommon = (a: readonly number[], b: readonly number[]): boolean => a.some((id) => b.includes(id));

/** Whether an allowance covers a product: all products, its style, one of its categories or one of its clothing sets. */
export const isCovered = (covers: AllowanceCovers, product: CoveredProduct): boolean =>
  covers.all ||
  covers.styles.includes(product.style_id) ||
  haveCommon(covers.categories, product.category_ids) ||
  haveCommon(covers.clothing_sets, product.clothing_set_ids);

/** The points of one item: those of the style or, if it has none, the price in whole pounds, rounded up, and at least 1. `price` is in pence. */
export const pointsOf = (points: number | null, price: number): number => points ?? Math.max(1, Math.ceil(price / 100));

/** What one item takes of an allowance, in the allowance's unit; `price` is in pence. */
export function takenByOne(unit: AllowanceUnit, { points, price }: { points: number | null; price: number }): number {
  if (unit === 'items') return 1;
  return unit === 'points' ? pointsOf(points, price) : price;
}
