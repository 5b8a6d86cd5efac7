import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { toast } from '../ui/toast.ts';
import { type Line, type Order, orders, type Wearer } from './client.ts';
import { afterChange, listKey, useKeepOrder } from './order-data.ts';

/** What somebody has who is put back on an order. */
interface Removed {
  employee_id: number;
  lines: readonly Line[];
  /** Whether the wearer was removed together with the lines. */
  isWearer: boolean;
}

const newLineOf = (line: Line) => ({
  product_id: line.product_id,
  quantity: line.qty_requested,
  is_size_selected: line.is_size_selected,
  ...(!line.is_size_selected && line.variation_colour !== null && { variation_colour: line.variation_colour }),
  ...(line.budget_employee_role_id !== null && { budget: line.budget_employee_role_id }),
  ...(line.decoration !== null && { decoration: line.decoration }),
  ...(line.notes !== null && { notes: line.notes }),
});

/** Says what was removed. For eight seconds, Undo brings it back. */
const undoToast = (text: string, run: () => void): void => toast(text, { duration: limits.undo_toast, action: { label: 'Undo', run } });

/** The actions that remove something from a draft: each happens at once and can be undone, because nothing has left the house. */
export function useRemovals(order: Order, onLeave: () => void) {
  const keep = useKeepOrder();
  const { uuid, order_number } = order;
  const refresh = afterChange(uuid);
  const restoreOrder = useWrite({
    send: (_: undefined, options) => answer(orders[':uuid'].restore.$post({ param: { uuid } }, options)),
    success: `Order ${order_number} is back`,
    refresh: [listKey],
  });
  const deleteOrder = useWrite({
    send: (_: undefined, options) => answer(orders[':uuid'].$delete({ param: { uuid } }, options)),
    refresh: [listKey],
    onSaved: () => {
      undoToast(`Order ${order_number} deleted`, () => void restoreOrder.write(undefined));
      onLeave();
    },
  });
  const putWearerBack = useWrite({
    send: (id: number, options) => answer(orders[':uuid'].employees.$post({ param: { uuid }, json: { employees: [id] } }, options)),
    refresh,
  });
  const putLinesBack = useWrite({
    send: ({ employee_id, lines }: Pick<Removed, 'employee_id' | 'lines'>, options) => {
      const param = { uuid, employeeId: String(employee_id) };
      return answer(orders[':uuid'].employees[':employeeId'].lines.$post({ param, json: { lines: lines.map(newLineOf) } }, options));
    },
    refresh,
  });
  const putBack = async ({ employee_id, lines, isWearer }: Removed): Promise<void> => {
    if (isWearer && !(await putWearerBack.write(employee_id))) return;
    if (lines.length > 0 && !(await putLinesBack.write({ employee_id, lines }))) return;
    toast(isWearer ? 'Employee back on order' : 'Line back on order');
  };
  const deleteWearer = useWrite({
    send: ({ id }: Wearer, options) => answer(orders[':uuid'].employees[':employeeId'].$delete({ param: { uuid, employeeId: String(id) } }, options)),
    refresh,
    onSaved: (after, { id }) => {
      keep(after);
      const lines = order.lines.filter(({ employee }) => employee.id === id);
      undoToast('Employee removed from order', () => void putBack({ employee_id: id, lines, isWearer: true }));
    },
  });
  const deleteLine = useWrite({
    send: (line: Line, options) => answer(orders[':uuid'].lines[':lineId'].$delete({ param: { uuid, lineId: String(line.id) } }, options)),
    refresh,
    onSaved: (_, line) => undoToast('Line Deleted', () => void putBack({ employee_id: line.employee.id, lines: [line], isWearer: false })),
  });
  return {
    removeOrder: () => void deleteOrder.write(undefined),
    removeWearer: (wearer: Wearer) => void deleteWearer.write(wearer),
    removeLine: (line: Line) => void deleteLine.write(line),
  };
}
