import type { ScannedProduct } from '../../shared/scan/meaning.ts';
import { wrongProduct } from '../../shared/scan/wrong-product.ts';
import type { LineView } from '../offline/views.ts';

/** Something known that was scanned in place of what was wanted. */
export type Scanned = { is: 'product'; product: ScannedProduct } | { is: 'bin'; bin: string };

/** What is wrong, in as few words as tell it: the size, the colour, the garment or the bin. */
export const headingOf = (scanned: Scanned, line: LineView): string =>
  scanned.is === 'bin'
    ? `Wrong bin: ${scanned.bin}, not ${line.product?.bin ?? 'where this line lies'}`
    : wrongProduct(scanned.product, line.product);
