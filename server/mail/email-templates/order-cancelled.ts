import { type Email, greeting, renderEmail } from '../render-email.ts';
import { type WearerItems, wearerParts } from './wearers.ts';

interface CancelledOrder {
  name: string;
  order_number: string;
  url: string;
  /** The name of the person who cancelled the order. */
  by: string;
  /** Whether some of the order has shipped, so that only the rest is cancelled. */
  is_part: boolean;
  /** The items that will not be sent. */
  wearers: WearerItems[];
  /** True for the requester of the order, false for somebody who is only a wearer. */
  is_requester: boolean;
}

/** The email to the requester or a wearer of an order that was cancelled in full or in part: who cancelled it, and which items will not be sent. */
export function orderCancelledEmail({ name, order_number, url, by, is_part, wearers, is_requester }: CancelledOrder): Email {
  const what = is_part ? `The rest of order ${order_number}` : `Order ${order_number}`;
  return renderEmail({
    kind: 'order_cancelled',
    subject: `${what} was cancelled`,
    heading: `${what} was cancelled`,
    parts: [
      { paragraph: greeting(name) },
      { paragraph: `${by} cancelled ${is_part ? 'what had not been dispatched of this order' : 'this order'}. These items will not be sent:` },
      ...wearerParts(wearers),
      { button: { label: 'See the order', url } },
    ],
    footer: is_requester ? 'You receive this because you ordered this.' : 'You receive this because some of the items were for you.',
  });
}
