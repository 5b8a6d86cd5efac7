import { type ReturnStatus, returnStatusWords } from '../../../shared/returns/return-status.ts';
import { type Email, renderEmail } from '../render-email.ts';

interface DecidedReturn {
  name: string;
  return_number: string;
  order_number: string;
  url: string;
  status: ReturnStatus;
  comments: string | null;
  items: {
    product: string;
    colour: string | null;
    size: string | null;
    qty_requested: number;
    qty_approved: number;
    exchanged: boolean;
    exchange_size: string | null;
  }[];
}

const verdicts: Record<Exclude<ReturnStatus, 'new'>, { is: string; means: string }> = {
  approved: { is: 'is approved', means: 'We take back all that you sent.' },
  part_approved: { is: 'is approved in part', means: 'We take back some of what you sent. How much of each is below.' },
  rejected: { is: 'is not approved', means: 'We are sorry: we cannot take this back.' },
};

/** The decision on a return, in a few words. */
export const returnVerdict = (return_number: string, status: ReturnStatus): { title: string; means: string } => {
  const { is, means } = status === 'new' ? { is: 'is with us', means: 'We have not decided yet.' } : verdicts[status];
  return { title: `Return ${return_number} ${is}`, means };
};

/** Which items of a return are taken back, for the person who sent it. */
export function returnDecidedEmail(about: DecidedReturn): Email {
  const { title, means } = returnVerdict(about.return_number, about.status);
  return renderEmail({
    kind: 'return_decided',
    subject: title,
    heading: title,
    parts: [
      { paragraph: `Hello ${about.name},` },
      { paragraph: means },
      {
        facts: [
          ['Return', about.return_number],
          ['Order', about.order_number],
          ['Decision', returnStatusWords[about.status]],
          ['Comments', about.comments],
        ],
      },
      {
        items: {
          heading: 'Taken back',
          rows: about.items.map(({ product, colour, size, qty_requested, qty_approved, exchanged, exchange_size }) => ({
            what: product,
            detail: [colour, size && `size ${size}`, exchanged && `exchanged${exchange_size ? ` for size ${exchange_size}` : ''}`]
              .filter(Boolean)
              .join(', '),
            count: `${qty_approved} of ${qty_requested}`,
          })),
        },
      },
      { button: { label: 'See the return', url: about.url } },
    ],
    footer: 'You receive this because you asked for this return.',
  });
}
