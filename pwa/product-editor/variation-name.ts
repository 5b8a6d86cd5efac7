import { sizeOf } from '../../shared/catalogue/size-of.ts';
import type { Variation } from './client.ts';

/** A variation by its size and colour: `L, Navy`; its SKU where it has neither. */
export const fullName = ({ attributes, sku }: Pick<Variation, 'attributes' | 'sku'>): string =>
  [sizeOf(attributes), attributes.variation_colour].filter(Boolean).join(', ') || sku;

/** The size of a variation as the heading of its column. */
export const sizeKey = ({ attributes }: Pick<Variation, 'attributes'>): string => sizeOf(attributes) ?? 'One size';

/** The sizes of variations, in their sequence. */
export const sizesOf = (variations: readonly Variation[]): string[] => [...new Set(variations.map(sizeKey))];
