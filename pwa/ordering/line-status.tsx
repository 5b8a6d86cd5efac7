import type { LineStatusPart } from '../../shared/ordering/line-status.ts';
import { lineStatusSentence } from '../../shared/ordering/line-status-text.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { lineStateIcons, lineStateTones } from '../ui/line-state-icons.ts';
import type { Line, Order } from './client.ts';

/** What the status of a line needs of its order. */
type StatusOfOrder = Pick<Order, 'is_submitted' | 'is_frozen' | 'dispatches'>;

/** Where the items of a line are: one sentence for each part, with the link to its parcel. The line itself says that its size is missing. */
export function LineStatus({ order, line }: { order: StatusOfOrder; line: Line }) {
  const reader = { today: ukDate(new Date().toISOString()), is_submitted: order.is_submitted, is_held: order.is_frozen };
  const parts = line.status.filter(({ state }) => state !== 'needs_size');
  return parts.map((part) => {
    const { lead, rest } = lineStatusSentence(part, line.status.length === 1, reader);
    const url = trackingUrlOf(order, part);
    return (
      <p key={[part.state, part.on, part.reason, part.dispatch_id].join('/')} className={classNames('line-status', lineStateTones[part.state])}>
        <Icon name={lineStateIcons[part.state]} />
        <span>
          <strong>{lead}</strong>
          {rest && ` ${rest}`}
          {url && (
            <>
              {' '}
              <a href={url} target="_blank" rel="noreferrer">
                Track<span className="sr"> the parcel with {line.product_name} on the carrier’s page, in a new tab</span>
              </a>
            </>
          )}
        </span>
      </p>
    );
  });
}

const trackingUrlOf = ({ dispatches }: StatusOfOrder, { state, dispatch_id }: LineStatusPart): string | null =>
  state === 'on_its_way' ? (dispatches.find(({ id }) => id === dispatch_id)?.consignment?.tracking_url ?? null) : null;
