import { useState } from 'react';
import { type ListAction, MAX_ORDERS_AT_ONCE } from '../../shared/ordering/list-actions.ts';

import { countText } from '../ui/count-text.ts';
import { TextArea } from '../ui/field.tsx';
import { allocation } from './allocation.ts';
import { answer } from './answer.ts';
import { BatchDialog } from './batch-dialog.tsx';
import { ReleaseOrders } from './release-orders.tsx';
import { useBatches } from './use-batches.ts';

type OtherAction = Exclude<ListAction, 'release'>;

const words: Record<OtherAction, { title: string; start: string; ask: string }> = {
  allocate: { title: 'Allocate', start: 'Allocate', ask: 'Each line gets as much free stock as there is, one order after another.' },
  hold: { title: 'Put on hold', start: 'Put on hold', ask: 'Nothing is allocated, picked or dispatched until the hold is lifted.' },
  let_go: { title: 'Take off hold', start: 'Take off hold', ask: 'Work on these orders continues.' },
  unallocate: {
    title: 'Un-Allocate',
    start: 'Un-Allocate',
    ask: 'Are you sure you want to unallocate these orders? Orders that are already picked stay as they are.',
  },
  send_back: { title: 'Send back', start: 'Send back', ask: 'They are removed from the warehouse’s lists and keep their allocation.' },
};

interface ManyOrdersProps<Action extends ListAction = ListAction> {
  action: Action;
  uuids: readonly string[];
  onClose: (isDone: boolean) => void;
}

/** Performs one action on the chosen orders in batches, and shows the result of each order. */
export const ManyOrders = ({ action, ...props }: ManyOrdersProps) =>
  action === 'release' ? <ReleaseOrders {...props} /> : <ActOnOrders action={action} {...props} />;

function ActOnOrders({ action, uuids, onClose }: ManyOrdersProps<OtherAction>) {
  const [reason, setReason] = useState('');
  const { title, start, ask } = words[action];
  const needsReason = action === 'hold' && reason.trim() === '';
  const batches = useBatches({
    items: uuids,
    idOf: (uuid) => uuid,
    size: MAX_ORDERS_AT_ONCE,
    refresh: [['admin-orders'], ['orders'], ['day']],
    send: async (orders, options) => {
      const json = { action, orders, ...(action === 'hold' && { frozen_reason: reason.trim() }) };
      const { items } = await answer(allocation.actions.$post({ json }, options));
      return items.map(({ uuid, order_number, ...result }) => ({ ...result, id: uuid, name: order_number ?? 'Gone' }));
    },
  });
  return (
    <BatchDialog
      batches={batches}
      title={`${title}: ${countText(uuids.length, 'order')}`}
      ask={ask}
      start={start}
      cancel="Leave them as they are"
      waits={needsReason ? 'Say why first.' : null}
      noun="order"
      hasCodes
      csv={{ file: `${action.replace('_', '-')}-results.csv`, heading: 'order_number' }}
      onClose={onClose}
    >
      {action === 'hold' && (
        <TextArea
          label="Reason"
          name="frozen_reason"
          maxLength={500}
          counted
          required
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </BatchDialog>
  );
}
