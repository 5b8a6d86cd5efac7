import { formatDate } from '../../../shared/uk-time.ts';
import { type Email, greeting, renderEmail } from '../render-email.ts';

interface Ordered {
  contact: string | null;
  supplier: string;
  reference: string;
  supplier_reference: string | null;
  work_order: boolean;
}

export interface LateLine {
  sku: string;
  supplier_sku: string | null;
  product: string;
  colour: string | null;
  size: string | null;
  due_on: string;
  quantity: number;
}

const formatCount = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;
const nameOf = ({ work_order, reference }: Ordered): string => `${work_order ? 'Work order' : 'Purchase order'} ${reference}`;

/** A purchase order, for its supplier. The lines are in the attached PDF. */
export const purchaseOrderEmail = ({ items, lines, ...order }: Ordered & { items: number; lines: number }): Email =>
  renderEmail({
    kind: 'purchase_order',
    subject: nameOf(order),
    heading: nameOf(order),
    parts: [
      { paragraph: greeting(order.contact ?? order.supplier) },
      {
        paragraph: order.work_order
          ? 'Please decorate the garments in the attached PDF. It lists what goes on each of them.'
          : 'Please supply the goods in the attached PDF. It lists the products, the quantities and when we expect them.',
      },
      {
        facts: [
          [order.work_order ? 'Work order' : 'Purchase order', order.reference],
          ['Your reference', order.supplier_reference],
          [order.work_order ? 'Garments' : 'Goods', `${formatCount(items, 'item')} on ${formatCount(lines, 'line')}`],
        ],
      },
      { paragraph: `Please name ${order.reference} on your delivery note and your invoice, and tell us at once about anything that will be late.` },
    ],
    footer: 'You receive this because we order from you.',
  });

/** The late lines of a purchase order, for its supplier. */
export const purchaseOrderChaseEmail = ({ late, ...order }: Ordered & { late: readonly LateLine[] }): Email =>
  renderEmail({
    kind: 'purchase_order_chase',
    subject: `Late: ${nameOf(order)}`,
    heading: `${nameOf(order)} is late`,
    parts: [
      { paragraph: greeting(order.contact ?? order.supplier) },
      { paragraph: 'We expected the goods below by now, and they have not arrived. Please tell us when they will.' },
      { facts: [['Your reference', order.supplier_reference]] },
      {
        items: {
          heading: `Still to come: ${formatCount(
            late.reduce((sum, { quantity }) => sum + quantity, 0),
            'item',
          )}`,
          rows: late.map(({ sku, supplier_sku, product, colour, size, due_on, quantity }) => ({
            what: [product, colour, size].filter(Boolean).join(', '),
            detail: [supplier_sku && `Your SKU ${supplier_sku}`, `our SKU ${sku}`, `expected ${formatDate(due_on)}`].filter(Boolean).join(' · '),
            count: String(quantity),
          })),
        },
      },
    ],
    footer: 'You receive this because we order from you.',
  });
