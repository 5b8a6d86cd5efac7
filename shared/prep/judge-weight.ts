import { BAG, type Packaging } from './packaging.ts';

/** The smallest difference in grams that is asked about: paper and damp weigh something too. */
const MIN_TOLERANCE_G = 30;
/** A difference beyond this many deviations is asked about. */
const DEVIATIONS = 3;

/** Items of one SKU that should be in a bag or in the boxes of a dispatch. */
export interface ExpectedItem {
  product_id: number;
  qty: number;
  /** What one item weighs in grams; null if that is not known. */
  weight_g: number | null;
  /** By how much one item usually deviates, in grams. */
  weight_deviation_g: number;
}

/** What a difference probably is: this many items of a SKU too many (positive) or too few (negative). */
export interface WeightGuess {
  product_id: number;
  items: number;
}

/** The result of weighing a bag or boxes. All weights are in grams. */
export type WeightVerdict =
  /**
   * Some items, or the packaging, have no weight yet, and the scale shows no less than the others weigh, so nothing is asked. `product_ids` is empty
   * if only the packaging has none.
   */
  | { is: 'unknown'; at_least_g: number; product_ids: number[] }
  | { is: 'fits'; expected_g: number; tolerance_g: number }
  | { is: 'differs'; expected_g: number; tolerance_g: number; difference_g: number; guess: WeightGuess | null };

/** The most items that a guess adds or takes away. */
const MAX_GUESSED = 3;

/**
 * The one SKU whose weight explains a difference; null if none or several do. Only a few items are guessed, and no more are missing than the bag
 * should contain.
 */
function guessOf(items: readonly ExpectedItem[], difference_g: number): WeightGuess | null {
  const size = Math.abs(difference_g);
  const guesses = items.flatMap(({ product_id, qty, weight_g, weight_deviation_g }) => {
    if (!weight_g) return [];
    const count = Math.round(size / weight_g);
    if (count < 1 || count > MAX_GUESSED || (difference_g < 0 && count > qty)) return [];
    const isNear = Math.abs(size - count * weight_g) <= Math.max(MIN_TOLERANCE_G / 2, DEVIATIONS * weight_deviation_g);
    return isNear ? [{ product_id, items: difference_g < 0 ? -count : count }] : [];
  });
  const [only, ...others] = guesses;
  return only && others.length === 0 ? only : null;
}

/** The items that are there, those of one SKU together. */
function joinItems(items: readonly ExpectedItem[]): ExpectedItem[] {
  const all = new Map<number, ExpectedItem>();
  for (const item of items) if (item.qty > 0) all.set(item.product_id, { ...item, qty: item.qty + (all.get(item.product_id)?.qty ?? 0) });
  return [...all.values()];
}

/** Judges the weight of a bag or boxes with their packaging. What differs is asked about, and never blocked. */
export function judgeWeight(items: readonly ExpectedItem[], weighed_g: number, packaging: Packaging = BAG): WeightVerdict {
  const contents = joinItems(items);
  const expected_g = contents.reduce((sum, { qty, weight_g }) => sum + qty * (weight_g ?? 0), packaging.weight_g ?? 0);
  const unknown = contents.filter(({ weight_g }) => weight_g === null);
  const variance = contents.reduce((sum, { qty, weight_deviation_g }) => sum + qty * weight_deviation_g ** 2, packaging.weight_deviation_g ** 2);
  const tolerance_g = Math.max(MIN_TOLERANCE_G, Math.round(DEVIATIONS * Math.sqrt(variance)));
  const difference_g = weighed_g - expected_g;
  const isUnknown = unknown.length > 0 || packaging.weight_g === null;
  // Items without a weight can only add to what the others weigh.
  if (isUnknown && difference_g >= -tolerance_g)
    return { is: 'unknown', at_least_g: expected_g, product_ids: unknown.map(({ product_id }) => product_id) };
  if (isUnknown) return { is: 'differs', expected_g, tolerance_g, difference_g, guess: null };
  if (Math.abs(difference_g) <= tolerance_g) return { is: 'fits', expected_g, tolerance_g };
  return { is: 'differs', expected_g, tolerance_g, difference_g, guess: guessOf(contents, difference_g) };
}
