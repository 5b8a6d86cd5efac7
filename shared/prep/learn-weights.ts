import { BAG_G } from './packaging.ts';

/** How many accepted bags and boxes teach a weight at least. Fewer may all contain the same mistake. */
export const MIN_WEIGHT_SAMPLES = 5;
/** How many of the newest samples of a SKU count: a supplier may change the cloth. */
export const MAX_WEIGHT_SAMPLES = 50;
/** Items of one SKU in a bag or in boxes, with what one of them weighs in grams; null if that is not known. */
export interface WeighedItem {
  product_id: number;
  qty: number;
  weight_g: number | null;
}

/** A weight of one item in grams, as one bag or dispatch shows it. */
export interface WeightSample {
  product_id: number;
  grams: number;
}

const joined = (items: readonly WeighedItem[]): WeighedItem[] => {
  const all = new Map<number, WeighedItem>();
  for (const { product_id, qty, weight_g } of items)
    if (qty > 0) all.set(product_id, { product_id, weight_g, qty: qty + (all.get(product_id)?.qty ?? 0) });
  return [...all.values()];
};

/**
 * What the accepted weight of a bag or of boxes teaches about the SKUs in them. A SKU without a weight gets what the others leave, if it is the only
 * one. If all weights are known, each takes its share of the whole. Several unknown SKUs learn nothing.
 */
export function samplesOf(items: readonly WeighedItem[], weighed_g: number, packaging_g = BAG_G): WeightSample[] {
  const contents = joined(items);
  const net = weighed_g - packaging_g;
  if (contents.length === 0 || net <= 0) return [];
  const unknown = contents.filter(({ weight_g }) => weight_g === null);
  const expected = contents.reduce((sum, { qty, weight_g }) => sum + qty * (weight_g ?? 0), 0);
  const [only, ...others] = contents.length === 1 ? contents : unknown;
  if (others.length > 0) return [];
  if (only) {
    const rest = contents.length === 1 ? net : net - expected;
    return rest > 0 ? [{ product_id: only.product_id, grams: rest / only.qty }] : [];
  }
  return contents.map(({ product_id, weight_g }) => ({ product_id, grams: ((weight_g ?? 0) * net) / expected }));
}

/** The middle value of numbers; the mean of the two middle ones if their count is even. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Turns the median of absolute deviations into a standard deviation of a normal distribution. */
const NORMAL = 1.4826;

/**
 * The weight that samples teach, in whole grams, and by how much one item usually deviates from it; null if there are too few samples. Medians are
 * taken, so that single bags that were accepted by mistake change nothing.
 */
export function learnWeight(samples: readonly number[]): { weight_g: number; weight_deviation_g: number } | null {
  if (samples.length < MIN_WEIGHT_SAMPLES) return null;
  const middle = median(samples);
  return {
    weight_g: Math.max(1, Math.round(middle)),
    weight_deviation_g: Math.round(NORMAL * median(samples.map((one) => Math.abs(one - middle)))),
  };
}
