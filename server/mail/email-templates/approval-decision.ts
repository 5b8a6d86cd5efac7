import { pounds } from '../../../shared/money.ts';
import { type Email, greeting, renderEmail } from '../render-email.ts';
import { missingSizesPart, type WearerItems, wearerParts } from './wearers.ts';

interface DecidedRequest {
  name: string;
  order_number: string;
  url: string;
  /** Who decided. */
  approver: string;
  wearers: WearerItems[];
}

/** Notifies the sender of a request that it has become an order: which items were approved, by whom, and where they go. */
export const requestApprovedEmail = (
  order: DecidedRequest & {
    client_po_reference: string | null;
    delivery_address: string[];
    totals: { sub_total: number; vat: number; total: number };
  },
): Email =>
  renderEmail({
    kind: 'approval_decision',
    subject: `Your request ${order.order_number} is approved`,
    heading: `Request ${order.order_number} is approved`,
    parts: [
      { paragraph: greeting(order.name) },
      { paragraph: `${order.approver} approved your request and submitted it. We will email you again when it is dispatched.` },
      ...missingSizesPart(order.wearers),
      {
        facts: [
          ['Order', order.order_number],
          ['Approved by', order.approver],
          ['PO', order.client_po_reference],
          ['Deliver to', order.delivery_address.join('\n')],
        ],
      },
      ...wearerParts(order.wearers),
      {
        sums: [
          ['Goods', pounds(order.totals.sub_total)],
          ['VAT', pounds(order.totals.vat)],
          ['Total', pounds(order.totals.total)],
        ],
      },
      { button: { label: 'See the order', url: order.url } },
    ],
    footer: 'You receive this because you sent this request.',
  });

/** Notifies the sender of a request that it was declined and why, and that they can change the request and send it again. */
export const requestDeclinedEmail = (order: DecidedRequest & { reason: string }): Email =>
  renderEmail({
    kind: 'approval_decision',
    subject: `Your request ${order.order_number} was declined`,
    heading: `Request ${order.order_number} was declined`,
    parts: [
      { paragraph: greeting(order.name) },
      { paragraph: `${order.approver} declined your request. It is a draft again: change it and send it once more, or delete it.` },
      {
        facts: [
          ['Order', order.order_number],
          ['Declined by', order.approver],
          ['Reason', order.reason],
        ],
      },
      { button: { label: 'Change the request', url: `${order.url}/edit` } },
      ...wearerParts(order.wearers),
    ],
    footer: 'You receive this because you sent this request.',
  });
