import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { countText } from '../ui/count-text.ts';
import { toast } from '../ui/toast.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { type Order, orders } from './client.ts';
import { type LeftOut, LeftOutDialog } from './left-out-dialog.tsx';
import { afterChange, listKey, useKeepOrder } from './order-data.ts';

/** Returns a function that opens the screen on which a draft is filled. A setting can place that screen on another website. */
function useGoTo() {
  const navigate = useNavigate();
  return (url: string): void => {
    if (url.startsWith('/')) void navigate(url);
    else window.location.assign(url);
  };
}

/** The actions on an order under review. Cancelling asks first, because it frees stock; a withdrawal can be undone. Render `dialogs` once. */
export function useReviewActs(order: Order): {
  cancel: () => void;
  cancelling: boolean;
  withdraw: () => void;
  /** Orders again what one wearer has, or all wearers if it is null. */
  reorder: (employee_id: number | null) => void;
  reordering: boolean;
  dialogs: ReactNode;
} {
  const { uuid, order_number } = order;
  const navigate = useNavigate();
  const goTo = useGoTo();
  const keep = useKeepOrder();
  const { ask, dialog } = useConfirm();
  const [again, setAgain] = useState<{ order_number: string; url: string; left_out: LeftOut[] } | null>(null);

  const cancel = useWrite({
    send: (_: undefined, options) => answer(orders[':uuid'].cancel.$post({ param: { uuid } }, options)),
    success: (after) =>
      after.cancelled_at ? `Order ${order_number} cancelled` : `What had not been dispatched of order ${order_number} is cancelled`,
    refresh: afterChange(uuid),
    onSaved: keep,
  });
  const sendAgain = useWrite({
    send: (_: undefined, options) =>
      answer(orders[':uuid'].$put({ param: { uuid }, query: { submitted: 'true' }, json: { confirm_missing_sizes: true } }, options)),
    success: `Request ${order_number} is sent again`,
    refresh: afterChange(uuid),
    onSaved: () => void navigate(`/orders/${uuid}`),
  });
  const withdraw = useWrite({
    send: (_: undefined, options) => answer(orders[':uuid'].withdraw.$post({ param: { uuid } }, options)),
    refresh: afterChange(uuid),
    onSaved: (after) => {
      keep(after);
      const action = { label: 'Undo', run: () => void sendAgain.write(undefined) };
      toast(`Request ${order_number} is a draft again`, { duration: limits.undo_toast, action });
      void navigate(`/orders/${uuid}/edit`);
    },
  });
  const reorder = useWrite({
    send: (employee_id: number | null, options) =>
      answer(orders[':uuid'].reorder.$post({ param: { uuid }, query: employee_id === null ? {} : { employee_id: String(employee_id) } }, options)),
    success: (newOrder) => (newOrder.left_out.length > 0 ? undefined : `Order ${newOrder.order_number} is a draft with the same items`),
    refresh: [listKey],
    onSaved: (newOrder) => {
      if (newOrder.left_out.length > 0) setAgain(newOrder);
      else goTo(newOrder.url);
    },
  });

  const askCancel = async (): Promise<void> => {
    const body = (
      <p>
        Are you sure you want to cancel this order? {countText(order.qty_total_items - order.qty_items_shipped, 'item')} will not be sent. This cannot
        be taken back.
      </p>
    );
    if (await ask({ title: `Cancel order ${order_number}?`, body, action: 'Cancel Order', keep: 'Keep it', destroys: true }))
      await cancel.write(undefined);
  };

  return {
    cancel: () => void askCancel(),
    cancelling: cancel.busy,
    withdraw: () => void withdraw.write(undefined),
    reorder: (employee_id) => void reorder.write(employee_id),
    reordering: reorder.busy,
    dialogs: (
      <>
        {dialog}
        {again && (
          <LeftOutDialog
            order_number={again.order_number}
            left_out={again.left_out}
            onClose={() => setAgain(null)}
            onGo={() => {
              setAgain(null);
              goTo(again.url);
            }}
          />
        )}
      </>
    ),
  };
}
