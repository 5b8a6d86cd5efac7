import { byBin } from '../../shared/picking/walking-order.ts';
import type { Floor } from '../../shared/sync/floor.ts';
import type { ToCountRow } from '../../shared/sync/rows.ts';
import type { SkuHere } from '../offline/skus-here.ts';

/** The product to count, and its bin. */
export type Countable = Omit<SkuHere, 'barcode'>;

/** The shelves to count, in walking order. */
export const toCountList = ({ rows }: Floor): ToCountRow[] =>
  [...rows.to_count.values()].sort((a, b) => byBin(a.bin, b.bin) || a.sku.localeCompare(b.sku));
