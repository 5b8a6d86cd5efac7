import { formatDate } from '../../../shared/uk-time.ts';
import { type Email, greeting, renderEmail } from '../render-email.ts';

interface LeaverHoldings {
  /** The forename of the manager. */
  name: string;
  employee: string;
  /** A calendar date. */
  leaves_on: string;
  url: string;
  items: readonly { product: string; colour: string | null; size: string | null; quantity: number; issued_on: string | null; value_now: string }[];
  /** How many further lines the person holds. */
  further: number;
  total_now: string;
}

/** Tells the managers of somebody who leaves what this person holds, so that it is collected. */
export const leaverHoldingsEmail = ({ name, employee, leaves_on, url, items, further, total_now }: LeaverHoldings): Email =>
  renderEmail({
    kind: 'leaver_holdings',
    subject: `${employee} leaves on ${formatDate(leaves_on)}: what they hold`,
    heading: `${employee} leaves on ${formatDate(leaves_on)}`,
    parts: [
      { paragraph: greeting(name) },
      {
        paragraph: `From ${formatDate(leaves_on)} on nothing new is ordered for ${employee}. This is what they hold. Open a collection to get it back.`,
      },
      {
        items: {
          heading: 'Held',
          rows: items.map(({ product, colour, size, quantity, issued_on, value_now }) => ({
            what: product,
            detail: [colour, size && `size ${size}`, issued_on && `issued ${formatDate(issued_on)}`, `worth ${value_now} each today`]
              .filter(Boolean)
              .join(', '),
            count: String(quantity),
          })),
        },
      },
      ...(further > 0 ? [{ paragraph: `And ${further} more: the page of ${employee} has them all.` }] : []),
      { facts: [['Worth today', total_now]] },
      { button: { label: 'See what they hold', url } },
    ],
    footer: `You receive this because you look after ${employee}.`,
  });
