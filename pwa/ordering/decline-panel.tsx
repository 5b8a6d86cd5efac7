import { useState } from 'react';
import { declineInput } from '../../shared/ordering/order-input.ts';
import { answer } from '../api/answer.ts';
import { orderChanges } from '../api/order-changes.ts';
import { useForm } from '../api/use-form.ts';
import { TextArea } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { type Order, orders } from './client.ts';
import { afterChange, useKeepOrder } from './order-data.ts';

/** Declines a request with a reason for its requester. */
export function DeclinePanel({ order, onClose, onDeclined }: { order: Order; onClose: () => void; onDeclined: () => void }) {
  // The version that was on the screen when the panel opened: a person declines only what they have seen.
  const [initialOrder] = useState(order);
  const keep = useKeepOrder();
  const form = useForm({
    schema: declineInput,
    record: initialOrder,
    valuesOf: ({ version }) => ({ reason: '', version }),
    changes: orderChanges,
    send: (json, options) => answer(orders[':uuid'].decline.$post({ param: { uuid: order.uuid }, json }, options)),
    success: `Order ${order.order_number} was declined`,
    refresh: afterChange(order.uuid),
    onSaved: onDeclined,
    onRefused: ({ code, current }) => {
      if (code === 'stale_version' && current) keep(current as Order);
      return false;
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Decline order ${order.order_number}?`}
      description={`${order.requester.name} gets it back with your reason and may change it.`}
      waits={form.values.reason.trim() ? null : 'Give the reason first.'}
      look="destroy"
      action="Decline order"
      cancel="Keep it"
    >
      <TextArea label="Reason" counted {...form.field('reason')} />
    </FormDialog>
  );
}
