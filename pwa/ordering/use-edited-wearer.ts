import { useState } from 'react';
import type { Order } from './client.ts';
import { useProducts, useSizesOnFile } from './order-data.ts';

const firstOpen = (order: Order): number | null =>
  (
    order.employees.find(({ lines_with_no_sizes }) => lines_with_no_sizes > 0) ??
    order.employees.find(({ lines_with_sizes }) => lines_with_sizes === 0) ??
    order.employees[0]
  )?.id ?? null;

/** The id of the wearer whom the address names, directly or by an order line; null if the address names no wearer of this order. */
function wearerAt({ lines, employees }: Order, overlay: string): number | null {
  const at = new URLSearchParams(overlay);
  const line = lines.find(({ id }) => id === Number(at.get('line')));
  const wearerId = line?.employee.id ?? Number(at.get('wearer'));
  return employees.find(({ id }) => id === wearerId)?.id ?? null;
}

/** The wearer for whom the order is being filled, with the wearer's lines, and the products and sizes that the wearer is offered. */
export function useEditedWearer(order: Order) {
  const [selectedWearer, setSelectedWearer] = useState<number | null>(() => wearerAt(order, window.location.hash.slice(1)) ?? firstOpen(order));
  const wearer = order.employees.find(({ id }) => id === selectedWearer) ?? order.employees[0];
  // Nothing can be ordered for somebody who is archived.
  const activeId = wearer?.is_archived ? undefined : wearer?.id;
  return {
    wearer,
    /** The wearer's id; undefined if the wearer is archived. */
    activeId,
    lines: order.lines.filter(({ employee }) => employee.id === wearer?.id),
    products: useProducts(order, activeId),
    onFile: useSizesOnFile(activeId),
    selectWearer: setSelectedWearer,
  };
}
