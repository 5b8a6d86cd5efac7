import { marginOf } from './margin.ts';
import type { PriceRange } from './product.ts';
import { type Sized, sizeOf } from './size-of.ts';

/** A SKU with the fields by which prices of sizes are compared. */
export interface PricedSku extends Sized {
  variation_colour: string | null;
  price: number | null;
}

/** Whether all SKUs of a style have the style's own price, so that there is only one price to change. */
export const isOnePrice = (own: number | null, range: PriceRange | null): boolean => range === null || (range.from === own && range.to === own);

/** The sizes that cost less than a smaller one of the same colour and second size. The SKUs are in the sequence of their style. */
export function cheaperSizes(skus: readonly PricedSku[]): string[] {
  const dearest = new Map<string, number>();
  const cheaper = new Set<string>();
  for (const sku of skus) {
    if (sku.price === null || sku.variation_size_1 === null) continue;
    const alike = JSON.stringify([sku.variation_colour, sku.variation_size_2]);
    const before = dearest.get(alike) ?? 0;
    if (sku.price < before) cheaper.add(sizeOf(sku) ?? '');
    dearest.set(alike, Math.max(before, sku.price));
  }
  return [...cheaper];
}

/** The lowest and the highest of some amounts; null if one is not known or there are none. */
function rangeOfAmounts(amounts: readonly (number | null)[]): PriceRange | null {
  const numbers = amounts.filter((amount): amount is number => amount !== null);
  return numbers.length && numbers.length === amounts.length ? { from: Math.min(...numbers), to: Math.max(...numbers) } : null;
}

/** The figures of a style that follow from the prices and costs of its SKUs, which are in the sequence of the style. */
export const figuresOfSkus = (skus: readonly (PricedSku & { cost: number | null })[]) => ({
  sku_prices: rangeOfAmounts(skus.map(({ price }) => price)),
  sku_costs: rangeOfAmounts(skus.map(({ cost }) => cost)),
  sku_margins: rangeOfAmounts(skus.flatMap(({ price, cost }) => marginOf(price, cost) ?? [])),
  cheaper_sizes: cheaperSizes(skus),
});
