import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { bySize, type SizeOrder } from '../../shared/catalogue/size-order.ts';
import type { Variation } from './client.ts';

/** A variation by its size and colour: `L, Navy`; its SKU if it has neither. */
export const fullName = ({ attributes, sku }: Pick<Variation, 'attributes' | 'sku'>): string =>
  [sizeOf(attributes), attributes.variation_colour].filter(Boolean).join(', ') || sku;

/** The size of a variation as the heading of its column. */
export const sizeKey = ({ attributes }: Pick<Variation, 'attributes'>): string => sizeOf(attributes) ?? 'One size';

/** The sizes of a style’s variations, each once: in the style’s own order if it has one, else in the trade’s. */
export function sizesOf(variations: readonly Variation[], own: SizeOrder | null): string[] {
  const compare = bySize(
    variations.map(({ attributes }) => attributes),
    own,
  );
  return [...new Set(variations.toSorted((one, other) => compare(one.attributes, other.attributes)).map(sizeKey))];
}
