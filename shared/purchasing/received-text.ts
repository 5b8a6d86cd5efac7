import type { PurchaseOrderListItem } from './purchase-order.ts';

/** Items that are ordered and not cancelled. */
export const qtyOrdered = ({ qty_requested, qty_cancelled }: Pick<PurchaseOrderListItem, 'qty_requested' | 'qty_cancelled'>): number =>
  qty_requested - qty_cancelled;

/** Ordered items that have arrived; items beyond the ordered quantity are not counted. */
export const qtyArrived = ({ qty_received, qty_over }: Pick<PurchaseOrderListItem, 'qty_received' | 'qty_over'>): number => qty_received - qty_over;

const count = (qty: number): string => qty.toLocaleString('en-GB');

/** "30 of 37 received, 5 more than ordered". */
export const receivedText = (one: Pick<PurchaseOrderListItem, 'qty_received' | 'qty_over' | 'qty_requested' | 'qty_cancelled'>): string =>
  `${count(qtyArrived(one))} of ${count(qtyOrdered(one))} received${one.qty_over ? `, ${count(one.qty_over)} more than ordered` : ''}`;
