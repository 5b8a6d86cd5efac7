import { type Email, greeting, renderEmail } from '../render-email.ts';

interface ReturnedGoods {
  contact: string | null;
  supplier: string;
  number: string;
  /** The number of items on all lines together. */
  pieces: number;
  lines: number;
}

const formatCount = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

/** Tells a supplier how many items are returned to them. The lines are in the attached PDF. */
export const supplierReturnEmail = ({ contact, supplier, number, pieces, lines }: ReturnedGoods): Email =>
  renderEmail({
    kind: 'supplier_return',
    subject: `Supplier return ${number}`,
    heading: `Supplier return ${number}`,
    parts: [
      { paragraph: greeting(contact ?? supplier) },
      { paragraph: 'We are sending goods back to you. The attached PDF lists the products, the quantities and the reason for each.' },
      {
        facts: [
          ['Return', number],
          ['Supplier', supplier],
          ['Goods', `${formatCount(pieces, 'item')} in ${formatCount(lines, 'line')}`],
        ],
      },
      { paragraph: `Please name ${number} on your credit note.` },
    ],
    footer: 'You receive this because we are returning goods to you.',
  });
