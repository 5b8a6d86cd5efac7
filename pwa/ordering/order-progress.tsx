import type { LineState } from '../../shared/ordering/line-status.ts';
import type { StatusName } from '../../shared/ordering/order-status.ts';
import { Badge } from '../ui/badge.tsx';
import { Bar, type BarPart } from '../ui/bar.tsx';
import { countText } from '../ui/count-text.ts';
import type { Order } from './client.ts';
import { statusWords } from './order-words.ts';

interface Group {
  words: string;
  tone?: BarPart['tone'];
  states: readonly LineState[];
}

/** The groups in which the bar counts the items of an order, from the furthest to those still to come. */
const groups: readonly Group[] = [
  { words: 'sent', tone: 'done', states: ['sent'] },
  { words: 'on their way', tone: 'now', states: ['on_its_way'] },
  { words: 'being packed', states: ['being_packed', 'packed'] },
  { words: 'still to come', states: ['in_stock', 'expected', 'overdue', 'no_date', 'needs_size', 'needs_approval'] },
];
const toCome = groups.length - 1;

/** How many items of an order are where, as a sentence, a bar and its key; nothing if all items are cancelled. */
export function OrderItems({ order }: { order: Pick<Order, 'lines'> }) {
  const parts = order.lines.flatMap(({ status }) => status);
  const counts = groups.map(({ states }) => parts.reduce((sum, { state, quantity }) => (states.includes(state) ? sum + quantity : sum), 0));
  const items = counts.reduce((sum, count) => sum + count, 0);
  if (items === 0) return null;
  const left = (counts[0] ?? 0) + (counts[1] ?? 0);
  const shown = groups.flatMap((group, place) => (counts[place] ? [{ ...group, count: counts[place], place }] : []));
  return (
    <section className="card order-items" aria-label="Where the items are">
      <p className="strong">
        {left === items
          ? `${countText(items, 'item')} ${items === 1 ? 'is' : 'are'} with you or on ${items === 1 ? 'its' : 'their'} way`
          : left === 0
            ? `${countText(items, 'item')} still with us`
            : `${left} of ${countText(items, 'item')} ${left === 1 ? 'is' : 'are'} with you or on the way`}
      </p>
      <Bar
        parts={shown.filter(({ place }) => place !== toCome).map(({ count, tone }) => ({ share: count / items, ...(tone && { tone }) }))}
        label={shown.map(({ count, words }) => `${count} ${words}`).join(', ')}
      />
      {shown.length > 1 && (
        <ul className="order-items-key sub text-md">
          {shown.map(({ count, words, tone, place }) => (
            <li key={words}>
              <i className={place === toCome ? 'still' : tone} /> {count} {words}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface CountedOrder {
  status: StatusName;
  qty_total_items: number;
  qty_items_shipped: number;
}

/** The progress of a submitted order in a list: its status in the client's words, and how many items have left if some have. */
export function OrderProgress({ order }: { order: CountedOrder }) {
  const { status, qty_total_items: items, qty_items_shipped: sent } = order;
  if (status === 'cancelled')
    return (
      <Badge tone="wrong" icon="x">
        Cancelled
      </Badge>
    );
  if (status === 'shipped')
    return (
      <Badge tone="done" icon="check">
        {statusWords.shipped}
      </Badge>
    );
  if (sent === 0) return <span className="sub">{statusWords[status]}</span>;
  return (
    <span className="order-progress">
      <Bar parts={[{ share: sent / items, tone: 'done' }]} label={`${sent} of ${countText(items, 'item')} sent`} />
      <span className="sub nowrap">
        {sent} of {items} sent
      </span>
    </span>
  );
}
