import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { type Order, orders, type UnavailableLine } from './client.ts';
import { afterChange } from './order-data.ts';

/** A button that replaces a line's discontinued product with its successor; renders nothing if that is not possible. */
export function OrderSuccessor({ order, unavailable }: { order: Order; unavailable: UnavailableLine | undefined }) {
  const { line_id, successor } = unavailable ?? {};
  const line = order.lines.find(({ id }) => id === line_id);
  const replacement = useWrite({
    send: ({ id, version }: { id: number; version: number }, options) =>
      answer(orders[':uuid'].lines[':lineId'].successor.$post({ param: { uuid: order.uuid, lineId: String(id) }, json: { version } }, options)),
    success: `${successor?.name} is ordered instead`,
    refresh: afterChange(order.uuid),
  });
  if (!successor || !line || !(order.can.edit_lines || order.can.approve)) return null;
  return (
    <button type="button" className="link line-successor" disabled={replacement.busy} onClick={() => void replacement.write(line)}>
      Order {successor.name} instead
    </button>
  );
}
