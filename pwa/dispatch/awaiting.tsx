import { type FormEvent, useState } from 'react';
import { setTracking } from '../offline/actions.ts';
import { useDispatches } from '../offline/use-floor.ts';
import type { DispatchView } from '../offline/views.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { toast } from '../ui/toast.ts';

/** What waits for its courier, as this tablet knows it: type or scan the tracking number and it is shipped. */
export function Awaiting() {
  const awaiting = useDispatches()?.awaiting ?? [];
  if (awaiting.length === 0) return null;
  return (
    <section className="awaiting" aria-label="Waiting for the courier">
      <h2>
        Waiting for the courier <span className="note font-normal">{countText(awaiting.length, 'dispatch', 'dispatches')}</span>
      </h2>
      <ul className="rows card">
        {awaiting.map((dispatch) => (
          <AwaitingRow key={dispatch.id} dispatch={dispatch} />
        ))}
      </ul>
    </section>
  );
}

function AwaitingRow({ dispatch }: { dispatch: DispatchView }) {
  const [tracking, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const asked = dispatch.tracking_number !== null;

  const ship = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!tracking.trim()) return;
    setBusy(true);
    const verdict = await setTracking(dispatch.id, tracking.trim());
    setBusy(false);
    if (verdict.ok) toast(`${dispatch.dispatch_number}: tracking number ${tracking.trim()} recorded`);
    else toast(verdict.message, { tone: 'wrong' });
  };

  return (
    <li className="ship-row">
      <div className="grow">
        <p className="line">
          <strong className="code order-number">{dispatch.dispatch_number}</strong>
          <span className="cut">{dispatch.account_name}</span>
          {dispatch.state === 'failed' && (
            <Badge tone="wrong" icon="alert">
              Booking failed
            </Badge>
          )}
          {dispatch.is_waiting && <Badge icon="clock">Waiting to be sent</Badge>}
        </p>
        <p className="sub">
          {dispatch.orders.map(({ order_number }) => order_number).join(', ')} ·{' '}
          {[dispatch.site_name, dispatch.delivery_address.postcode].filter(Boolean).join(', ')} · {countText(dispatch.total_items, 'box', 'boxes')},{' '}
          {dispatch.total_weight} kg · service {dispatch.service_key}
        </p>
      </div>
      {asked ? (
        <span className="code">{dispatch.tracking_number}</span>
      ) : (
        <form className="line ship-track" onSubmit={(event) => void ship(event)}>
          <input
            className="in"
            aria-label={`Tracking number of ${dispatch.dispatch_number}`}
            placeholder="Type or scan the tracking number"
            autoComplete="off"
            maxLength={80}
            value={tracking}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" look={tracking.trim() ? 'primary' : 'plain'} disabled={!tracking.trim()} busy={busy}>
            Ship
          </Button>
        </form>
      )}
    </li>
  );
}
