import { useState } from 'react';
import { limits } from '../../shared/limits.ts';
import type { PurchaseOrder } from '../../shared/purchasing/purchase-order.ts';
import { type Receipt, reverseReceiptInput } from '../../shared/purchasing/receipt.ts';
import { useForm } from '../api/use-form.ts';
import { Banner } from '../ui/banner.tsx';
import { countText } from '../ui/count-text.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { reverseReceipt } from './client.ts';
import { receiptRefresh } from './receipt-refresh.ts';

interface ReverseReceiptDialogProps {
  order: PurchaseOrder;
  receipt: Receipt;
  onClose: () => void;
}

/** Reverses a delivery that should not have been received: its items leave stock again. The reason is stored with the reversal. */
export function ReverseReceiptDialog({ order, receipt, onClose }: ReverseReceiptDialogProps) {
  const { id, reference, qty } = receipt;
  /** Why the delivery cannot be reversed now. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm({
    schema: reverseReceiptInput,
    values: { reason: '' },
    send: (json, options) => {
      setRefusal(null);
      return reverseReceipt(order.id, id, json, options);
    },
    success: `${reference} reversed`,
    refresh: receiptRefresh,
    onRefused: (error) => {
      if (error.code === 'insufficient_stock') setRefusal(`${error.message} Unallocate or count these items first.`);
      return error.code === 'insufficient_stock';
    },
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={`Reverse ${reference}?`} action="Reverse receipt" cancel="Keep it" look="destroy" onClose={onClose}>
      <div className="flow">
        {refusal && <Banner tone="wrong">{refusal}</Banner>}
        <p>
          {countText(qty, 'item')} of {order.our_reference} {qty === 1 ? 'leaves' : 'leave'} stock again and {qty === 1 ? 'is' : 'are'} expected from
          the supplier. Both movements stay in the ledger.
        </p>
        <TextField label="Reason" required counted {...form.field('reason')} maxLength={limits.receipt_reason} />
      </div>
    </FormDialog>
  );
}
