import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { toast } from '../ui/toast.ts';
import { type Line, type Order, orders } from './client.ts';
import { afterChange } from './order-data.ts';

/** What was corrected, in a toast: `XL, 3 of Softshell Jacket`. */
const correctionText = ({ product_name, product, qty_requested }: Line): string => {
  const size = sizeOf(product.attributes);
  return `${[size, qty_requested].filter(Boolean).join(', ')} of ${product_name}`;
};

/** Says that a submitted line was corrected. For eight seconds, Undo gives the line its size and quantity back. */
export function useUndoCorrection(order: Pick<Order, 'uuid'>): (before: Line, after: Line) => void {
  const { uuid } = order;
  const undo = useWrite({
    send: ({ before, after }: { before: Line; after: Line }, options) => {
      const { product_id, qty_requested } = before;
      const json = { product_id, qty_requested, version: after.version };
      return answer(orders[':uuid'].lines[':lineId'].$put({ param: { uuid, lineId: String(before.id) }, json }, options));
    },
    success: (line) => `Back to ${correctionText(line as Line)}`,
    refresh: afterChange(uuid),
  });
  return (before, after) => {
    if (after.version === before.version) return;
    const action = { label: 'Undo', run: () => void undo.write({ before, after }) };
    toast(`Changed to ${correctionText(after)}`, { duration: limits.undo_toast, action });
  };
}
