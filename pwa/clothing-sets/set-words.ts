import type { SetProduct } from '../../shared/clothing-sets/clothing-set.ts';
import { decorationsOf } from '../../shared/clothing-sets/decorations.ts';
import { poundsText } from '../../shared/money.ts';

/** A price without the pound sign, or the lowest and the highest: `8.95`, `8.95–9.95`. */
export const priceRange = (from: number, to: number): string => [...new Set([poundsText(from), poundsText(to)])].join('–');

/** How many of a style's SKUs a set holds: `16 of 45`, `All 36`. */
export const childrenText = ({ skus_count, skus_held, holds_style }: SetProduct): string =>
  holds_style && skus_held === skus_count && skus_count > 0 ? `All ${skus_count}` : `${skus_held} of ${skus_count}`;

const percentText = (percent: number): string => `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`;

/**
 * The difference between a set's price and the product's own price: `−6%`. If the product has several prices, the differences from the lowest
 * and the highest: `−6 to −14%`. Empty if the set has no price of its own, or several.
 */
export function differenceText({ price_from, price_to, set_price_from, set_price_to, has_set_price }: SetProduct): string {
  if (!has_set_price || price_from === 0 || set_price_from !== set_price_to) return '';
  const percents = [price_from, price_to].map((price) => Math.round(((set_price_from - price) / price) * 100));
  const [first = '', last = first] = [...new Set(percents.map(percentText))];
  return first === last ? first : `${first.replace('%', '')} to ${last}`;
}

/** The decorations that are offered with a product of a set: the product's own, or else the set's. */
export const decorationsIn = (product: Pick<SetProduct, 'terms'>, ofSet: string | null): string[] => decorationsOf(product.terms.decoration ?? ofSet);

/** The decorations as text: the only decoration, the number of several, or `None`. */
export const decorationText = (decorations: readonly string[]): string =>
  decorations.length > 1 ? `${decorations.length} to choose from` : (decorations[0] ?? 'None');
