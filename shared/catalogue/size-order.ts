import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { compareSizes } from './compare-sizes.ts';
import type { Sized } from './size-of.ts';

const sizes = z.array(requiredText(limits.size, messages.name_needed)).max(limits.page_cap);

/** A style's own order for each part of its sizes: waists and legs are sorted separately. */
export const sizeOrder = z.object({ size_1: sizes, size_2: sizes.default([]) });
export type SizeOrder = z.infer<typeof sizeOrder>;

/**
 * Sizes, each once, in the style's own order if there is one, otherwise in the trade’s. A size that is missing from the own order comes after the
 * size that precedes it in the trade’s order.
 */
export function inSizeOrder(sizes: Iterable<string>, own: readonly string[] = []): string[] {
  const all = new Set(sizes);
  const ordered = own.filter((size) => all.delete(size));
  for (const size of [...all].sort(compareSizes)) {
    const before = ordered.filter((one) => compareSizes(one, size) < 0).sort(compareSizes);
    ordered.splice(ordered.indexOf(before.at(-1) ?? '') + 1, 0, size);
  }
  return ordered;
}

/** The first part of a size; a size without parts is itself the first part. */
export const firstPart = ({ variation_size_1, variation_all_size }: Sized): string | null => variation_size_1 ?? variation_all_size;
const secondPart = ({ variation_size_2 }: Sized): string | null => variation_size_2;

/** The first and the second parts of the sizes of SKUs, in the style's own order if there is one. */
export function sizeParts(skus: readonly Sized[], own: SizeOrder | null): SizeOrder {
  return {
    size_1: inSizeOrder(
      skus.flatMap((sku) => firstPart(sku) ?? []),
      own?.size_1,
    ),
    size_2: inSizeOrder(
      skus.flatMap((sku) => secondPart(sku) ?? []),
      own?.size_2,
    ),
  };
}

const places = (list: readonly (string | null)[]): Map<string | null, number> => {
  const firstPlaces = new Map<string | null, number>();
  for (const [place, one] of list.entries()) if (!firstPlaces.has(one)) firstPlaces.set(one, place);
  return firstPlaces;
};

/** A comparison of these SKUs by their sizes alone. */
export function bySize(skus: readonly Sized[], own: SizeOrder | null): (one: Sized, other: Sized) => number {
  const { size_1, size_2 } = sizeParts(skus, own);
  const [first, second] = [places([null, ...size_1]), places([null, ...size_2])];
  const at = (map: ReadonlyMap<string | null, number>, part: string | null): number => map.get(part) ?? 0;
  return (one, other) => at(first, firstPart(one)) - at(first, firstPart(other)) || at(second, secondPart(one)) - at(second, secondPart(other));
}

/** The SKUs of a style colour by colour: colours in the sequence in which they first occur, and the sizes of each colour in their order. */
export function arranged<Sku extends Sized & { variation_colour: string | null }>(skus: readonly Sku[], own: SizeOrder | null): Sku[] {
  const colourOf = ({ variation_colour }: Sku): string | null => variation_colour?.toLowerCase() ?? null;
  const colours = places(skus.map(colourOf));
  const compare = bySize(skus, own);
  return skus.toSorted((one, other) => (colours.get(colourOf(one)) ?? 0) - (colours.get(colourOf(other)) ?? 0) || compare(one, other));
}
