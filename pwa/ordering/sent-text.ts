import { listText } from '../../shared/list-text.ts';
import { pounds } from '../../shared/money.ts';
import type { Order } from './client.ts';
import { firstName, wantsSize } from './order-words.ts';

/** At most this many people are named; the others are counted. */
const MAX_NAMES = 3;

type SentOrder = Pick<Order, 'is_submitted' | 'total'> & {
  lines: readonly Pick<Order['lines'][number], 'employee' | 'is_size_selected' | 'qty_requested' | 'qty_cancelled'>[];
};

/** What follows after an order is sent: its total with VAT, who is asked for a size, and what happens next. */
export function sentText({ is_submitted, total, lines }: SentOrder): string {
  const firstNames = [...new Map(lines.filter(wantsSize).map(({ employee }) => [employee.id, firstName(employee.name)])).values()];
  const others = firstNames.length - MAX_NAMES;
  const names = listText(others > 0 ? [...firstNames.slice(0, MAX_NAMES), `${others} more`] : firstNames);
  const next = is_submitted
    ? firstNames.length > 0
      ? 'What has a size and is in stock is packed next.'
      : 'What is in stock is packed next.'
    : 'You hear when it is decided.';
  return [
    total !== null && `${pounds(total)} with VAT.`,
    is_submitted &&
      firstNames.length > 0 &&
      `${names} ${firstNames.length === 1 ? 'is' : 'are'} asked for ${firstNames.length === 1 ? 'a size' : 'sizes'}.`,
    next,
  ]
    .filter(Boolean)
    .join(' ');
}
