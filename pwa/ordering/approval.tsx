import type { ReactNode, RefObject } from 'react';
import { Button } from '../ui/button.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import type { Budget, Order } from './client.ts';
import { SendFields } from './send-fields.tsx';
import { useSend } from './use-send.tsx';

interface ApprovalProps {
  order: Order;
  /** The order as the person has read it. */
  read: RefObject<Order>;
  budgets: readonly Budget[];
  onDecided: () => void;
  onDecline: () => void;
  /** Renders the page with the fields and the buttons of the decision in their places. */
  children: (parts: { fields: ReactNode; buttons: ReactNode }) => ReactNode;
}

/** The decision on a request in the page itself: one press approves it if nothing is missing, and the fields say what is. */
export function Approval({ order, read, budgets, onDecided, onDecline, children }: ApprovalProps) {
  const isPhone = useIsPhone();
  const send = useSend({ order, read, budgets, onSent: onDecided });
  const { form } = send;
  const fields = (
    <section className="card approval" aria-label="Approve">
      <Form form={form}>
        <SendFields order={order} send={send} budgets={budgets} hasAddress />
      </Form>
      {send.dialog}
    </section>
  );
  const buttons = (
    <Submit
      form={form}
      waits={send.waits}
      className={isPhone ? 'grow' : undefined}
      busyText="Sending…"
      before={
        isPhone && (
          <Button look="danger" onClick={onDecline}>
            Decline
          </Button>
        )
      }
    >
      Approve and submit
    </Submit>
  );
  return children({ fields, buttons });
}
