import { sizeOf } from '../catalogue/size-of.ts';
import type { ScannedProduct } from './resolve-scan.ts';

type Garment = Omit<ScannedProduct, 'id'>;

/** How a scanned garment differs from the expected one, as briefly as possible: in size, in colour or in style. */
export function wrongProduct(scannedGarment: Garment, expected: Garment | null): string {
  if (!expected || scannedGarment.name !== expected.name) return `Wrong item: ${scannedGarment.name}`;
  if (scannedGarment.variation_colour !== expected.variation_colour)
    return `Wrong colour: ${scannedGarment.variation_colour ?? 'none'}, not ${expected.variation_colour ?? 'none'}`;
  return `Wrong size: ${sizeOf(scannedGarment) ?? 'none'}, not ${sizeOf(expected) ?? 'none'}`;
}
