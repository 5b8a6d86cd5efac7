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
  /** Whether more items of the order are still to be sent. */
  is_part: boolean;
  wearers: WearerItems[];
}

/** Lists the shipped items and how to track them, for the requester and the receiving site. */
export const dispatchedEmail = (order: DispatchedOrder): Email =>
  renderEmail({
    kind: 'dispatched',
    subject: order.is_part ? `Part of order ${order.order_number} is on its way` : `Order ${order.order_number} is on its way`,
    heading: order.is_part ? `Part of order ${order.order_number} was dispatched` : `Order ${order.order_number} was dispatched`,
    parts: [
      ...(order.is_part ? [{ paragraph: 'The rest follows as soon as it is in stock.' }] : []),
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
    ],
    footer: 'You receive this because you placed this order, or because your site gets an email for every delivery.',
  });
