import { pounds } from '../../../shared/money.ts';
import { type Email, greeting, renderEmail } from '../render-email.ts';
import { missingSizesPart, type WearerItems, wearerParts } from './wearers.ts';

interface ConfirmedOrder {
  name: string;
  order_number: string;
  url: string;
  client_po_reference: string | null;
  delivery_address: string[];
  wearers: WearerItems[];
  /** Pence; null for a reader who may not see prices. */
  totals: { sub_total: number; vat: number; total: number } | null;
}

/** Lists the ordered items and their delivery address, for the person who submitted the order. */
export const orderConfirmationEmail = (order: ConfirmedOrder): Email =>
  renderEmail({
    kind: 'order_confirmation',
    subject: `We have received order ${order.order_number}`,
    heading: `Thank you: order ${order.order_number}`,
    parts: [
      { paragraph: greeting(order.name) },
      { paragraph: 'We have received your order. We will email you again when it is dispatched.' },
      ...missingSizesPart(order.wearers),
      {
        facts: [
          ['Order', order.order_number],
          ['Your PO', order.client_po_reference],
          ['Deliver to', order.delivery_address.join('\n')],
        ],
      },
      ...wearerParts(order.wearers),
      ...(order.totals
        ? [
            {
              sums: [
                ['Goods', pounds(order.totals.sub_total)],
                ['VAT', pounds(order.totals.vat)],
                ['Total', pounds(order.totals.total)],
              ] as const,
            },
          ]
        : []),
      { button: { label: 'See the order', url: order.url } },
    ],
    footer: 'You receive this because you placed this order.',
  });
