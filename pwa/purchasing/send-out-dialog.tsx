import { messages } from '../../shared/messages.ts';
import { type PurchaseOrder, type PurchaseOrderLine, purchaseOrderChange } from '../../shared/purchasing/purchase-order.ts';
import { useForm } from '../api/use-form.ts';
import { countText, formatCount } from '../ui/count-text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { changePurchaseOrder } from './client.ts';
import { countOf, isCount } from './typed-count.ts';
import { WorkOrderCount, WorkOrderLine } from './work-order-line.tsx';
import { workOrderRefresh } from './work-order-refresh.ts';

const quantityOf = (line: PurchaseOrderLine) => `lines.${line.id}.quantity` as const;

/** How many garments of each line go out. Lines with the same source SKU get its free garments one line after the other. */
function freeForEach(lines: readonly PurchaseOrderLine[]): Record<number, { quantity: string }> {
  const free = new Map(lines.map(({ source, qty_free }) => [source?.id ?? 0, Math.max(0, qty_free)]));
  return Object.fromEntries(
    lines.map(({ id, source, qty_to_send }) => {
      const qty_free = free.get(source?.id ?? 0) ?? 0;
      const quantity = Math.min(qty_free, qty_to_send);
      free.set(source?.id ?? 0, qty_free - quantity);
      return [id, { quantity: quantity ? String(quantity) : '' }];
    }),
  );
}

/** Sends garments of a work order to the decorator: all that is free, unless somebody enters fewer. */
export function SendOutDialog({ order, onClose }: { order: PurchaseOrder; onClose: () => void }) {
  const lines = order.lines.filter(({ qty_to_send }) => qty_to_send > 0);
  const form = useForm({
    schema: purchaseOrderChange,
    values: { lines: freeForEach(lines) },
    input: ({ lines: typed }) => ({ sent_out: sentOut(typed), version: order.version }),
    fieldOf: (name, { lines: typed }) => {
      const [, n] = /^sent_out\.(\d+)\./.exec(name) ?? [];
      const line_id = n === undefined ? undefined : sentOut(typed)[Number(n)]?.line_id;
      return line_id === undefined ? name : `lines.${line_id}.quantity`;
    },
    check: ({ lines: typed }) =>
      Object.fromEntries(
        lines.map((line) => {
          const text = typed[line.id]?.quantity;
          const most = Math.min(line.qty_to_send, Math.max(0, line.qty_free));
          return [quantityOf(line), !isCount(text) ? messages.say_how_many : countOf(text) > most ? messages.too_many_sent_out(most) : null];
        }),
      ),
    send: (json, options) => changePurchaseOrder(order.id, json, options),
    success: 'Sent out',
    refresh: workOrderRefresh,
    onSaved: onClose,
  });
  const sentOut = (typed: Record<number, { quantity: string }>) =>
    lines.flatMap(({ id: line_id }) => {
      const quantity = countOf(typed[line_id]?.quantity);
      return quantity > 0 ? [{ line_id, quantity }] : [];
    });
  const qty = sentOut(form.values.lines).reduce((sum, one) => sum + one.quantity, 0);
  return (
    <FormDialog
      form={form}
      title="Send out"
      description={`To ${order.supplier?.name ?? 'the decorator'}`}
      action={qty > 0 ? `Send out ${countText(qty, 'item')}` : 'Send out'}
      cancel="Go back"
      waits={qty > 0 ? null : messages.say_how_many}
      width={560}
      onClose={onClose}
    >
      <div className="flow">
        <p className="sub">What goes out stays on hand and is no longer free for orders.</p>
        <ul className="rows work-order-lines">
          {lines.map((line) => (
            <WorkOrderLine key={line.id} line={line}>
              <WorkOrderCount
                line={line}
                label="Goes out"
                hint={`${formatCount(line.qty_to_send)} to send, ${formatCount(Math.max(0, line.qty_free))} free`}
                {...form.field(quantityOf(line))}
              />
            </WorkOrderLine>
          ))}
        </ul>
      </div>
    </FormDialog>
  );
}
