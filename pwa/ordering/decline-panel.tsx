import { useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { Why } from '../ui/why.tsx';
import { type Order, orders } from './client.ts';
import { afterChange, useKeepOrder } from './order-data.ts';

/** Declines a request with a reason for its requester. */
export function DeclinePanel({ order, onClose, onDeclined }: { order: Order; onClose: () => void; onDeclined: () => void }) {
  const [reason, setReason] = useState('');
  // The order as it was read: whoever declines it has seen it.
  const [version, setVersion] = useState(order.version);
  const keep = useKeepOrder();
  const decline = useWrite({
    send: (words: string, options) =>
      answer(orders[':uuid'].decline.$post({ param: { uuid: order.uuid }, json: { reason: words, version } }, options)),
    success: `Order ${order.order_number} was declined`,
    refresh: afterChange(order.uuid),
    onSaved: onDeclined,
    onRefused: ({ code, current }) => {
      if (code !== 'stale_version' || !current) return false;
      setVersion((current as Order).version);
      keep(current as Order);
      return false;
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!decline.busy}
      title={`Decline order ${order.order_number}?`}
      description={`${order.requester.name} gets it back with your reason and may change it.`}
      onSubmit={() => void decline.write(reason.trim())}
      actions={
        <>
          <Why id="decline-waits">{reason.trim() ? null : 'Give the reason first.'}</Why>
          <Button onClick={onClose} disabled={decline.busy}>
            Keep it
          </Button>
          <Button
            look="destroy"
            type="submit"
            disabled={!reason.trim()}
            aria-describedby={reason.trim() ? undefined : 'decline-waits'}
            busy={decline.busy}
          >
            Decline order
          </Button>
        </>
      }
    >
      <TextArea
        label="Reason"
        name="reason"
        rows={3}
        counted
        maxLength={limits.notes}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={decline.errors.reason}
      />
    </Dialog>
  );
}
