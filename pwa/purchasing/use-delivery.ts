import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ChangedPurchaseOrder, PurchaseOrder } from '../../shared/purchasing/purchase-order.ts';
import { qtyOver } from '../../shared/purchasing/receive-lines.ts';
import { useWrite } from '../api/use-write.ts';
import { changePurchaseOrder, type OrderChange } from './client.ts';
import type { OverLine } from './over-receipt-dialog.tsx';
import { receiptRefresh } from './receipt-refresh.ts';
import { changedLines } from './received-meanwhile-dialog.tsx';
import { orderKey } from './use-save-order.ts';

/** The lines of which more would be received than was ordered. */
const overLines = (order: PurchaseOrder, delivered: OrderChange['lines'] = []): OverLine[] =>
  delivered.flatMap(({ id, qty_new }) => {
    const line = order.lines.find((one) => one.id === id);
    const more = line ? qtyOver({ ...line, qty_received: line.qty_received + qty_new }) : 0;
    return line && more > 0 && qty_new > 0 ? [{ line, qty_new, qty_over: Math.min(more, qty_new) }] : [];
  });

/**
 * Sends a delivery of an order. `over` and `meanwhile` are questions that wait for their `answer`. If more has arrived than was ordered, `over` asks
 * which items are received. If others have received or cancelled items meanwhile, `meanwhile` asks whether this is another delivery.
 */
export function useDelivery(order: PurchaseOrder) {
  const { id } = order;
  const queries = useQueryClient();
  const [over, setOver] = useState<{ lines: OverLine[]; answer: (lines: OrderChange['lines'] | null) => void } | null>(null);
  const [meanwhile, setMeanwhile] = useState<{ before: PurchaseOrder; now: PurchaseOrder; answer: (isMore: boolean) => void } | null>(null);
  const isOver = useRef(false);
  /** The order as it was when the person began this delivery or, if later, when the person saw what others had received. */
  const base = useRef(order);
  /** The latest order if it has changed since `base`, else null. */
  const current = useRef<PurchaseOrder | null>(null);

  const receive = useWrite({
    send: (json: OrderChange, options) => changePurchaseOrder(id, json, options),
    success: (answer) => answer.receipt && `${answer.receipt.reference} recorded`,
    refresh: receiptRefresh,
    onRefused: (error) => {
      isOver.current = 'confirm_over_receipt' in error.first_messages;
      current.current = error.code === 'stale_version' ? (error.current as PurchaseOrder) : null;
      return isOver.current || current.current !== null;
    },
  });
  /** Sends a delivery based on the order in `base`. If others have received or cancelled items meanwhile, a person decides. */
  const sendOnBase = async (json: OrderChange): Promise<ChangedPurchaseOrder | undefined> => {
    for (;;) {
      current.current = null;
      const saved = await receive.write({ ...json, version: base.current.version });
      const changedOrder = current.current as PurchaseOrder | null;
      if (saved || !changedOrder) return saved;
      queries.setQueryData(orderKey(id), changedOrder);
      const before = base.current;
      base.current = changedOrder;
      if (!changedLines(before, changedOrder).length) continue;
      const isMore = await new Promise<boolean>((answer) => setMeanwhile({ before, now: changedOrder, answer }));
      setMeanwhile(null);
      if (!isMore) return undefined;
    }
  };
  return {
    /** Sends a delivery. If more has arrived than was ordered, the answer of the person decides which quantities are then sent. */
    write: async (json: OrderChange): Promise<ChangedPurchaseOrder | undefined> => {
      isOver.current = false;
      const saved = await sendOnBase(json);
      if (saved || !isOver.current) return saved;
      const lines = overLines(base.current, json.lines);
      const counted = await new Promise<OrderChange['lines'] | null>((answer) => setOver({ lines, answer }));
      setOver(null);
      return counted ? sendOnBase({ ...json, lines: counted, confirm_over_receipt: true }) : undefined;
    },
    errors: isOver.current ? {} : receive.errors,
    over,
    meanwhile,
    /** Bases the delivery on the latest order. */
    begin: () => {
      base.current = order;
    },
  };
}
