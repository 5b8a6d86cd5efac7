import type { LineState } from '../../shared/ordering/line-status.ts';
import { Bar, type BarPart } from '../ui/bar.tsx';
import { countText } from '../ui/count-text.ts';
import type { Order } from './client.ts';

interface Group {
  words: string;
  tone?: BarPart['tone'];
  states: readonly LineState[];
}

/** The groups in which the bar counts the items of an order, from the furthest to those still to come. */
const groups: readonly Group[] = [
  { words: 'delivered', tone: 'done', states: ['delivered'] },
  { words: 'sent', tone: 'now', states: ['sent'] },
  { words: 'on their way', tone: 'now', states: ['on_its_way'] },
  { words: 'being packed', states: ['being_packed', 'packed'] },
  { words: 'still to come', states: ['in_stock', 'expected', 'overdue', 'no_date', 'needs_size', 'needs_approval'] },
];
const toCome = groups.length - 1;
/** How many of the groups have left. */
const LEFT = 3;

/** Shows how far the items of an order are, as a sentence, a bar and its key. Renders nothing if all items are cancelled. */
export function OrderItems({ order }: { order: Pick<Order, 'lines'> }) {
  const parts = order.lines.flatMap(({ status }) => status);
  const counts = groups.map(({ states }) => parts.reduce((sum, { state, quantity }) => (states.includes(state) ? sum + quantity : sum), 0));
  const items = counts.reduce((sum, count) => sum + count, 0);
  if (items === 0) return null;
  const left = counts.slice(0, LEFT).reduce((sum, count) => sum + count, 0);
  const delivered = counts[0] ?? 0;
  const shown = groups.flatMap((group, place) => (counts[place] ? [{ ...group, count: counts[place], place }] : []));
  return (
    <section className="card order-items" aria-label="Where the items are">
      <p className="strong">
        {delivered === items
          ? `${items === 1 ? 'The item is' : `All ${items} items are`} delivered`
          : left === items
            ? `${countText(items, 'item')} ${items === 1 ? 'is' : 'are'} with you or on ${items === 1 ? 'its' : 'their'} way`
            : left === 0
              ? `${countText(items, 'item')} still with us`
              : `${left} of ${countText(items, 'item')} ${left === 1 ? 'is' : 'are'} with you or on the way`}
      </p>
      {shown.some(({ place }) => place !== toCome) && (
        <Bar
          parts={shown.filter(({ place }) => place !== toCome).map(({ count, tone }) => ({ share: count / items, ...(tone && { tone }) }))}
          label={shown.map(({ count, words }) => `${count} ${words}`).join(', ')}
        />
      )}
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
