import type { LineState } from '../../shared/ordering/line-status.ts';
import { Bar, type BarPart } from '../ui/bar.tsx';
import { countText } from '../ui/count-text.ts';
import type { Order } from './client.ts';

interface Group {
  words: string;
  /** True if the items of the group have left the warehouse. */
  isSent?: true;
  tone?: BarPart['tone'];
  states: readonly LineState[];
}

/** The groups in which the bar counts the items of an order, from the furthest to those still to come. */
const groups: readonly Group[] = [
  { words: 'delivered', isSent: true, tone: 'done', states: ['delivered'] },
  { words: 'sent', isSent: true, tone: 'now', states: ['sent'] },
  { words: 'on their way', isSent: true, tone: 'now', states: ['on_its_way'] },
  { words: 'ready to collect', isSent: true, tone: 'now', states: ['to_collect'] },
  { words: 'being packed', states: ['being_packed', 'packed'] },
  { words: 'still to come', states: ['in_stock', 'expected', 'overdue', 'no_date', 'needs_size', 'needs_approval'] },
];
const toCome = groups.length - 1;

/** Shows how far the items of an order are, as a sentence, a bar and its key. Renders nothing if all items are cancelled. */
export function OrderItems({ order }: { order: Pick<Order, 'lines'> }) {
  const parts = order.lines.flatMap(({ status }) => status);
  const counts = groups.map(({ states }) => parts.reduce((sum, { state, quantity }) => (states.includes(state) ? sum + quantity : sum), 0));
  const items = counts.reduce((sum, count) => sum + count, 0);
  if (items === 0) return null;
  const sent = groups.reduce((sum, { isSent }, place) => (isSent ? sum + (counts[place] ?? 0) : sum), 0);
  const delivered = counts[0] ?? 0;
  const toCollect = parts.reduce((sum, { state, quantity }) => (state === 'to_collect' ? sum + quantity : sum), 0);
  const present = groups.flatMap((group, place) => (counts[place] ? [{ ...group, count: counts[place], place }] : []));
  return (
    <section className="card order-items" aria-label="Where the items are">
      <p className="strong">
        {toCollect > 0
          ? `${toCollect === items ? countText(items, 'item') : `${toCollect} of ${countText(items, 'item')}`} ${toCollect === 1 ? 'is' : 'are'} ready to collect`
          : delivered === items
            ? `${items === 1 ? 'The item is' : `All ${items} items are`} delivered`
            : sent === items
              ? `${countText(items, 'item')} ${items === 1 ? 'is' : 'are'} with you or on ${items === 1 ? 'its' : 'their'} way`
              : sent === 0
                ? `${countText(items, 'item')} still with us`
                : `${sent} of ${countText(items, 'item')} ${sent === 1 ? 'is' : 'are'} with you or on the way`}
      </p>
      {present.some(({ place }) => place !== toCome) && (
        <Bar
          parts={present.filter(({ place }) => place !== toCome).map(({ count, tone }) => ({ share: count / items, ...(tone && { tone }) }))}
          label={present.map(({ count, words }) => `${count} ${words}`).join(', ')}
        />
      )}
      {present.length > 1 && (
        <ul className="order-items-key sub text-md">
          {present.map(({ count, words, tone, place }) => (
            <li key={words}>
              <i className={place === toCome ? 'still' : tone} /> {count} {words}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
