import { isSameTote, totesOf } from '../purchasing/tote.ts';
import type { SyncRows } from './floor.ts';

/**
 * The number of another order that uses a tote according to the tablet's rows and waiting mutations; null if no other order does. An order uses the
 * tote of its pick, the totes of its waiting lines, and the totes that hold its items from a delivery.
 */
export function toteOwnerHere(rows: Pick<SyncRows, 'pick' | 'demand' | 'receipt'>, tote: string, order_number: string): string | null {
  const isOwner = (one: { tote: string | null; order_number: string }): boolean => isSameTote(one.tote, tote) && one.order_number !== order_number;
  for (const pick of rows.pick.values())
    if (totesOf(pick).some((one) => isSameTote(one, tote)) && pick.order_number !== order_number) return pick.order_number;
  for (const { lines } of rows.demand.values()) for (const line of lines) if (isOwner(line)) return line.order_number;
  for (const { allocations, put_away, is_reversed } of rows.receipt.values()) {
    if (is_reversed) continue;
    for (const line of allocations) {
      if (line.qty > 0 && isOwner(line)) return line.order_number;
      // A line without a tote belongs to a finished order. While an order is open, a former tote may still hold items of its lines.
      const isHeld = put_away.some((one) => one.order_line_id === line.order_line_id && one.qty > 0 && isSameTote(one.tote, tote));
      if (isHeld && line.tote !== null && line.order_number !== order_number) return line.order_number;
    }
  }
  return null;
}
