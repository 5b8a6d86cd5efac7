import { limits } from '../../shared/limits.ts';
import { listText } from '../../shared/list-text.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { toast } from '../ui/toast.ts';
import { type Order, usualOrders } from './client.ts';
import { afterChange, useKeepOrder } from './order-data.ts';
import { firstName } from './order-words.ts';
import { useUndoLines } from './use-undo-lines.ts';

const namesIn = (rows: readonly { employee: { id: number; name: string } }[]): string =>
  listText([...new Map(rows.map(({ employee }) => [employee.id, firstName(employee.name)])).values()]);

/** The acts of the usual’s review that change several lines at once. */
export function useUsualActs(order: Order) {
  const { uuid } = order;
  const keep = useKeepOrder();
  const undo = useUndoLines(uuid);
  const add = useWrite({
    send: (json: { employees?: number[]; decoration?: string }, options) =>
      answer(usualOrders[':uuid'].usual.$post({ param: { uuid }, json }, options)),
    refresh: afterChange(uuid),
  });
  const giveSame = useWrite({
    send: (employee_id: number, options) =>
      answer(usualOrders[':uuid'].employees[':employeeId'].same.$post({ param: { uuid, employeeId: String(employee_id) }, json: {} }, options)),
    refresh: afterChange(uuid),
    onSaved: ({ lines, left_out }) => {
      const without = left_out.map(({ employee, product_name }) => `${product_name} for ${firstName(employee.name)}`);
      const exception = without.length ? ` Not added: ${listText(without)}.` : '';
      if (!lines.length) toast(exception ? exception.trim() : 'The others have the same already.', { tone: 'plain' });
      else toast(`Added for ${namesIn(lines)}.${exception}`, { duration: limits.undo_toast, action: { label: 'Undo', run: () => undo(lines) } });
    },
  });
  const decorate = useWrite({
    send: (json: { from: string; to: string }, options) => answer(usualOrders[':uuid'].decoration.$put({ param: { uuid }, json }, options)),
    success: 'Decoration changed',
    refresh: afterChange(uuid),
    onSaved: keep,
  });
  return { add, giveSame, decorate };
}
export type UsualActs = ReturnType<typeof useUsualActs>;
