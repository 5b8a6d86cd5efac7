import { compareSizes } from '../catalogue/compare-sizes.ts';
import { collate } from '../collate.ts';

/** Sorts bins in walking order: `A-2` before `A-10`; a line without a bin comes last. */
export function byBin(one: string | null | undefined, other: string | null | undefined): number {
  if (!one || !other) return Number(!one) - Number(!other);
  return collate(one, other);
}

/** A garment on a shelf. `place` is the position of its SKU in the style; garments without `place` are sorted by the trade’s order of sizes. */
export interface Shelved {
  bin: string | null | undefined;
  name: string;
  colour: string | null | undefined;
  place?: number | undefined;
  size?: string | null | undefined;
}

/** Sorts garments by name, colour and size. */
export const byGarment = (one: Omit<Shelved, 'bin'>, other: Omit<Shelved, 'bin'>): number =>
  collate(one.name, other.name) ||
  collate(one.colour ?? '', other.colour ?? '') ||
  (one.place ?? Number.MAX_SAFE_INTEGER) - (other.place ?? Number.MAX_SAFE_INTEGER) ||
  compareSizes(one.size ?? null, other.size ?? null);

/** Sorts garments in walking order, and those in one bin by name, colour and size. */
export const byShelf = (one: Shelved, other: Shelved): number => byBin(one.bin, other.bin) || byGarment(one, other);
