import { type Email, greeting, renderEmail } from '../render-email.ts';
import { type WearerItems, wearerParts } from './wearers.ts';

interface SizesWanted {
  /** The wearer's name. */
  name: string;
  requester: string;
  company: string;
  /** Null if nothing is ordered yet. */
  order_number: string | null;
  /** Opens the wearer's lines without signing in. */
  url: string;
  /** The last day on which the link can be opened, in words. */
  until: string;
  wearer: WearerItems;
}

/** Asks a wearer for the missing sizes of an order, by a link that needs no sign-in. */
export const sizeRequestEmail = ({ name, requester, company, order_number, url, until, wearer }: SizesWanted): Email =>
  renderEmail({
    kind: 'size_request',
    subject: order_number ? `Which size do you wear? Order ${order_number} needs your sizes` : `Which size do you wear? ${company} needs your sizes`,
    heading: 'Choose your sizes',
    parts: [
      { paragraph: greeting(name) },
      {
        paragraph: `${requester} ${order_number ? 'has ordered clothing for you' : 'is getting your work clothing ready'}. Choose the sizes you wear so that we can send it. This takes a minute, and you do not need a password.`,
      },
      { button: { label: 'Choose my sizes', url } },
      ...wearerParts([wearer]),
      {
        facts: [
          ...(order_number ? ([['Order', order_number]] as const) : []),
          [order_number ? 'Ordered by' : 'Asked by', `${requester}, ${company}`],
          ['Open until', until],
        ],
      },
    ],
    footer: `You receive this because ${requester} ${order_number ? 'ordered clothing for you' : 'needs your sizes for your work clothing'}. The link is for you only. Please do not share it.`,
  });
