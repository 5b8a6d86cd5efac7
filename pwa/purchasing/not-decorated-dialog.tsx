import { messages } from '../../shared/messages.ts';
import { type PurchaseOrder, purchaseOrderChange } from '../../shared/purchasing/purchase-order.ts';
import { useForm } from '../api/use-form.ts';
import { countText, formatCount } from '../ui/count-text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { changePurchaseOrder } from './client.ts';
import { countOf, isCount } from './typed-count.ts';
import { WorkOrderCount, WorkOrderLine } from './work-order-line.tsx';
import { workOrderRefresh } from './work-order-refresh.ts';

interface NotDecoratedDialogProps {
  order: PurchaseOrder;
  /** Set if this dialog also cancels or closes the order: then everything at the decorator has to be accounted for. */
  end?: 'cancelled' | 'closed';
  onClose: () => void;
  onSaved?: (order: PurchaseOrder) => void;
}

/** Records what became of garments at the decorator that do not come back decorated: returned undecorated, or lost. */
export function NotDecoratedDialog({ order, end, onClose, onSaved }: NotDecoratedDialogProps) {
  const lines = order.lines.filter(({ qty_out }) => qty_out > 0);
  const undecorated = ({ lines: typed }: { lines: Record<number, { returned: string; lost: string }> }) =>
    lines
      .map(({ id: line_id }) => ({ line_id, qty_returned: countOf(typed[line_id]?.returned), qty_lost: countOf(typed[line_id]?.lost) }))
      .filter(({ qty_returned, qty_lost }) => qty_returned + qty_lost > 0);
  const form = useForm({
    schema: purchaseOrderChange,
    values: {
      lines: Object.fromEntries(lines.map(({ id, qty_out }) => [id, { returned: end ? String(qty_out) : '', lost: '' }])) as Record<
        number,
        { returned: string; lost: string }
      >,
    },
    input: (values) => ({ not_decorated: undecorated(values), version: order.version, ...(end && { [end]: true as const }) }),
    fieldOf: (name, values) => {
      const [, n] = /^not_decorated\.(\d+)\./.exec(name) ?? [];
      const line_id = n === undefined ? undefined : undecorated(values)[Number(n)]?.line_id;
      return line_id === undefined ? name : `lines.${line_id}.returned`;
    },
    check: ({ lines: typed }) =>
      Object.fromEntries(
        lines.flatMap(({ id, qty_out }) => {
          const { returned, lost } = typed[id] ?? { returned: '', lost: '' };
          const sum = countOf(returned) + countOf(lost);
          const isWrong = sum > qty_out || (end !== undefined && sum < qty_out);
          return [
            [`lines.${id}.returned`, !isCount(returned) ? messages.say_how_many : isWrong ? messages.account_for(qty_out) : null],
            [`lines.${id}.lost`, isCount(lost) ? null : messages.say_how_many],
          ];
        }),
      ),
    send: (json, options) => changePurchaseOrder(order.id, json, options),
    success: 'Purchase order updated',
    refresh: workOrderRefresh,
    onSaved: (saved) => {
      onClose();
      onSaved?.(saved);
    },
  });
  const all = undecorated(form.values);
  const qty_lost = all.reduce((sum, one) => sum + one.qty_lost, 0);
  const title = end ? `${end === 'cancelled' ? 'Cancel' : 'Close'} ${order.our_reference}?` : 'Back undecorated, or lost';
  return (
    <FormDialog
      form={form}
      title={title}
      description={`${countText(order.qty_out, 'item')} at ${order.supplier?.name ?? 'the decorator'}`}
      action={end ? (end === 'cancelled' ? 'Cancel PO' : 'Close PO') : 'Save'}
      look={end === 'cancelled' ? 'danger' : undefined}
      cancel="Go back"
      waits={all.length > 0 ? null : messages.say_how_many}
      width={560}
      onClose={onClose}
    >
      <div className="flow">
        <p className="sub">
          {end ? 'Enter how many items are back undecorated and how many are lost. ' : ''}
          Items that are back are free for orders.
          {qty_lost > 0 && ` ${countText(qty_lost, 'lost item')} will leave the stock.`}
        </p>
        <ul className="rows work-order-lines">
          {lines.map((line) => (
            <WorkOrderLine key={line.id} line={line}>
              <WorkOrderCount
                line={line}
                label="Back undecorated"
                hint={`${formatCount(line.qty_out)} out`}
                {...form.field(`lines.${line.id}.returned` as const)}
              />
              <WorkOrderCount line={line} label="Lost" {...form.field(`lines.${line.id}.lost` as const)} />
            </WorkOrderLine>
          ))}
        </ul>
      </div>
    </FormDialog>
  );
}
