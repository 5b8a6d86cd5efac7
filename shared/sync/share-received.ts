import type { Overlay } from './overlay.ts';
import type { DemandRow, ReceiptRow } from './rows.ts';

type Allocation = ReceiptRow['allocations'][number];
type Waiting = DemandRow['lines'][number];

const added = (allocations: readonly Allocation[], product_id: number, line: Waiting, qty: number): Allocation[] => {
  const before = allocations.find((other) => other.order_line_id === line.order_line_id && other.product_id === product_id);
  if (before) return allocations.map((other) => (other === before ? { ...before, qty: before.qty + qty } : other));
  const { order_line_id, order_number, wearer, tote } = line;
  return [...allocations, { product_id, order_line_id, order_number, wearer, tote, qty }];
};

/** Allocates arriving items to the orders that wait for them, the oldest order first, as the server does by default. */
function give(overlay: Overlay, product_id: number, allocations: readonly Allocation[], qty: number): Allocation[] {
  const demand = overlay.read('demand').get(product_id);
  let given = [...allocations];
  if (!demand) return given;
  let rest = qty;
  const lines = demand.lines.flatMap((line) => {
    const part = Math.min(rest, line.qty);
    rest -= part;
    if (part > 0) given = added(given, product_id, line, part);
    return line.qty > part ? [{ ...line, qty: line.qty - part }] : [];
  });
  if (lines.length) overlay.put('demand', product_id, { product_id, lines });
  else overlay.remove('demand', product_id);
  return given;
}

/** Reduces a receipt's allocations of a SKU to `received` items, the latest allocation first; order lines that lose items wait again. */
function takeBack(overlay: Overlay, product_id: number, allocations: readonly Allocation[], received: number): Allocation[] {
  let qtyRemaining = received;
  const back: Waiting[] = [];
  const allocationsNow = allocations.flatMap((allocation) => {
    if (allocation.product_id !== product_id) return [allocation];
    const part = Math.min(qtyRemaining, allocation.qty);
    qtyRemaining -= part;
    const { order_line_id, order_number, wearer, tote } = allocation;
    if (part < allocation.qty) back.push({ order_line_id, order_number, wearer, tote, qty: allocation.qty - part });
    return part > 0 ? [{ ...allocation, qty: part }] : [];
  });
  if (!back.length) return allocationsNow;
  const lines = (overlay.read('demand').get(product_id)?.lines ?? []).map((line) => {
    const n = back.findIndex((other) => other.order_line_id === line.order_line_id);
    const [more] = n < 0 ? [] : back.splice(n, 1);
    return more ? { ...line, qty: line.qty + more.qty } : line;
  });
  overlay.put('demand', product_id, { product_id, lines: [...back, ...lines] });
  return allocationsNow;
}

/** The allocations of a receipt after its quantity of a SKU has changed from `before` to `received`. */
export const shareReceived = (
  overlay: Overlay,
  product_id: number,
  allocations: readonly Allocation[],
  { before, received }: { before: number; received: number },
): Allocation[] =>
  received > before ? give(overlay, product_id, allocations, received - before) : takeBack(overlay, product_id, allocations, received);
