import type { Address } from '../../../shared/address.ts';
import { formatDate } from '../../../shared/uk-time.ts';
import { type Email, greeting, renderEmail } from '../render-email.ts';

interface LabelledReturn {
  name: string;
  /** The person who sends the label; null for the provider. */
  sender: string | null;
  code: string;
  send_back: { to: Address & { name: string }; until: string };
  items: { product: string; colour: string | null; size: string | null; quantity: number; exchange_size: string | null }[];
}

const addressText = ({ name, address_line_1, address_line_2, address_line_3, address_line_4, postcode }: Address & { name: string }): string =>
  [name, address_line_1, address_line_2, address_line_3, address_line_4, postcode].filter(Boolean).join(', ');

/** Tells a wearer which items go back, where and by when. The label for the parcel is the attached PDF. */
export const returnLabelEmail = ({ name, sender, code, send_back, items }: LabelledReturn): Email =>
  renderEmail({
    kind: 'return_label',
    subject: `Label for return ${code}`,
    heading: `Label for return ${code}`,
    parts: [
      { paragraph: greeting(name) },
      { paragraph: `${sender ?? 'Kitroom'} sends you the label for a return. Print the attached PDF and put it on the parcel; any box will do.` },
      {
        facts: [
          ['Return', code],
          ['Send it to', addressText(send_back.to)],
          ['By', formatDate(send_back.until)],
        ],
      },
      {
        items: {
          heading: 'Put into the parcel',
          rows: items.map(({ product, colour, size, quantity, exchange_size }) => ({
            what: product,
            detail: [colour, size && `size ${size}`, exchange_size && `size ${exchange_size} is sent instead`].filter(Boolean).join(', '),
            count: String(quantity),
          })),
        },
      },
    ],
    footer: 'You receive this because you wear these items.',
  });
