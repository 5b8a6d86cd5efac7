import { isSameTote } from '../../shared/purchasing/tote.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { currentRows } from '../offline/current-floor.ts';
import { putAllAway } from './put-away.ts';

/** The items in a delivery that are for one line of a waiting order. */
export interface ItemsForTote {
  product_id: number;
  order_line_id: number;
  qty: number;
}

/**
 * Puts the items of a waiting order into a tote, which then belongs to the order. All items in the order's former tote move with them, from this
 * and from earlier deliveries.
 */
export function assignTote(receipt: string, items: readonly ItemsForTote[], tote: string, former: string | null): Promise<Verdict> {
  const name = tote.toUpperCase();
  const from = former !== null && !isSameTote(former, name) ? { from: former } : {};
  const placed = currentRows().receipt.get(receipt)?.put_away ?? [];
  return putAllAway(
    items.flatMap(({ product_id, order_line_id, qty }) => {
      const before = placed.filter(
        (one) => one.tote !== null && one.tote !== name && one.order_line_id === order_line_id && one.product_id === product_id && one.qty > 0,
      );
      return [
        ...before.map((one) => ({ receipt, product_id, qty: 0, tote: one.tote, order_line_id })),
        { receipt, product_id, qty, tote: name, order_line_id, ...from },
      ];
    }),
  );
}

/** The question before all items of an order move from its tote to another. */
export const secondTote = (order_number: string, tote: string, other: string): string =>
  `Order ${order_number} has tote ${tote}. Scan ${other} once more to move everything of it there.`;
