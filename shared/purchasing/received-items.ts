import type { ReceiptRow } from '../sync/rows.ts';

type Allocation = ReceiptRow['allocations'][number];

/** The quantities of an order line, and how many of its items are in totes. */
export interface ToteFacts {
  qty_allocated: number;
  qty_shipped: number;
  qty_in_totes: number;
}

/**
 * How many more items may go into the tote of an order line; negative if its totes have more items than the line gets. Shipped items count as items
 * in the tote.
 */
export const qtyForTotes = ({ qty_allocated, qty_shipped, qty_in_totes }: ToteFacts): number =>
  qty_allocated + qty_shipped - Math.max(qty_in_totes, qty_shipped);

/** Items of a receipt for an order: those in the order's totes, and those that must still be put into a tote. */
export interface OrderItems {
  allocation: Allocation;
  qty: number;
  qty_placed: number;
}

/** Items in the tote of an order that no longer gets them. */
export interface StrayItems {
  order_line_id: number;
  tote: string;
  qty: number;
}

/** The places of the items of a SKU on a receipt, and the destinations of items without a place. Each item is counted exactly once. */
export interface ReceivedItems {
  qty: number;
  bins: { bin: string; qty: number }[];
  orders: OrderItems[];
  strays: StrayItems[];
  /** Items without a place that go to a bin. */
  qty_to_bin: number;
}

/** The items in totes that exceed the quantities of their order lines. The items that were put in last are in excess. */
export function strayItems(inTotes: readonly StrayItems[], qtyOfLine: ReadonlyMap<number, number>): StrayItems[] {
  const rest = new Map(qtyOfLine);
  return inTotes.flatMap(({ order_line_id, tote, qty }) => {
    const due = rest.get(order_line_id) ?? 0;
    const qty_due = Math.min(due, qty);
    rest.set(order_line_id, due - qty_due);
    return qty > qty_due ? [{ order_line_id, tote, qty: qty - qty_due }] : [];
  });
}

/**
 * The places of the items of a SKU. Items in a bin stay there even if an order gets them later, because that order is then picked from the bin. Of
 * the items in no bin, those for orders go to totes, starting with the order that has waited longest, and the rest goes to a bin.
 */
export function receivedItems(row: Pick<ReceiptRow, 'lines' | 'allocations' | 'put_away'>, product_id: number): ReceivedItems {
  const isOfSku = (one: { product_id: number }): boolean => one.product_id === product_id;
  const qty = row.lines.filter(isOfSku).reduce((sum, line) => sum + line.qty, 0);
  const placed = row.put_away.filter((one) => isOfSku(one) && one.qty > 0);
  const bins = placed.flatMap((one) => (one.bin === null ? [] : [{ bin: one.bin, qty: one.qty }]));
  const inTotes = placed.flatMap(({ tote, order_line_id, ...one }) =>
    tote === null || order_line_id === null ? [] : [{ order_line_id, tote, qty: one.qty }],
  );
  const allocations = row.allocations.filter(isOfSku);
  let rest = Math.max(0, qty - placed.reduce((sum, one) => sum + one.qty, 0));
  const orders = allocations.flatMap((allocation): OrderItems[] => {
    const all = inTotes.reduce((sum, one) => sum + (one.order_line_id === allocation.order_line_id ? one.qty : 0), 0);
    const qty_placed = Math.min(all, allocation.qty);
    const qty_open = Math.min(rest, allocation.qty - qty_placed);
    rest -= qty_open;
    return qty_placed + qty_open > 0 ? [{ allocation, qty: qty_placed + qty_open, qty_placed }] : [];
  });
  const qtyOfLine = new Map(allocations.map((one) => [one.order_line_id, one.qty]));
  return { qty, bins, orders, strays: strayItems(inTotes, qtyOfLine), qty_to_bin: rest };
}
