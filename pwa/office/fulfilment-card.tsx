import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { type Fulfilment, type Order, readFulfilment } from './client.ts';

type Dispatch = Fulfilment['dispatches'][number];

const Row = ({ what, state, children }: { what: ReactNode; state: ReactNode; children: ReactNode }) => (
  <li className="fulfilment-row">
    <span className="fulfilment-what">{what}</span>
    <span className="fulfilment-state">{state}</span>
    <span className="fulfilment-more">{children}</span>
  </li>
);

function Tracking({ dispatch: { tracking_number, tracking_url, consignment_number, booking_error, dispatched_at } }: { dispatch: Dispatch }) {
  if (booking_error && !dispatched_at) return <span className="t-wrong">Booking: {booking_error}</span>;
  const number = tracking_number ?? consignment_number;
  if (!number) return <span className="note">No tracking number</span>;
  if (!tracking_url) return <span className="code">{number}</span>;
  return (
    <a className="code" href={tracking_url} target="_blank" rel="noreferrer">
      {number}
      <span className="sr"> (the carrier’s tracking, in a new tab)</span>
    </a>
  );
}

/** An order's dispatches, its short picks with their reasons, and its returns. Renders nothing while there are none. */
export function FulfilmentCard({ order }: { order: Order }) {
  const { uuid } = order;
  const fulfilment = useQuery({
    queryKey: ['orders', uuid, 'fulfilment'],
    queryFn: ({ signal }) => readFulfilment(uuid, signal),
    enabled: order.is_submitted,
    refetchInterval: 60_000,
  });
  if (fulfilment.isError && !fulfilment.data)
    return (
      <section className="card" aria-label="Fulfilment">
        <div className="in-card">
          <LoadFailed noun="dispatches" error={fulfilment.error} retry={() => void fulfilment.refetch()} />
        </div>
      </section>
    );
  const { dispatches = [], shorts = [], returns = [] } = fulfilment.data ?? {};
  if (dispatches.length + shorts.length + returns.length === 0) return null;
  return (
    <section className="card office-fulfilment" aria-label="Fulfilment">
      <header>
        <h2>Fulfilment</h2>
        <span className="note cut">
          {[
            dispatches.length > 0 && countText(dispatches.length, 'dispatch', 'dispatches'),
            shorts.length > 0 && countText(shorts.length, 'short pick'),
            returns.length > 0 && countText(returns.length, 'return'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </header>
      <ul className="rows">
        {dispatches.map((dispatch) => (
          <Row
            key={`dispatch-${dispatch.id}`}
            what={
              <Link className="code strong" to={`/admin/shipping/dispatches#search=${dispatch.dispatch_number}`}>
                {dispatch.dispatch_number}
              </Link>
            }
            state={
              dispatch.dispatched_at ? (
                <span className={dispatch.not_arrived_at && !dispatch.delivered_on ? 't-warn line' : 't-done line'}>
                  <Icon name={dispatch.delivered_on ? 'check' : 'truck'} />
                  <span>
                    {dispatch.delivered_on ? 'Delivered' : 'Dispatched'}{' '}
                    <DateText value={dispatch.delivered_on ?? dispatch.dispatched_at} form="list" />
                    {dispatch.not_arrived_at && !dispatch.delivered_on && ', reported as not arrived'}
                  </span>
                </span>
              ) : (
                <span className="t-warn line">
                  <Icon name="clock" /> Waiting for the courier
                </span>
              )
            }
          >
            <span>
              {countText(dispatch.qty_items, 'item')}, {countText(dispatch.total_items, 'box', 'boxes')}, {dispatch.service_name}
              {dispatch.is_consolidated && ', with other orders'}
            </span>
            <Tracking dispatch={dispatch} />
            <a href={dispatch.delivery_note_url} target="_blank" rel="noreferrer">
              Delivery note<span className="sr"> of {dispatch.dispatch_number} (PDF, in a new tab)</span>
            </a>
          </Row>
        ))}
        {shorts.map((short) => (
          <Row
            key={`short-${short.id}`}
            what={<span className="code">{short.sku}</span>}
            state={
              <span className="t-warn line">
                <Icon name="alert" />
                <span>
                  Short: {short.qty_picked} of {short.qty_allocated} picked
                </span>
              </span>
            }
          >
            <span>
              <strong>{short.reason}</strong>
              {short.other_reason && `: ${short.other_reason}`}
            </span>
            <span className="note">
              {[short.product_name, short.employee].filter(Boolean).join(', ')}
              {short.picker && `, picked by ${short.picker}`}
              {short.picked_at && (
                <>
                  {' '}
                  <DateText value={short.picked_at} form="list" />
                </>
              )}
            </span>
          </Row>
        ))}
        {returns.map((one) => (
          <Row
            key={`return-${one.id}`}
            what={
              <Link className="strong" to={`/admin/returns/${one.id}/edit`}>
                Return <span className="code">{one.return_number}</span>
              </Link>
            }
            state={<span className={one.finalised_at ? undefined : 't-warn'}>{one.status.description}</span>}
          >
            <span>
              {countText(one.qty_requested, 'item')} sent back{one.finalised_at && `, ${one.qty_approved} approved`}
            </span>
            <span className="note">
              <DateText value={one.created_at} form="list" />
            </span>
          </Row>
        ))}
      </ul>
    </section>
  );
}
