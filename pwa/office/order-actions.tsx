import { type ReactNode, useContext, useState } from 'react';
import { useNavigate } from 'react-router';
import { orderLabelsUrl } from '../../shared/documents/document-urls.ts';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useIsPhone, useMedia } from '../ui/use-media.ts';
import { adminOrders, fulfilment, type Order, orders } from './client.ts';
import { statusWords } from './office-words.ts';
import { PendingSavesContext, sendPending } from './pending-saves.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { SubmitOrder } from './submit-order.tsx';
import { useKey } from './use-key.ts';

export type AllocatedLines = Awaited<ReturnType<typeof allocateAll>>['lines'];
const allocateAll = (uuid: string, options?: Parameters<(typeof fulfilment)[':uuid']['allocate-all']['$post']>[1]) =>
  answer(fulfilment[':uuid']['allocate-all'].$post({ param: { uuid } }, options));

interface Action {
  label: string;
  run: () => void;
  danger?: boolean;
  icon?: 'trash' | 'lock' | 'retry' | 'x' | 'back';
}

const release = { is_frozen: false } as const;

/** The actions on the whole order now: the next step as the primary button, the others beside it or in the menu. */
export function useOrderActions(
  order: Order,
  onAllocated: (lines: AllocatedLines | null) => void,
): {
  actions: ReactNode;
  primary: ReactNode;
  dialogs: ReactNode;
  /** Why the next step cannot be done yet. */
  why: string | null;
} {
  const { uuid, can, order_number } = order;
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const isNarrow = useMedia('(width < 1180px)');
  const pending = useContext(PendingSavesContext);
  const { ask, dialog } = useConfirm();
  const [reason, setReason] = useState<'hold' | 'reopen' | null>(null);
  const refresh = [['orders', uuid], ['admin-orders']];
  const param = { uuid };

  const allocate = useWrite({
    send: (_: undefined, options) => allocateAll(uuid, options),
    refresh,
    onSaved: ({ lines }) => onAllocated(lines),
  });
  const startPick = useWrite({
    send: (_: undefined, options) => answer(fulfilment[':uuid'].allocate.$post({ param }, options)),
    success: 'Order is now ready to pick',
    refresh,
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
    send: (text: string, options) => answer(fulfilment[':uuid'].reopen.$post({ param, json: { reason: text } }, options)),
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

  const first = async (then: () => unknown) => {
    // A change that could not be saved has shown its own message: the action is not done without it.
    if (await sendPending(pending)) then();
  };
  const askUnallocate = async () => {
    const yes = await ask({
      title: 'Are you sure you want to unallocate this order?',
      body: `Everything allocated to order ${order_number} goes back to free stock.`,
      action: 'Un-Allocate',
    });
    if (yes) void change.write({ json: { unallocate: true }, success: `Order ${order_number} is not allocated any more` });
  };
  const askSendBack = async () => {
    const yes = await ask({
      title: `Send order ${order_number} back?`,
      body: 'The warehouse stops working on it. It keeps its allocation, which you can then change.',
      action: 'Send back',
      keep: 'Leave it there',
    });
    if (yes) void change.write({ json: { sendBack: true }, success: `Order ${order_number} is back in allocation` });
  };
  const askCancel = async () => {
    const effects = [
      order.lines.some(({ qty_allocated }) => qty_allocated > 0) && 'Its allocation goes back to free stock.',
      order.qty_items_shipped > 0 && 'What has shipped stays shipped.',
      'This cannot be undone.',
    ];
    const yes = await ask({
      title: 'Are you sure you want to cancel this order?',
      body: [`Order ${order_number} of ${order.account.name}.`, ...effects].filter(Boolean).join(' '),
      action: 'Cancel Order',
      destroys: true,
    });
    if (yes) void cancel.write(undefined);
  };
  const askDelete = async () => {
    const yes = await ask({
      title: `Delete order ${order_number}?`,
      body: order.is_submitted
        ? 'It disappears from all lists, and its allocation goes back to free stock.'
        : 'The draft and its lines are gone for good.',
      action: 'Delete order',
      destroys: true,
    });
    if (yes) void remove.write(undefined);
  };

  // In the order of the head, left to right.
  const rest: (Action | false)[] = [
    can.cancel && { label: 'Cancel Order', run: () => void askCancel(), danger: true, icon: 'x' },
    can.hold && !order.is_frozen && { label: 'Hold', run: () => setReason('hold'), icon: 'lock' },
    can.hold &&
      order.is_frozen && {
        label: 'Release hold',
        run: () => void change.write({ json: release, success: `Order ${order_number} is released` }),
        icon: 'lock',
      },
    can.unallocate && { label: 'Un-Allocate', run: () => void first(askUnallocate) },
    can.send_back && { label: 'Send back', run: () => void askSendBack(), icon: 'back' },
    can.reopen && { label: 'Reopen', run: () => setReason('reopen'), icon: 'retry' },
  ];
  const actions = rest.filter((action) => action !== false);
  const isOnFloor = order.status !== 'submitted' && order.status !== 'part_shipped';
  const isOver = order.progress_summary.is_fully_shipped || order.cancelled_at !== null;
  const busy = change.busy || cancel.busy || remove.busy;
  const openWork = order.is_submitted && !isOver && !order.is_frozen;
  const stepsAside = isPhone || isNarrow;
  // A phone has room for one button. While nothing can be released, it is the button that allocates stock.
  const isAllocatedNext = isPhone && openWork && can.allocate && !can.release;
  const allocateButton = (
    <Button
      look={isAllocatedNext ? 'primary' : 'plain'}
      block={isPhone}
      busy={allocate.busy}
      busyText="Allocating"
      onClick={() => void first(() => allocate.write(undefined))}
    >
      Allocate ALL
    </Button>
  );

  const menu: MenuItem[] = [
    ...(stepsAside
      ? actions.map((action): MenuItem => ({ label: action.label, icon: action.icon ?? 'none', onSelect: action.run, danger: action.danger }))
      : []),
    ...(isPhone && can.allocate && !isAllocatedNext
      ? [{ label: 'Allocate ALL', icon: 'check', onSelect: () => void first(() => allocate.write(undefined)) } satisfies MenuItem]
      : []),
    ...(stepsAside && actions.length > 0 ? (['line'] as const) : []),
    ...(order.is_submitted ? [{ label: 'Confirmation', icon: 'file', to: `/orders/${uuid}/confirmation` } satisfies MenuItem] : []),
    ...(order.is_submitted && !order.cancelled_at
      ? ([
          { label: 'Picking list', icon: 'print', href: `/admin/picking/orders/${uuid}/download` },
          { label: 'Order labels', icon: 'print', href: orderLabelsUrl(order.id) },
        ] satisfies MenuItem[])
      : []),
    { label: 'History of this order', icon: 'clock', to: `/admin/audit#on_type=order&on_id=${order.id}` },
    ...(can.delete ? (['line', { label: 'Delete order', icon: 'trash', onSelect: () => void askDelete(), danger: true }] satisfies MenuItem[]) : []),
  ];

  const canStart = can.release && !allocate.busy;
  const why =
    !openWork || can.release ? null : isOnFloor ? statusWords[order.status] : `Nothing ${order.qty_items_shipped > 0 ? 'more ' : ''}allocated yet`;
  const start = () => void first(() => startPick.write(undefined));
  useKey('ctrl+enter', openWork && canStart && !startPick.busy ? start : undefined);

  return {
    actions: (
      <>
        {!stepsAside &&
          actions.map((action) => (
            <Button key={action.label} look={action.danger ? 'danger' : 'plain'} disabled={busy} onClick={action.run}>
              {action.label}
            </Button>
          ))}
        {!isPhone && can.allocate && allocateButton}
        <Menu items={menu}>
          <IconButton icon="more" label={`More for order ${order_number}`} />
        </Menu>
      </>
    ),
    primary:
      !order.is_submitted && !order.cancelled_at ? (
        <SubmitOrder order={order} before={() => sendPending(pending)} />
      ) : isAllocatedNext ? (
        allocateButton
      ) : (
        openWork && (
          <Button
            look="primary"
            block={isPhone}
            disabled={!canStart}
            title={why ?? 'Ctrl + Enter'}
            busy={startPick.busy}
            busyText="Starting"
            aria-keyshortcuts="Control+Enter"
            onClick={start}
          >
            Start Pick
          </Button>
        )
      ),
    why,
    dialogs: (
      <>
        {dialog}
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
    ),
  };
}
