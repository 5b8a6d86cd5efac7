import { type ReturnStatus, returnStatusLabel } from '../../../shared/returns/return-status.ts';
import { type Email, greeting, renderEmail } from '../render-email.ts';

interface DecidedReturn {
  name: string;
  return_number: string;
  order_number: string;
  url: string;
  status: ReturnStatus;
  comments: string | null;
  /** Items that are not approved although the exchange for them was ordered, so that the client keeps and pays for both. */
  qty_kept: number;
  items: {
    product: string;
    colour: string | null;
    size: string | null;
    qty_requested: number;
    qty_approved: number;
    exchanged: boolean;
    /** Null if all approved items are exchanged. */
    qty_exchanged: number | null;
    exchange_size: string | null;
  }[];
}

const verdicts: Record<Exclude<ReturnStatus, 'new'>, { is: string; means: string }> = {
  approved: { is: 'is approved', means: 'We accept everything you sent back.' },
  part_approved: { is: 'is approved in part', means: 'We accept some of the items you sent back. The quantities are listed below.' },
  rejected: { is: 'is not approved', means: 'We are sorry that we cannot accept this return.' },
};

/** The decision on a return, in a few words. */
export const returnVerdict = (return_number: string, status: ReturnStatus): { title: string; means: string } => {
  const { is, means } = status === 'new' ? { is: 'has been received', means: 'We have not decided on it yet.' } : verdicts[status];
  return { title: `Return ${return_number} ${is}`, means };
};

/** The email that tells the sender of a return which of its items are taken back. */
export function returnDecidedEmail(about: DecidedReturn): Email {
  const { title, means } = returnVerdict(about.return_number, about.status);
  return renderEmail({
    kind: 'return_decided',
    subject: title,
    heading: title,
    parts: [
      { paragraph: greeting(about.name) },
      { paragraph: means },
      ...(about.qty_kept > 0
        ? [
            {
              paragraph: `What was sent in exchange stays yours. ${about.qty_kept === 1 ? 'The item' : `The ${about.qty_kept} items`} that we do not accept ${about.qty_kept === 1 ? 'is' : 'are'} charged.`,
            },
          ]
        : []),
      {
        facts: [
          ['Return', about.return_number],
          ['Order', about.order_number],
          ['Decision', returnStatusLabel(about.status)],
          ['Comments', about.comments],
        ],
      },
      {
        items: {
          heading: 'Taken back',
          rows: about.items.map(({ product, colour, size, qty_requested, qty_approved, exchanged, qty_exchanged, exchange_size }) => ({
            what: product,
            detail: [
              colour,
              size && `size ${size}`,
              exchanged && `${qty_exchanged === null ? '' : `${qty_exchanged} `}exchanged${exchange_size ? ` for size ${exchange_size}` : ''}`,
            ]
              .filter(Boolean)
              .join(', '),
            count: `${qty_approved} of ${qty_requested}`,
          })),
        },
      },
      { button: { label: 'See the return', url: about.url } },
    ],
    footer: 'You receive this because you requested this return.',
  });
}
