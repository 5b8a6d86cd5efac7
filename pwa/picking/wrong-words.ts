import { sizeOf } from '../../shared/catalogue/size-of.ts';
import type { ProductRow } from '../../shared/sync/rows.ts';
import type { LineView } from '../offline/views.ts';

/** Something known that was scanned in place of what was wanted. */
export type Scanned = { is: 'product'; product: ProductRow } | { is: 'bin'; bin: string };

/** What is wrong, in as few words as tell it: the size, the colour, the garment or the bin. */
export function headingOf(scanned: Scanned, line: LineView): string {
  if (scanned.is === 'bin') return `Wrong bin: ${scanned.bin}, not ${line.product?.bin ?? 'where this line lies'}`;
  const { product: got } = scanned;
  const wanted = line.product;
  if (!wanted || got.name !== wanted.name) return `Wrong item: ${got.name}`;
  if (got.variation_colour !== wanted.variation_colour)
    return `Wrong colour: ${got.variation_colour ?? 'none'}, not ${wanted.variation_colour ?? 'none'}`;
  return `Wrong size: ${sizeOf(got) ?? 'none'}, not ${line.size || 'none'}`;
}
