import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { listText } from '../../shared/list-text.ts';
import { messages } from '../../shared/messages.ts';
import { forgottenOf } from '../../shared/ordering/forgotten.ts';
import { useReadOrder } from '../api/use-read-order.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import type { Budget, Order } from './client.ts';
import { SendPanel } from './send-panel.tsx';
import type { Overlay } from './use-overlay.ts';

/** The last step of a review: `send` asks what has to be asked first, and then opens the panel that sends the order. Render `dialogs` once. */
export function useSendStep(
  order: Order,
  budgets: readonly Budget[],
  { overlay, show, close }: Overlay,
  onSent: () => void,
): { send: () => Promise<void>; dialogs: ReactNode } {
  const navigate = useNavigate();
  const read = useReadOrder(order, overlay === 'send');
  const { ask, dialog } = useConfirm();
  const forgotten = forgottenOf(order);
  const { can, uuid } = order;
  const send = async (): Promise<void> => {
    // If the delivery is not set yet, the person enters it together with all other details.
    if (!order.delivery_address) return void navigate(`/orders/${uuid}/edit#details`);
    const question = {
      title: messages.nothing_for(listText(forgotten.map(({ name }) => name))),
      body: <p>{messages.goes_without(forgotten.length)}</p>,
      action: 'Order without them',
      keep: 'Go back',
    };
    if (forgotten.length === 0 || (await ask(question))) show('send');
  };
  const sends = can.approve || can.submit || can.request;
  return {
    send,
    dialogs: (
      <>
        {overlay === 'send' && sends && <SendPanel order={order} read={read} budgets={budgets} onClose={close} onSent={onSent} />}
        {dialog}
      </>
    ),
  };
}
