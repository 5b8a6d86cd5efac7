import { listText } from '../../shared/list-text.ts';
import { pounds } from '../../shared/money.ts';
import type { Order } from './client.ts';
import { firstName, wantsSize } from './order-words.ts';

/** At most this many people are named; the others are counted. */
const MAX_NAMES = 3;

type SentOrder = Pick<Order, 'is_submitted' | 'total'> & {
  lines: readonly Pick<Order['lines'][number], 'employee' | 'is_size_selected' | 'qty_requested' | 'qty_cancelled'>[];
};

/** First names for a sentence; those beyond the limit are counted. */
function namesIn(names: readonly string[]): string {
  const others = names.length - MAX_NAMES;
  return listText(others > 0 ? [...names.slice(0, MAX_NAMES), `${others} more`] : names);
}

/**
 * What follows after an order is sent: its total with VAT, who is asked for a size, who cannot be asked because they have no email address, and what
 * happens next. `unreachable` has the ids of those people.
 */
export function sentText({ is_submitted, total, lines }: SentOrder, unreachable: ReadonlySet<number> = new Set()): string {
  const people = [...new Map(lines.filter(wantsSize).map(({ employee }) => [employee.id, employee])).values()];
  const names = (of: readonly { name: string }[]): string => namesIn(of.map(({ name }) => firstName(name)));
  const asked = people.filter(({ id }) => !unreachable.has(id));
  const silent = people.filter(({ id }) => unreachable.has(id));
  const next = is_submitted
    ? people.length > 0
      ? 'What has a size and is in stock is packed next.'
      : 'What is in stock is packed next.'
    : 'You hear when it is decided.';
  return [
    total !== null && `${pounds(total)} with VAT.`,
    is_submitted && asked.length > 0 && `${names(asked)} ${asked.length === 1 ? 'is asked for a size' : 'are asked for sizes'}.`,
    is_submitted && silent.length > 0 && `${names(silent)} ${silent.length === 1 ? 'has' : 'have'} no email address: choose for them.`,
    next,
  ]
    .filter(Boolean)
    .join(' ');
}
