import type { RefObject } from 'react';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { Budget, Order } from './client.ts';
import { asksApproval } from './order-words.ts';
import { SendFields } from './send-fields.tsx';
import { useSend } from './use-send.tsx';

interface SendPanelProps {
  order: Order;
  /** The order as the person has read it. */
  read: RefObject<Order>;
  budgets: readonly Budget[];
  onClose: () => void;
  onSent: () => void;
}

/** Submits an order from its review, or sends it for approval. Shows the PO reference, the delivery, and what the person has to confirm. */
export function SendPanel({ order, read, budgets, onClose, onSent }: SendPanelProps) {
  const send = useSend({ order, read, budgets, onSent });
  const requests = asksApproval(order);
  return (
    <FormDialog
      form={send.form}
      onClose={onClose}
      title={requests ? 'Send for approval' : `Submit order ${order.order_number}?`}
      description={order.delivery_site?.name}
      waits={send.waits}
      action={requests ? 'Send for approval' : 'Submit'}
      busyText="Sending…"
      cancel="Go back"
    >
      {send.dialog}
      <SendFields order={order} send={send} budgets={budgets} />
    </FormDialog>
  );
}
