import { lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { allocation } from '../api/allocation.ts';
import { answer } from '../api/answer.ts';
import { releaseOrder, wouldGoInPart } from '../api/release-order.ts';
import { useWrite } from '../api/use-write.ts';
import { type Question, useConfirm } from '../ui/use-confirm.tsx';
import { adminOrders, type Order, orders } from './client.ts';
import { PendingSavesContext, sendPending } from './pending-saves.ts';
import { ReasonDialog } from './reason-dialog.tsx';

const ReleaseInPart = lazy(() => import('../api/release-in-part.tsx'));

export type AllocationResults = Awaited<ReturnType<typeof allocateAll>>['lines'];
const allocateAll = (uuid: string, options?: Parameters<(typeof allocation)[':uuid']['allocate-all']['$post']>[1]) =>
  answer(allocation[':uuid']['allocate-all'].$post({ param: { uuid } }, options));

const unallocateQuestion = ({ order_number }: Order): Question => ({
  title: 'Are you sure you want to unallocate this order?',
  body: `Everything allocated to order ${order_number} goes back to free stock.`,
  action: 'Un-Allocate',
});

const sendBackQuestion = ({ order_number }: Order): Question => ({
  title: `Send order ${order_number} back?`,
  body: 'The warehouse stops working on it. It keeps its allocation, which you can then change.',
  action: 'Send back',
  keep: 'Leave it there',
});

function cancelQuestion({ order_number, account, lines, qty_items_shipped }: Order): Question {
  const effects = [
    lines.some(({ qty_allocated }) => qty_allocated > 0) && 'Its allocation goes back to free stock.',
    qty_items_shipped > 0 && 'What has shipped stays shipped.',
    'This cannot be undone.',
  ];
  return {
    title: 'Are you sure you want to cancel this order?',
    body: [`Order ${order_number} of ${account.name}.`, ...effects].filter(Boolean).join(' '),
    action: 'Cancel Order',
    destroys: true,
  };
}

const deleteQuestion = ({ order_number, is_submitted }: Order): Question => ({
  title: `Delete order ${order_number}?`,
  body: is_submitted ? 'It disappears from all lists, and its allocation goes back to free stock.' : 'The draft and its lines are gone for good.',
  action: 'Delete order',
  destroys: true,
});

/**
 * The actions on a whole order. An action that depends on the order's fields first stores the typed values. An action that cannot be undone asks
 * first; `dialogs` contains the questions.
 */
export function useOrderActions(order: Order, onAllocated: (lines: AllocationResults | null) => void) {
  const { uuid, order_number } = order;
  const navigate = useNavigate();
  const pending = useContext(PendingSavesContext);
  const { ask, dialog } = useConfirm();
  const { state } = useLocation();
  // The palette opens the order with the question of a hold; Back and a reload do not ask again.
  const isHeldByLink = useNavigationType() === 'PUSH' && (state as { holds?: boolean } | null)?.holds === true && order.can.hold && !order.is_frozen;
  const [reason, setReason] = useState<'hold' | 'reopen' | null>(isHeldByLink ? 'hold' : null);
  const [isPartAsked, setIsPartAsked] = useState(false);
  const refresh = [['orders', uuid], ['admin-orders']];
  const param = { uuid };

  const allocate = useWrite({
    send: (_: undefined, options) => allocateAll(uuid, options),
    refresh,
    onSaved: ({ lines }) => onAllocated(lines),
  });
  const startPick = useWrite({
    send: (_: undefined, options) => releaseOrder(uuid, true, options),
    success: 'Order is now ready to pick',
    refresh,
    onRefused: (error) => {
      if (wouldGoInPart(error)) setIsPartAsked(true);
      return wouldGoInPart(error);
    },
  });
  const change = useWrite({
    send: ({ json }: { json: Parameters<(typeof adminOrders)[':uuid']['$put']>[0]['json']; success: string }, options) =>
      answer(adminOrders[':uuid'].$put({ param, json }, options)),
    success: (_, { success }) => success,
    refresh,
    onSaved: () => {
      setReason(null);
      onAllocated(null);
    },
  });
  const reopen = useWrite({
    send: (text: string, options) => answer(allocation[':uuid'].reopen.$post({ param, json: { reason: text } }, options)),
    success: `Order ${order_number} is back in allocation`,
    refresh,
    onSaved: () => setReason(null),
  });
  const cancel = useWrite({
    send: (_: undefined, options) => answer(orders[':uuid'].cancel.$post({ param }, options)),
    success: `Order ${order_number} is cancelled`,
    refresh,
  });
  const remove = useWrite({
    send: (_: undefined, options) => answer(adminOrders[':uuid'].$delete({ param }, options)),
    success: `Order ${order_number} is deleted`,
    refresh: [['admin-orders']],
    onSaved: () => void navigate('/admin/orders'),
  });

  /** Stores the typed values. If one could not be saved, a message is already on the screen, and the action is not performed. */
  const settle = (): Promise<boolean> => sendPending(pending);
  const dialogs: ReactNode = (
    <>
      {dialog}
      {isPartAsked && (
        <Suspense fallback={null}>
          <ReleaseInPart order={order} onClose={() => setIsPartAsked(false)} />
        </Suspense>
      )}
      {reason === 'hold' && (
        <ReasonDialog
          title={`Hold order ${order_number}`}
          description="Nobody allocates, picks, dispatches or cancels it until it is released."
          action="Hold order"
          write={(frozen_reason) => change.write({ json: { is_frozen: true, frozen_reason }, success: `Order ${order_number} is on hold` })}
          error={change.errors.frozen_reason}
          onClose={() => setReason(null)}
        />
      )}
      {reason === 'reopen' && (
        <ReasonDialog
          title={`Reopen order ${order_number}`}
          description="It goes back to allocation and keeps what is allocated. Picked items go back to the shelf."
          action="Reopen order"
          write={reopen.write}
          error={reopen.errors.reason}
          onClose={() => setReason(null)}
        />
      )}
    </>
  );
  return {
    settle,
    allocate: async () => {
      if (await settle()) void allocate.write(undefined);
    },
    startPick: async () => {
      if (await settle()) void startPick.write(undefined);
    },
    cancel: async () => {
      if (await ask(cancelQuestion(order))) void cancel.write(undefined);
    },
    hold: () => setReason('hold'),
    releaseHold: () => void change.write({ json: { is_frozen: false }, success: `Order ${order_number} is released` }),
    unallocate: async () => {
      if ((await settle()) && (await ask(unallocateQuestion(order))))
        void change.write({ json: { unallocate: true }, success: `Order ${order_number} is not allocated any more` });
    },
    sendBack: async () => {
      if (await ask(sendBackQuestion(order))) void change.write({ json: { sendBack: true }, success: `Order ${order_number} is back in allocation` });
    },
    reopen: () => setReason('reopen'),
    remove: async () => {
      if (await ask(deleteQuestion(order))) void remove.write(undefined);
    },
    busy: { allocate: allocate.busy, startPick: startPick.busy, change: change.busy || cancel.busy || remove.busy },
    dialogs,
  };
}
export type OrderActions = ReturnType<typeof useOrderActions>;
