import { sizeOf } from '../catalogue/size-of.ts';
import type { ScannedProduct } from './meaning.ts';

type Garment = Omit<ScannedProduct, 'id'>;

/** What is wrong with a garment where another one is wanted, in as few words as tell it: the size, the colour or the garment. */
export function wrongProduct(scanned: Garment, expected: Garment | null): string {
  if (!expected || scanned.name !== expected.name) return `Wrong item: ${scanned.name}`;
  if (scanned.variation_colour !== expected.variation_colour)
    return `Wrong colour: ${scanned.variation_colour ?? 'none'}, not ${expected.variation_colour ?? 'none'}`;
  return `Wrong size: ${sizeOf(scanned) ?? 'none'}, not ${sizeOf(expected) ?? 'none'}`;
}
