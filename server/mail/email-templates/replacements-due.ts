import { pounds } from '../../../shared/money.ts';
import { type Email, greeting, renderEmail } from '../render-email.ts';

interface ReplacementsDue {
  name: string;
  /** Items that are worn out. */
  items: number;
  people: number;
  /** Pence. */
  total_cost: number;
  url: string;
}

/** "3 items of 2 people". */
export const itemsOfPeople = (items: number, people: number): string =>
  `${items} ${items === 1 ? 'item' : 'items'} of ${people} ${people === 1 ? 'person' : 'people'}`;

/** Tells a manager once a month what their people wear that is at the end of its life. */
export const replacementsDueEmail = ({ name, items, people, total_cost, url }: ReplacementsDue): Email =>
  renderEmail({
    kind: 'replacements_due',
    subject: `${itemsOfPeople(items, people)} to replace`,
    heading: 'What is to be replaced this month',
    parts: [
      { paragraph: greeting(name) },
      { paragraph: `${itemsOfPeople(items, people)} are worn out by the end of this month. To replace them all costs ${pounds(total_cost)} ex VAT.` },
      { button: { label: 'See who is due', url } },
    ],
    footer: 'You receive this once a month because you order for these people.',
  });
