import { byShelf } from '../../shared/picking/walking-order.ts';
import type { Floor } from '../../shared/sync/floor.ts';
import type { ToCountRow } from '../../shared/sync/rows.ts';
import { sizePlaces } from '../offline/size-places.ts';
import type { SkuHere } from '../offline/skus-here.ts';

/** The product to count, and its bin. */
export type Countable = Omit<SkuHere, 'barcode'> & { reason?: string };

/** A shelf to count, and why in words. */
export type ShelfToCount = ToCountRow & { reason: string };

/** Why a shelf is to be counted: somebody asked for a count, or the reason that a picker gave, in the words that the floor sees. */
function reasonOf({ why, code, other_reason }: ToCountRow, rows: Floor['rows']): string {
  if (why === 'asked') return 'Asked for';
  const description = [...rows.error_code.values()].find((one) => one.code === code)?.description ?? code;
  return [description ?? 'Not found by a picker', other_reason].filter(Boolean).join(': ');
}

/** The shelves to count, in walking order. */
export function toCountList({ rows }: Floor): ShelfToCount[] {
  const places = sizePlaces(rows);
  const shelvedOf = ({ bin, name, variation_colour: colour, sku, size }: ShelfToCount) => ({ bin, name, colour, place: places.get(sku), size });
  return [...rows.to_count.values()]
    .map((row) => ({ ...row, reason: reasonOf(row, rows) }))
    .sort((a, b) => byShelf(shelvedOf(a), shelvedOf(b)) || a.sku.localeCompare(b.sku));
}
