import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { reachable } from '../api/reachable.ts';
import { newKey } from '../api/transport.ts';
import { useWrite } from '../api/use-write.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { createStore, type Store, useStore } from '../ui/store.ts';
import { toast } from '../ui/toast.ts';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { type Order, orders } from './client.ts';
import { afterFailure, type OnItsWay, underWay, unsaved, without } from './coming-lines.ts';
import { afterChange, orderKey } from './order-data.ts';
import { useUndoLines } from './use-undo-lines.ts';

/** The choice of one product for one wearer. */
export interface NewLine {
  employee_id: number;
  style_id: number;
  product_id: number;
  is_size_selected: boolean;
  /** The colour of a line that is ordered without a size. */
  variation_colour: string | null;
  /** The size as the card shows it. */
  size: string | null;
  quantity: number;
  budget: number | null;
  decoration: string;
  notes: string;
  /** Whether one tap has added it, which can be undone. */
  is_quick?: boolean;
}

/** A line that is being sent, or that could not be sent. */
export type ComingLine = NewLine & OnItsWay;

/** Whether the open screen has a chosen product that did not reach the server. */
export const hasUnsaved = createStore(false);

/**
 * Adds products to an order. A line is in `pendingLines` as soon as it is sent, so that the card shows a tap before the server responds.
 * A refused line is removed. A line that could not be sent stays in `pendingLines`. It is sent again when the person presses its
 * button, and once when the network or the server is back.
 */
export function useAddLine(order: Order, pendingLines: Store<readonly ComingLine[]>): (line: NewLine) => void {
  const queries = useQueryClient();
  const { uuid } = order;
  const undo = useUndoLines(uuid);
  const { write } = useWrite({
    send: ({ employee_id, product_id, quantity, is_size_selected, variation_colour, budget, decoration, notes }: ComingLine, options) =>
      answer(
        orders[':uuid'].employees[':employeeId'].lines.$post(
          {
            param: { uuid, employeeId: String(employee_id) },
            json: {
              lines: [
                {
                  product_id,
                  quantity,
                  is_size_selected,
                  ...(variation_colour && { variation_colour }),
                  ...(budget !== null && { budget }),
                  ...(decoration && { decoration }),
                  ...(notes && { notes }),
                },
              ],
            },
          },
          options,
        ),
      ),
    success: (_, { is_quick }) => (is_quick ? undefined : 'Product added to order!'),
    refresh: afterChange(uuid),
    // The response adds the line at once; the sums of the order are read again afterwards.
    onSaved: ({ lines }, { key, is_quick }) => {
      if (is_quick) toast('Product added to order!', { duration: limits.undo_toast, action: { label: 'Undo', run: () => undo(lines) } });
      queries.setQueryData<Order>(orderKey(uuid), (now) => {
        const newLines = lines.filter(({ id }) => !now?.lines.some((line) => line.id === id));
        return now && { ...now, lines: [...now.lines, ...newLines] };
      });
      // The order is rendered slightly after the cache has the line, so the pending line stays until then.
      setTimeout(() => pendingLines.set(without(pendingLines.get(), [key])));
    },
    onRefused: (error, line) => {
      const again = (): void => {
        pendingLines.set(underWay(pendingLines.get(), line.key));
        void write(line, line.key);
      };
      pendingLines.set(afterFailure(pendingLines.get(), line.key, error.status, again));
      if (error.status !== 0) return false;
      toast('Not saved: the server cannot be reached.', { tone: 'wrong' });
      return true;
    },
  });
  useUnsavedGuard(useStore(hasUnsaved));
  useEffect(() => {
    const look = (): void => hasUnsaved.set(unsaved(pendingLines.get()).length > 0);
    const sendAll = (): void => {
      for (const { again } of unsaved(pendingLines.get())) again?.();
    };
    look();
    const stop = pendingLines.subscribe(look);
    // The network may be back before the server; any response shows that the server is back.
    const stopWaiting = reachable.subscribe(() => reachable.get() && sendAll());
    window.addEventListener('online', sendAll);
    return () => {
      stop();
      stopWaiting();
      window.removeEventListener('online', sendAll);
      hasUnsaved.set(false);
    };
  }, [pendingLines]);
  return useCallback(
    (newLine: NewLine): void => {
      const line: ComingLine = { ...newLine, key: newKey(), again: null };
      pendingLines.set([...pendingLines.get(), line]);
      afterPaint(() => void write(line, line.key));
    },
    [write, pendingLines],
  );
}
