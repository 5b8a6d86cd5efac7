import { byBin } from '../../shared/picking/walking-order.ts';
import type { Floor } from '../../shared/sync/floor.ts';
import type { ToCountRow } from '../../shared/sync/rows.ts';
import type { SkuHere } from '../offline/skus-here.ts';

/** The product to count, and its bin. */
export type Countable = Omit<SkuHere, 'barcode'> & { reason?: string };

/** A shelf to count, and why in words. */
export type ShelfToCount = ToCountRow & { reason: string };

/** The reason that a picker gave, in the words of the floor; without one, what became of the pick. */
function reasonOf({ why, code, other_reason }: ToCountRow, rows: Floor['rows']): string {
  if (why === 'asked') return 'Asked for';
  const description = [...rows.error_code.values()].find((one) => one.code === code)?.description ?? code;
  return [description ?? 'Not found by a picker', other_reason].filter(Boolean).join(': ');
}

/** The shelves to count, in walking order. */
export const toCountList = ({ rows }: Floor): ShelfToCount[] =>
  [...rows.to_count.values()]
    .map((row) => ({ ...row, reason: reasonOf(row, rows) }))
    .sort((a, b) => byBin(a.bin, b.bin) || a.sku.localeCompare(b.sku));
