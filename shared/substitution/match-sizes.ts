import { type Sized, sizeOf } from '../catalogue/size-of.ts';
import { foldText } from '../folded.ts';

/** A SKU with its size and colour. */
export interface SizedSku {
  id: number;
  attributes: Sized & { variation_colour: string | null };
}

/** A size as it is compared, without case; empty for a SKU without a size. */
const sizeKey = ({ attributes }: Pick<SizedSku, 'attributes'>): string => foldText(sizeOf(attributes) ?? '');

/**
 * By the id of each SKU in use, the SKU of the same size among those that are offered in one colour. A SKU whose size is not offered is absent, and so
 * is one that would replace itself.
 */
export function matchSizes<Offered extends SizedSku>(
  used: readonly SizedSku[],
  offered: readonly Offered[],
  colour: string | null,
): Map<number, Offered> {
  const bySize = new Map<string, Offered>();
  for (const sku of offered) if (sku.attributes.variation_colour === colour && !bySize.has(sizeKey(sku))) bySize.set(sizeKey(sku), sku);
  return new Map(
    used.flatMap((sku) => {
      const match = bySize.get(sizeKey(sku));
      return match && match.id !== sku.id ? [[sku.id, match] as const] : [];
    }),
  );
}

/** The colours in which SKUs are offered, in their order, with the number of sizes in use that each colour has. */
export const offeredColours = <Offered extends SizedSku>(
  used: readonly SizedSku[],
  offered: readonly Offered[],
): { colour: string | null; sizes: number }[] =>
  [...new Set(offered.map(({ attributes }) => attributes.variation_colour))].map((colour) => ({
    colour,
    sizes: matchSizes(used, offered, colour).size,
  }));
