/** A line that has items of a SKU allocated, with how far its order has got. */
export interface Holding {
  order_line_id: number;
  /** Orders get their numbers in turn, so the highest is the newest. */
  order_id: number;
  qty_allocated: number;
  /** The pick line of its order's open pick; null where the line is not released. */
  pick_line_id: number | null;
  /** Items that are picked already, none where the line is not released; they cannot be taken back. */
  qty_picked: number;
}

export interface Reduction {
  order_line_id: number;
  order_id: number;
  pick_line_id: number | null;
  qty: number;
}

const newestFirst = (a: Holding, b: Holding): number => b.order_id - a.order_id || b.order_line_id - a.order_line_id;

/**
 * The lines that lose items that turned out not to be there: lines that are not released before those that are, and among them the
 * newest order first. Null when picked items would be left uncovered.
 */
export function takeBack(holdings: readonly Holding[], qty_missing: number): Reduction[] | null {
  const isReleased = (holding: Holding): boolean => holding.pick_line_id !== null;
  const inTurn = [...holdings.filter((line) => !isReleased(line)).sort(newestFirst), ...holdings.filter(isReleased).sort(newestFirst)];
  const reductions: Reduction[] = [];
  let remaining = qty_missing;
  for (const { order_line_id, order_id, pick_line_id, qty_allocated, qty_picked } of inTurn) {
    const qty = Math.min(remaining, qty_allocated - qty_picked);
    if (qty <= 0) continue;
    reductions.push({ order_line_id, order_id, pick_line_id, qty });
    remaining -= qty;
  }
  return remaining > 0 ? null : reductions;
}
