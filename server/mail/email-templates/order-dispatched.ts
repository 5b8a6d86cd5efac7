import { type Email, renderEmail } from '../render-email.ts';
import { type WearerItems, wearerParts } from './wearers.ts';

interface DispatchedOrder {
  order_number: string;
  url: string;
  client_po_reference: string | null;
  delivery_address: string[];
  service: string;
  /** True if the client collects the items instead of a carrier bringing them. */
  is_collection: boolean;
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
  const what = isPart ? `Part of order ${order.order_number}` : `Order ${order.order_number}`;
  return renderEmail({
    kind: 'dispatched',
    subject: order.is_collection ? `${what} is ready to collect` : `${what} is on its way`,
    heading: order.is_collection ? `${what} is ready to collect` : `${what} was dispatched`,
    parts: [
      ...(isPart ? [{ paragraph: 'The rest follows. It is listed at the end.' }] : []),
      {
        facts: [
          ['Your PO', order.client_po_reference],
          ['Deliver to', order.is_collection ? null : order.delivery_address.join('\n')],
          ['Service', order.service],
          ['Boxes', String(order.boxes)],
          ['Tracking number', order.tracking_number],
        ],
      },
      ...(order.tracking_url ? [{ button: { label: 'Follow the parcel', url: order.tracking_url } }] : []),
      ...wearerParts(order.wearers),
      ...(isPart ? [{ paragraph: 'Still to come:' }, ...wearerParts(order.rest)] : []),
      {
        paragraph: order.is_collection
          ? 'Once you have the items, please say so on the page of the order.'
          : 'When the parcel is there, please say on the page of the order that it has arrived. If it does not come, say that there, and we look for it.',
      },
      { button: { label: order.is_collection ? 'Confirm the collection' : 'Confirm the arrival', url: order.url } },
    ],
    footer: 'You receive this because you placed this order, or because your site gets an email for every delivery.',
  });
}
