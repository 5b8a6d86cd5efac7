import { lineStatusSentence } from '../../shared/ordering/line-status-text.ts';
import { orderParts } from '../../shared/ordering/order-parts.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { classNames } from '../ui/class-names.ts';
import { countText } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';
import { lineStateIcons, lineStateTones } from '../ui/line-state-icons.ts';
import type { Order } from './client.ts';

/** How many sentences are shown; an order with more dates has them on its lines. */
const MAX_SENTENCES = 6;

/** Where the items of an order are and when the others come, in the sentences that its client reads on the lines; nothing for a draft. */
export function OrderStanding({ order }: { order: Order }) {
  const parts = orderParts(order.lines);
  if (parts.length === 0 || !(order.is_submitted || order.is_requested)) return null;
  const reader = { today: ukDate(new Date().toISOString()), is_submitted: order.is_submitted, is_held: order.is_frozen };
  const items = parts.reduce((sum, { quantity }) => sum + quantity, 0);
  const left = parts.length - MAX_SENTENCES;
  return (
    <section className="office-standing" aria-label="Where the items are">
      {parts.slice(0, MAX_SENTENCES).map((part) => {
        const { lead, rest } = lineStatusSentence(part, false, reader);
        const isAll = parts.length === 1 && items > 1;
        return (
          <p key={[part.state, part.on, part.reason].join('/')} className={classNames('fate', lineStateTones[part.state])}>
            <Icon name={lineStateIcons[part.state]} />
            <span>
              <strong>
                {isAll && 'All '}
                {lead}
              </strong>
              {rest && ` ${rest}`}
            </span>
          </p>
        );
      })}
      {left > 0 && <p className="note">and {countText(left, 'more date')}, see the lines</p>}
    </section>
  );
}
