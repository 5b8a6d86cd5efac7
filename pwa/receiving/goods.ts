import { dueState } from '../../shared/due-state.ts';
import { holdsText } from '../../shared/folded.ts';
import { itemCodeOf } from '../../shared/scan/gs1.ts';
import { isCodeOf, withCode } from '../../shared/scan/is-code-of.ts';
import type { SyncRows } from '../../shared/sync/floor.ts';
import type { PurchaseOrderLineRow, PurchaseOrderRow } from '../../shared/sync/rows.ts';
import { ukDate } from '../../shared/uk-time.ts';

/** A purchase order of which items may arrive, with everything that the list shows. */
export interface OrderToReceive extends PurchaseOrderRow {
  lines: PurchaseOrderLineRow[];
  qty_ordered: number;
  /** How many of the ordered items have arrived. */
  qty_received: number;
  /** How many items are still to come. */
  qty_open: number;
  /** The day of its next delivery. */
  next_due_on: string | null;
  due: ReturnType<typeof dueState>;
}

const today = (): string => ukDate(new Date().toISOString());

/** How many items of a line are still to come. */
export const qtyOpen = ({ is_open, qty_ordered, qty_received }: PurchaseOrderLineRow): number =>
  is_open ? Math.max(0, qty_ordered - qty_received) : 0;

type Dated = Pick<OrderToReceive, 'next_due_on' | 'id'>;
const byDue = (one: Dated, other: Dated): number => {
  if (one.next_due_on === other.next_due_on) return one.id - other.id;
  if (one.next_due_on === null || other.next_due_on === null) return one.next_due_on === null ? 1 : -1;
  return one.next_due_on < other.next_due_on ? -1 : 1;
};

/** The day of an order's next delivery: of its lines that are still to come, each of which may have a date of its own; otherwise of the order. */
function nextDueOn({ due_on }: PurchaseOrderRow, lines: readonly PurchaseOrderLineRow[]): string | null {
  const days = lines.flatMap((line) => (qtyOpen(line) > 0 ? (line.due_on ?? due_on ?? []) : []));
  return days.sort()[0] ?? due_on;
}

/** The purchase orders that this tablet knows, the earliest due first and those without a date last. */
export function ordersHere(
  { purchase_order, purchase_order_line }: Pick<SyncRows, 'purchase_order' | 'purchase_order_line'>,
  day = today(),
): OrderToReceive[] {
  const linesOf = new Map<number, PurchaseOrderLineRow[]>();
  for (const line of purchase_order_line.values()) {
    const lines = linesOf.get(line.purchase_order_id);
    if (lines) lines.push(line);
    else linesOf.set(line.purchase_order_id, [line]);
  }
  const orders = [...purchase_order.values()].map((order) => {
    const lines = linesOf.get(order.id) ?? [];
    return { ...order, lines, next_due_on: nextDueOn(order, lines) };
  });
  return orders.sort(byDue).map((order) => {
    const { lines } = order;
    const sum = (qtyOf: (line: PurchaseOrderLineRow) => number): number => lines.reduce((total, line) => total + qtyOf(line), 0);
    return {
      ...order,
      qty_ordered: sum((line) => line.qty_ordered),
      qty_received: sum((line) => Math.min(line.qty_received, line.qty_ordered)),
      qty_open: sum(qtyOpen),
      due: dueState(order.next_due_on, day),
    };
  });
}

/** Whether two codes are the same, regardless of upper and lower case. */
export const isSameCode = (one: string | null, other: string | null): boolean => one !== null && one.toUpperCase() === other?.toUpperCase();

/** Whether a scanned code is the number of this purchase order, ours or the supplier's. */
export const isNumberOf = ({ our_reference, supplier_reference }: PurchaseOrderRow, text: string): boolean =>
  isSameCode(our_reference, text) || isSameCode(supplier_reference ?? null, text);

/**
 * The purchase orders that a code stands for: those with this number; otherwise those that still expect the SKU, else those that have it on a line.
 */
export function ordersOfCode(orders: readonly OrderToReceive[], text: string): OrderToReceive[] {
  const named = orders.filter((order) => isNumberOf(order, text));
  if (named.length) return named;
  const coded = new Set(
    withCode(
      orders.flatMap(({ lines }) => lines),
      itemCodeOf(text),
    ),
  );
  const withIt = orders.filter(({ lines }) => lines.some((line) => coded.has(line)));
  const waiting = withIt.filter(({ lines }) => lines.some((line) => qtyOpen(line) > 0 && coded.has(line)));
  return waiting.length ? waiting : withIt;
}

/** Whether a purchase order matches what somebody searches: its numbers, its supplier, its client, or one of its garments. */
export function matchesSearch({ our_reference, supplier_name, supplier_reference, account_name, lines }: OrderToReceive, search: string): boolean {
  return (
    [our_reference, supplier_name, supplier_reference, account_name].some((text) => holdsText(text, search)) ||
    lines.some((line) => holdsText(line.sku, search) || holdsText(line.name, search) || isCodeOf(line, itemCodeOf(search)))
  );
}

/** The supplier who sends the goods, with the number on the supplier's delivery note: `Pennine Workwear · BHV/75217`. */
export const supplierWords = ({ supplier_name, supplier_reference }: PurchaseOrderRow): string =>
  [supplier_name, supplier_reference].filter(Boolean).join(' · ');

/** Who sends the goods, and for whom the goods are: `Pennine Workwear · BHV/75217 · for Northgate Facilities`. */
export const deliveryWords = (order: PurchaseOrderRow): string =>
  [supplierWords(order), order.account_name ? `for ${order.account_name}` : 'for stock'].filter(Boolean).join(' · ');
