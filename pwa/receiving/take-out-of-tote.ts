import type { Verdict } from '../../shared/verdict.ts';
import { currentRows } from '../offline/current-floor.ts';
import { putAllAway } from './put-away.ts';
import type { Moved } from './receipt-screen.ts';

/** Takes items out of the tote of an order that does not get them, and puts them into a bin. If `bin` is null, they are still to be put away. */
export function takeOutOfTote(receipt: string, { product_id, order_line_id, tote, qty }: Moved, bin: string | null): Promise<Verdict> {
  const placed = (currentRows().receipt.get(receipt)?.put_away ?? []).filter((one) => one.product_id === product_id);
  const inTote = placed.find((one) => one.tote === tote && one.order_line_id === order_line_id)?.qty ?? 0;
  const inBin = placed.find((one) => one.bin === bin)?.qty ?? 0;
  return putAllAway([
    { receipt, product_id, qty: Math.max(0, inTote - qty), tote, order_line_id },
    ...(bin === null ? [] : [{ receipt, product_id, qty: inBin + qty, bin }]),
  ]);
}
