/** A line to which items of a SKU are allocated, its pick line if it is released, and how many items are picked. */
export interface Holding {
  order_line_id: number;
  /** Ids increase with each new order, so the highest id is the newest order. */
  order_id: number;
  qty_allocated: number;
  /** This line's pick line in the open pick of the order; null if the line is not released. */
  pick_line_id: number | null;
  /** Items that are picked already, 0 if the line is not released; they cannot be taken back. */
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
 * The lines from which missing items are taken back: unreleased lines before released ones, and of each kind the newest order first. Null if
 * fewer than `qty_missing` of the allocated items are unpicked.
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
