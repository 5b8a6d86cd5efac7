import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { afterPaint } from '../ui/after-paint.ts';
import type { Store } from '../ui/store.ts';
import { type Order, orders } from './client.ts';
import { afterChange, orderKey } from './order-data.ts';

/** One product for one wearer, as it was chosen. */
export interface NewLine {
  employee_id: number;
  style_id: number;
  product_id: number;
  is_size_selected: boolean;
  /** The size in words, as its mark on the card has it. */
  size: string | null;
  quantity: number;
  budget: number | null;
  decoration: string;
  notes: string;
}

/** A line that is on its way to the order. */
export type ComingLine = NewLine & { key: number };

/** Puts products into an order. What is on its way is in `coming` at once, so that a tap is answered before the server is; a refusal takes it out again. */
export function useAddLine(order: Order, coming: Store<readonly ComingLine[]>): (line: NewLine) => void {
  const queries = useQueryClient();
  const { uuid } = order;
  const lastKey = useRef(0);
  const { write } = useWrite({
    send: ({ employee_id, product_id, quantity, is_size_selected, budget, decoration, notes }: NewLine, options) =>
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
    said: 'Product added to order!',
    refresh: afterChange(uuid),
    // The line itself; the sums of the order are read again behind it.
    onSaved: ({ lines }) =>
      queries.setQueryData<Order>(orderKey(uuid), (now) => {
        const made = lines.filter(({ id }) => !now?.lines.some((line) => line.id === id));
        return now && { ...now, lines: [...now.lines, ...made] };
      }),
  });
  return useCallback(
    (line: NewLine): void => {
      lastKey.current += 1;
      const key = lastKey.current;
      coming.set([...coming.get(), { ...line, key }]);
      // What was read is drawn a moment after it is known: the mark stays until the line stands in its place.
      afterPaint(() => void write(line).then(() => setTimeout(() => coming.set(coming.get().filter((one) => one.key !== key)))));
    },
    [write, coming],
  );
}
