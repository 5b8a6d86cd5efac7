import { orderLabelsUrl } from '../../shared/documents/document-urls.ts';
import { isInOffice, isOpenWork, startWaits } from '../api/start-waits.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { useKey } from '../ui/use-key.ts';
import { useIsPhone, useMedia } from '../ui/use-media.ts';
import type { Order } from './client.ts';
import { SubmitOrder } from './submit-order.tsx';
import type { OrderNeighbours } from './use-neighbours.ts';
import type { OrderActions } from './use-order-actions.tsx';

interface ButtonsProps {
  order: Order;
  actions: OrderActions;
}

interface Action {
  label: string;
  run: () => void;
  danger?: boolean;
  icon?: 'trash' | 'lock' | 'retry' | 'x' | 'back';
}

/** The actions on an order besides its next step, in the sequence of the head's buttons from left to right. */
function listActions({ can, is_frozen }: Order, actions: OrderActions): Action[] {
  const all: (Action | false)[] = [
    can.cancel && { label: 'Cancel Order', run: () => void actions.cancel(), danger: true, icon: 'x' },
    can.hold && !is_frozen && { label: 'Hold', run: actions.hold, icon: 'lock' },
    can.hold && is_frozen && { label: 'Release hold', run: actions.releaseHold, icon: 'lock' },
    can.unallocate && { label: 'Un-Allocate', run: () => void actions.unallocate() },
    can.send_back && { label: 'Send back', run: () => void actions.sendBack(), icon: 'back' },
    can.reopen && { label: 'Reopen', run: actions.reopen, icon: 'retry' },
  ];
  return all.filter((action) => action !== false);
}

/** Whether allocating stock is the next step: stock can be allocated, and the order cannot be released yet. Phones show only the next step. */
const isAllocatedNext = (order: Order): boolean => isOpenWork(order) && order.can.allocate && !order.can.release;

/** The actions on a whole order as buttons beside its next step, if they fit. A menu has the other actions, the documents and the history. */
export function OrderButtons({ order, actions, neighbours }: ButtonsProps & { neighbours: OrderNeighbours | null }) {
  const { uuid, can, order_number } = order;
  const isPhone = useIsPhone();
  const isNarrow = useMedia('(width < 1180px)');
  const stepsAside = isPhone || isNarrow;
  const listed = listActions(order, actions);
  const menu: MenuItem[] = [
    // A desk has buttons for them.
    ...(isPhone && neighbours?.openPrevious ? [{ label: 'Previous order', icon: 'up', onSelect: neighbours.openPrevious } satisfies MenuItem] : []),
    ...(isPhone && neighbours?.openNext ? [{ label: 'Next order', icon: 'down', onSelect: neighbours.openNext } satisfies MenuItem] : []),
    ...(stepsAside
      ? listed.map((action): MenuItem => ({ label: action.label, icon: action.icon ?? 'none', onSelect: action.run, danger: action.danger }))
      : []),
    ...(isPhone && can.allocate && !isAllocatedNext(order)
      ? [{ label: 'Allocate ALL', icon: 'check', onSelect: () => void actions.allocate() } satisfies MenuItem]
      : []),
    ...(stepsAside && listed.length > 0 ? (['line'] as const) : []),
    ...(order.is_submitted ? [{ label: 'Confirmation', icon: 'file', to: `/orders/${uuid}/confirmation` } satisfies MenuItem] : []),
    ...(order.is_submitted && !order.cancelled_at
      ? ([
          { label: 'Picking list', icon: 'print', href: `/admin/picking/orders/${uuid}/download` },
          { label: 'Order labels', icon: 'print', href: orderLabelsUrl(order.id) },
        ] satisfies MenuItem[])
      : []),
    { label: 'History of this order', icon: 'clock', to: `/admin/audit#on_type=order&on_id=${order.id}` },
    ...(can.delete
      ? (['line', { label: 'Delete order', icon: 'trash', onSelect: () => void actions.remove(), danger: true }] satisfies MenuItem[])
      : []),
  ];
  return (
    <>
      {!stepsAside &&
        listed.map((action) => (
          <Button key={action.label} look={action.danger ? 'danger' : 'plain'} disabled={actions.busy.change} onClick={action.run}>
            {action.label}
          </Button>
        ))}
      {!isPhone && can.allocate && (
        <Button busy={actions.busy.allocate} busyText="Allocating" onClick={() => void actions.allocate()}>
          Allocate ALL
        </Button>
      )}
      <Menu items={menu}>
        <IconButton icon="more" label={`More for order ${order_number}`} />
      </Menu>
    </>
  );
}

/** Whether an order has a next step: submitting a draft, or starting the pick of what the warehouse does not have yet. */
export const hasNextStep = (order: Order): boolean =>
  order.is_submitted ? isOpenWork(order) && (isInOffice(order) || order.can.release || isAllocatedNext(order)) : !order.cancelled_at;

/** The next step of an order as the primary button. */
export function NextStep({ order, actions }: ButtonsProps) {
  const isPhone = useIsPhone();
  const { busy } = actions;
  const canStart = isOpenWork(order) && order.can.release && !busy.allocate;
  const start = () => void actions.startPick();
  useKey('ctrl+enter', canStart && !busy.startPick ? start : undefined, 'Start Pick');
  if (!order.is_submitted) return <SubmitOrder order={order} before={actions.settle} />;
  if (isPhone && isAllocatedNext(order))
    return (
      <Button look="primary" block busy={busy.allocate} busyText="Allocating" onClick={() => void actions.allocate()}>
        Allocate ALL
      </Button>
    );
  return (
    <Button
      look="primary"
      block={isPhone}
      disabled={!canStart}
      title={startWaits(order) ?? 'Ctrl + Enter'}
      busy={busy.startPick}
      busyText="Starting"
      aria-keyshortcuts="Control+Enter"
      onClick={start}
    >
      Start Pick
    </Button>
  );
}
