import { orderLabelsUrl } from '../../shared/documents/document-urls.ts';
import { allocation } from '../api/allocation.ts';
import { answer } from '../api/answer.ts';
import { type ApiError, asApiError } from '../api/api-error.ts';
import { queryClient } from '../api/query-client.ts';
import { releaseOrder, wouldGoInPart } from '../api/release-order.ts';
import { isOpenWork, startWaits } from '../api/start-waits.ts';
import { type Once, once } from '../api/transport.ts';
import { showFailure } from '../ui/failure.ts';
import { toast } from '../ui/toast.ts';
import { askedPart } from './asked-part.ts';
import { adminOrders, orders } from './client.ts';
import type { Hit } from './hit.ts';

/**
 * Sends one action on an order, says that it is done, and has the screens read the order again. A refusal opens the error dialog, unless `ask` opens a
 * question about it.
 */
async function act(
  uuid: string,
  send: (options: Once) => Promise<unknown>,
  success: string,
  ask: (error: ApiError) => boolean = () => false,
): Promise<void> {
  try {
    await send(once());
    toast(success);
  } catch (cause) {
    const error = asApiError(cause);
    if (!ask(error)) showFailure(error);
  }
  await Promise.all([['orders', uuid], ['admin-orders'], ['day']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

const openDocument = (url: string): void => void window.open(url, '_blank', 'noreferrer');

/** The actions on an order that was found, with the same rules as the buttons of its screen. */
export async function orderActions(uuid: string, signal: AbortSignal): Promise<readonly Hit[]> {
  const param = { uuid };
  const order = await answer(orders[':uuid'].$get({ param, query: {} }, { init: { signal } }));
  const { can, order_number } = order;
  const path = `/admin/orders/${uuid}/edit`;
  const isLive = order.is_submitted && !order.cancelled_at;
  const hits: (Hit | false)[] = [
    { key: 'open', icon: 'next', name: 'Open', to: path },
    isOpenWork(order) && {
      key: 'start',
      icon: 'bolt',
      name: 'Start Pick',
      waits: startWaits(order) ?? undefined,
      run: () =>
        void act(
          uuid,
          (options) => releaseOrder(uuid, true, options),
          `Order ${order_number} is now ready to pick`,
          (error) => {
            if (wouldGoInPart(error)) askedPart.set({ uuid, order_number });
            return wouldGoInPart(error);
          },
        ),
    },
    can.allocate && {
      key: 'allocate',
      icon: 'check',
      name: 'Allocate ALL',
      run: () =>
        void act(
          uuid,
          (options) => answer(allocation[':uuid']['allocate-all'].$post({ param }, options)),
          `Order ${order_number} has got what is free`,
        ),
    },
    isLive && { key: 'list', icon: 'print', name: 'Print picking list', run: () => openDocument(`/admin/picking/orders/${uuid}/download`) },
    isLive && { key: 'labels', icon: 'print', name: 'Print order labels', run: () => openDocument(orderLabelsUrl(order.id)) },
    can.hold && !order.is_frozen && { key: 'hold', icon: 'lock', name: 'Hold', to: path, state: { holds: true } },
    can.hold &&
      order.is_frozen && {
        key: 'release',
        icon: 'lock',
        name: 'Release hold',
        run: () =>
          void act(
            uuid,
            (options) => answer(adminOrders[':uuid'].$put({ param, json: { is_frozen: false } }, options)),
            `Order ${order_number} is released`,
          ),
      },
    order.is_submitted && { key: 'confirmation', icon: 'file', name: 'Confirmation', to: `/orders/${uuid}/confirmation` },
    {
      key: 'copy',
      icon: 'copy',
      name: 'Copy number',
      note: order_number,
      run: () => void navigator.clipboard.writeText(order_number).then(() => toast(`${order_number} is copied`)),
    },
    { key: 'history', icon: 'clock', name: 'History of this order', to: `/admin/audit#on_type=order&on_id=${order.id}` },
  ];
  return hits.filter((hit) => hit !== false);
}
