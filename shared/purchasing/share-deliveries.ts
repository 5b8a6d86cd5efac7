/** Items of a SKU that a supplier still has to deliver. */
export interface IncomingDelivery {
  product_id: number;
  /** Null if nobody knows the day. */
  due_on: string | null;
  qty: number;
}

/** A line of an order that lacks items of a SKU. */
export interface WaitingLine {
  id: number;
  product_id: number;
  qty_short: number;
}

/** The parts of deliveries that a line waits for, and how many of its missing items no delivery brings. */
export interface Incoming<Delivery extends IncomingDelivery> {
  shares: Share<Delivery>[];
  qty_uncovered: number;
}

/** Part of a delivery that one line gets. */
export type Share<Delivery extends IncomingDelivery> = Omit<Delivery, 'product_id'>;

/**
 * By line id, the deliveries that bring the items that a line lacks. `lines` are in the sequence of submission; `deliveries` are by SKU with the
 * earliest first. `free` is the free stock of each SKU: the first lines get this stock, and need no delivery for it. No item is promised twice.
 */
export function shareDeliveries<Delivery extends IncomingDelivery>(
  lines: readonly WaitingLine[],
  deliveries: ReadonlyMap<number, readonly Delivery[]>,
  free: ReadonlyMap<number, number>,
): Map<number, Incoming<Delivery>> {
  const freeLeft = new Map(free);
  const queues = new Map<number, { place: number; left: number }>();
  const incomingOf = new Map<number, Incoming<Delivery>>();
  for (const { id, product_id, qty_short } of lines) {
    const fromShelf = Math.min(qty_short, Math.max(0, freeLeft.get(product_id) ?? 0));
    if (fromShelf > 0) freeLeft.set(product_id, (freeLeft.get(product_id) ?? 0) - fromShelf);
    const incoming = deliveries.get(product_id) ?? [];
    const queue = queues.get(product_id) ?? { place: 0, left: incoming[0]?.qty ?? 0 };
    queues.set(product_id, queue);
    const own: Share<Delivery>[] = [];
    let missing = qty_short - fromShelf;
    while (missing > 0 && queue.place < incoming.length) {
      const qty = Math.min(missing, queue.left);
      const { product_id: _sku, ...delivery } = incoming[queue.place] as Delivery;
      if (qty > 0) own.push({ ...delivery, qty });
      missing -= qty;
      queue.left -= qty;
      if (queue.left > 0) continue;
      queue.place += 1;
      queue.left = incoming[queue.place]?.qty ?? 0;
    }
    incomingOf.set(id, { shares: own, qty_uncovered: missing });
  }
  return incomingOf;
}

/** How many of the items that a line lacks have no date: they are not on order, or their delivery has no day. */
export const undatedOf = ({ shares, qty_uncovered }: { shares: readonly { due_on: string | null; qty: number }[]; qty_uncovered: number }): number =>
  shares.reduce((sum, { due_on, qty }) => (due_on === null ? sum + qty : sum), qty_uncovered);

/** The last date among a line's shares of deliveries, and how many items arrive by this date. Deliveries without a date are not counted. */
export function dueOf(shares: readonly { due_on: string | null; qty: number }[]): { due: string | null; qty_due: number } {
  let due: string | null = null;
  let qty_due = 0;
  for (const { due_on, qty } of shares) {
    if (due_on === null) continue;
    qty_due += qty;
    if (due === null || due_on > due) due = due_on;
  }
  return { due, qty_due };
}
