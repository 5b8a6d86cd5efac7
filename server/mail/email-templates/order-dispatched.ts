import { type Email, renderEmail } from '../render-email.ts';
import { type WearerItems, wearerParts } from './wearers.ts';

interface DispatchedOrder {
  order_number: string;
  url: string;
  client_po_reference: string | null;
  delivery_address: string[];
  service: string;
  boxes: number;
  tracking_number: string | null;
  tracking_url: string | null;
  /** The items in this dispatch. */
  wearers: WearerItems[];
  /** The items of the order that are still to be sent. */
  rest: WearerItems[];
}

/** Lists the shipped items and how to track them, for the requester and the receiving site. */
export function dispatchedEmail(order: DispatchedOrder): Email {
  const isPart = order.rest.length > 0;
  return renderEmail({
    kind: 'dispatched',
    subject: isPart ? `Part of order ${order.order_number} is on its way` : `Order ${order.order_number} is on its way`,
    heading: isPart ? `Part of order ${order.order_number} was dispatched` : `Order ${order.order_number} was dispatched`,
    parts: [
      ...(isPart ? [{ paragraph: 'The rest follows. It is listed at the end.' }] : []),
      {
        facts: [
          ['Your PO', order.client_po_reference],
          ['Deliver to', order.delivery_address.join('\n')],
          ['Service', order.service],
          ['Boxes', String(order.boxes)],
          ['Tracking number', order.tracking_number],
        ],
      },
      order.tracking_url
        ? { button: { label: 'Follow the parcel', url: order.tracking_url } }
        : { button: { label: 'See the order', url: order.url } },
      ...wearerParts(order.wearers),
      ...(isPart ? [{ paragraph: 'Still to come:' }, ...wearerParts(order.rest)] : []),
    ],
    footer: 'You receive this because you placed this order, or because your site gets an email for every delivery.',
  });
}
