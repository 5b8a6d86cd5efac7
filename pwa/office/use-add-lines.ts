import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { countText } from '../ui/count-text.ts';
import { adminOrders, orders } from './client.ts';
import type { Change } from './use-change.ts';

type NewLine = Parameters<(typeof adminOrders)[':uuid']['lines']['$post']>[0]['json'];
type NewLines = Parameters<(typeof orders)[':uuid']['employees'][':employeeId']['lines']['$post']>[0]['json'];

/** Adds one line, or several lines of a wearer in one step. A budget that the lines exceed is asked about as for any change of the order. */
export function useAddLines(uuid: string, change: Pick<Change, 'isOverBudget' | 'forcing'>) {
  const refresh = [['orders', uuid], ['admin-orders']];
  const one = useWrite({
    send: (json: NewLine, options) => answer(adminOrders[':uuid'].lines.$post({ param: { uuid }, json }, options)),
    success: 'Line added',
    refresh,
    onRefused: (error) => change.isOverBudget(error) || Object.keys(error.first_messages).length > 0,
  });
  const many = useWrite({
    send: ({ employee_id, ...json }: NewLines & { employee_id: number }, options) =>
      answer(orders[':uuid'].employees[':employeeId'].lines.$post({ param: { uuid, employeeId: String(employee_id) }, json }, options)),
    success: ({ lines }) => `${countText(lines.length, 'line')} added`,
    refresh,
    onRefused: (error) => change.isOverBudget(error),
  });
  return {
    addLine: (line: NewLine) => change.forcing((more) => one.write({ ...line, ...more })),
    addLines: (employee_id: number, lines: NewLines['lines']) => change.forcing((more) => many.write({ employee_id, lines, ...more })),
    errors: one.errors,
    busy: one.busy || many.busy,
  };
}
