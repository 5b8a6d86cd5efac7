import { isCollection } from '../../shared/dispatch/collection.ts';
import { ArrivalButtons } from '../api/arrival-buttons.tsx';
import { useSession } from '../session/use-session.ts';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { Icon } from '../ui/icon.tsx';
import type { Dispatch, Order } from './client.ts';

/** The dispatches of an order, with links to track them. Each that has left says whether it has arrived, or asks for it. */
export function OrderDispatches({ order }: { order: Pick<Order, 'uuid' | 'order_number' | 'dispatches'> }) {
  const { dispatches } = order;
  return (
    <section className="card">
      <header>
        <h2>{dispatches.length === 1 ? 'Dispatch' : 'Dispatches'}</h2>
      </header>
      <ul className="rows">
        {dispatches.map((dispatch) => (
          <li key={dispatch.id} className="dispatch-row">
            <Standing dispatch={dispatch} />
            <TrackingLink dispatch={dispatch} />
            <About dispatch={dispatch} />
            {Object.values(dispatch.can).includes(true) && (
              <div className="line dispatch-arrival">
                <ArrivalButtons order={order} parcel={dispatch} takesBack />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The furthest that is known about a parcel. */
function Standing({ dispatch }: { dispatch: Dispatch }) {
  const { dispatched_at, delivered_on } = dispatch;
  const isCollected = isCollection(dispatch);
  if (!dispatched_at)
    return (
      <span className="t-warn line nowrap">
        <Icon name="clock" /> {isCollected ? 'Being made ready to collect' : 'Waiting for the courier'}
      </span>
    );
  return (
    <span className={delivered_on ? 't-done line nowrap' : 'line nowrap'}>
      <Icon name={delivered_on ? 'check' : isCollected ? 'box' : 'truck'} />
      <span>
        {delivered_on ? (isCollected ? 'Collected' : 'Delivered') : isCollected ? 'Ready to collect since' : 'Dispatched'}{' '}
        <DateText value={delivered_on ?? dispatched_at} />
      </span>
    </span>
  );
}

/** Who says that a parcel has arrived, that somebody reported that it has not, and how long it took to leave. */
function About({ dispatch }: { dispatch: Dispatch }) {
  const { dispatched_at, delivered_on, delivered_by, not_arrived_at, days_lapsed } = dispatch;
  const me = useSession().who.user.id;
  const person = delivered_by === null ? 'the carrier' : delivered_by.id === me ? 'you' : delivered_by.name;
  return (
    <>
      {delivered_on && (
        <p className="sub dispatch-days">
          Said {person}. It {isCollection(dispatch) ? 'was ready' : 'left'} <DateText value={dispatched_at} />.
        </p>
      )}
      {!delivered_on && not_arrived_at && (
        <p className="t-warn dispatch-days">
          Reported as not arrived <DateText value={not_arrived_at} />. The office knows.
        </p>
      )}
      {days_lapsed !== null && !delivered_on && <p className="sub dispatch-days">{daysWords(days_lapsed)}</p>}
    </>
  );
}

/** The time from the order's submission to its dispatch, as text. */
const daysWords = (days: number): string =>
  days === 0 ? 'Less than a day after it was submitted' : `${countText(days, 'day')} after it was submitted`;

function TrackingLink({ dispatch }: { dispatch: Dispatch }) {
  const number = dispatch.consignment?.tracking_number;
  if (!number) return null;
  const url = dispatch.consignment?.tracking_url;
  if (!url) return <span className="code cut">{number}</span>;
  return (
    <a className="code cut" href={url} target="_blank" rel="noreferrer" title={`Track ${number}`}>
      {number}
      <span className="sr"> (the carrier’s tracking, in a new tab)</span>
    </a>
  );
}
