import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { countText } from '../ui/count-text.ts';
import type { useConfirm } from '../ui/use-confirm.tsx';
import { type Line, type Order, orders, type Wearer } from './client.ts';
import { afterChange, listKey, useKeepOrder } from './order-data.ts';
import { lineName } from './order-lines.tsx';

/** The actions that remove something from an order, each after a confirmation. */
export function useRemovals(order: Order, ask: ReturnType<typeof useConfirm>['ask'], onLeave: () => void) {
  const keep = useKeepOrder();
  const { uuid } = order;
  const deleteOrder = useWrite({
    send: (_: undefined, options) => answer(orders[':uuid'].$delete({ param: { uuid } }, options)),
    success: `Order ${order.order_number} deleted`,
    refresh: [listKey],
    onSaved: onLeave,
  });
  const deleteWearer = useWrite({
    send: (employee_id: number, options) =>
      answer(orders[':uuid'].employees[':employeeId'].$delete({ param: { uuid, employeeId: String(employee_id) } }, options)),
    success: 'Employee removed from order',
    refresh: afterChange(uuid),
    onSaved: keep,
  });
  const deleteLine = useWrite({
    send: (line: Line, options) => answer(orders[':uuid'].lines[':lineId'].$delete({ param: { uuid, lineId: String(line.id) } }, options)),
    success: 'Line Deleted',
    refresh: afterChange(uuid),
  });
  return {
    removeOrder: async () => {
      const question = { title: `Delete order ${order.order_number}?`, action: 'Delete order', keep: 'Keep it', destroys: true };
      if (await ask({ ...question, body: <p>{countText(order.lines.length, 'line')} on it will be gone.</p> })) await deleteOrder.write(undefined);
    },
    removeWearer: async (wearer: Wearer) => {
      const count = wearer.lines_with_sizes + wearer.lines_with_no_sizes;
      const body = count > 0 ? <p>{countText(count, 'line')} for them will be gone too.</p> : undefined;
      if (await ask({ title: `Delete ${wearer.name} from order?`, body, action: 'Delete employee', keep: 'Keep them', destroys: true }))
        await deleteWearer.write(wearer.id);
    },
    removeLine: async (line: Line) => {
      const body = <p>{lineName(line)}</p>;
      if (await ask({ title: 'Delete this line from the order?', body, action: 'Delete line', keep: 'Keep it', destroys: true }))
        await deleteLine.write(line);
    },
  };
}
