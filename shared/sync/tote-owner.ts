import { isSameTote } from '../purchasing/tote.ts';
import type { Rows } from './floor.ts';

/**
 * The number of another order whose items a tablet knows to be in a tote, by its own waiting actions too: of a pick, of an order that waits, or of
 * one that a delivery brought items for.
 */
export function toteOwnerHere(rows: Pick<Rows, 'pick' | 'demand' | 'receipt'>, tote: string, order_number: string): string | null {
  const isOwner = (one: { tote: string | null; order_number: string }): boolean => isSameTote(one.tote, tote) && one.order_number !== order_number;
  for (const pick of rows.pick.values()) if (isOwner(pick)) return pick.order_number;
  for (const { lines } of rows.demand.values()) for (const line of lines) if (isOwner(line)) return line.order_number;
  for (const { allocations, put_away, is_reversed } of rows.receipt.values()) {
    if (is_reversed) continue;
    for (const line of allocations) {
      if (line.qty > 0 && isOwner(line)) return line.order_number;
      // An order that is over has no tote; one that is open may have items in a tote that it had before.
      const isHeld = put_away.some((one) => one.order_line_id === line.order_line_id && one.qty > 0 && isSameTote(one.tote, tote));
      if (isHeld && line.tote !== null && line.order_number !== order_number) return line.order_number;
    }
  }
  return null;
}
