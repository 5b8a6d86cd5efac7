import type { ScannedProduct } from '../../shared/scan/resolve-scan.ts';
import { wrongProduct } from '../../shared/scan/wrong-product.ts';
import type { LineView } from '../offline/views.ts';

/** A known thing that was scanned instead of the expected one. */
export type Scanned = { is: 'product'; product: ScannedProduct } | { is: 'bin'; bin: string };

/** What is wrong, in as few words as possible: the size, the colour, the garment or the bin. */
export const headingOf = (scan: Scanned, line: LineView): string =>
  scan.is === 'bin' ? `Wrong bin: ${scan.bin}, not ${line.product?.bin ?? 'the bin of this line'}` : wrongProduct(scan.product, line.product);
