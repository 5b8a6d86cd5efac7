import { messages } from '../../shared/messages.ts';
import { type PurchaseOrderLine, purchaseOrderLineChange } from '../../shared/purchasing/purchase-order.ts';
import { useForm } from '../api/use-form.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { changeLine } from './client.ts';
import { productText } from './order-lines.tsx';

interface CancelPartDialogProps {
  order_id: number;
  line: PurchaseOrderLine;
  onClose: () => void;
}

/** Cancels items that will not arrive, on a line of an approved order. */
export function CancelPartDialog({ order_id, line, onClose }: CancelPartDialogProps) {
  const most = Math.max(0, line.qty_requested - line.qty_received - line.qty_out);
  const form = useForm({
    schema: purchaseOrderLineChange,
    values: { qty_cancelled: String(line.qty_cancelled || '') },
    input: ({ qty_cancelled }) => ({ qty_cancelled: Number(qty_cancelled) }),
    check: ({ qty_cancelled }) => ({ qty_cancelled: Number(qty_cancelled) > most ? messages.too_many_cancelled(most) : null }),
    send: (json, options) => changeLine(order_id, line.id, json, options),
    success: 'PO line updated',
    refresh: [['purchase-orders'], ['shortfall'], ['stock']],
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Cancel items"
      description={`${productText(line.product)} (${line.product?.sku})`}
      action="Cancel items"
      cancel="Go back"
      waits={form.isDirty ? null : 'Say how many.'}
      onClose={onClose}
    >
      <div className="flow">
        <p className="sub">
          Ordered {line.qty_requested}, received {line.qty_received}
          {line.qty_out > 0 && `, ${line.qty_out} at the decorator`}. What is cancelled is not expected any more.
        </p>
        <TextField label="Items that will not come" required inputMode="numeric" hint={`At most ${most}`} {...form.field('qty_cancelled')} />
      </div>
    </FormDialog>
  );
}
