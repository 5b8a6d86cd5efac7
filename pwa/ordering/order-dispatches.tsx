import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { Icon } from '../ui/icon.tsx';
import type { Dispatch } from './client.ts';

/** The dispatches of an order, with links to track them. */
export function OrderDispatches({ dispatches }: { dispatches: readonly Dispatch[] }) {
  return (
    <section className="card">
      <header>
        <h2>{dispatches.length === 1 ? 'Dispatch' : 'Dispatches'}</h2>
      </header>
      <ul className="rows">
        {dispatches.map((dispatch) => (
          <li key={dispatch.id} className="dispatch-row">
            {dispatch.dispatched_at ? (
              <span className="t-done line nowrap">
                <Icon name="truck" />
                <span>
                  Dispatched <DateText value={dispatch.dispatched_at} />
                </span>
              </span>
            ) : (
              <span className="t-warn line nowrap">
                <Icon name="clock" /> Waiting for the courier
              </span>
            )}
            <TrackingLink dispatch={dispatch} />
            {dispatch.days_lapsed !== null && <p className="sub dispatch-days">{daysWords(dispatch.days_lapsed)}</p>}
          </li>
        ))}
      </ul>
    </section>
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
