import { pounds } from '../../../shared/money.ts';
import { type Email, greeting, renderEmail } from '../render-email.ts';
import { type WearerItems, wearerParts } from './wearers.ts';

interface RequestedOrder {
  name: string;
  requester: string;
  order_number: string;
  url: string;
  site: string | null;
  notes: string | null;
  wearers: WearerItems[];
  /** Pence, ex VAT. */
  sub_total: number;
}

/** Asks an approver to look at somebody's request. */
export const approvalRequestEmail = (order: RequestedOrder): Email =>
  renderEmail({
    kind: 'approval_request',
    subject: `${order.requester} asks you to approve order ${order.order_number}`,
    heading: `${order.requester} has requested an order`,
    parts: [
      { paragraph: greeting(order.name) },
      { paragraph: 'The order is not sent until you approve it. You can change it first, or decline it with a reason.' },
      {
        facts: [
          ['Order', order.order_number],
          ['Site', order.site],
          ['Goods, before VAT', pounds(order.sub_total)],
          ['Notes', order.notes],
        ],
      },
      { button: { label: 'Look at the request', url: order.url } },
      ...wearerParts(order.wearers),
    ],
    footer: 'You receive this because you may approve orders of this person.',
  });
