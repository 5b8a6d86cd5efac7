import { Fragment } from 'react';
import { Badge } from '../ui/badge.tsx';
import { DateText } from '../ui/date-text.tsx';
import { OrderNumber } from '../ui/order-number.tsx';
import type { Dispatch } from './client.ts';

const stateWords: Record<Dispatch['state'], string> = {
  requested: 'Waiting for the courier',
  booking: 'Being booked',
  failed: 'Booking failed',
  shipped: 'Dispatched',
  void: 'Taken back',
};

/** When a dispatch arrived and who says so, or when it left and whether its client misses it. `inWords`: with the word before the day it left. */
export const ShippedOn = ({ dispatch, inWords = false }: { dispatch: Dispatch; inWords?: boolean }) => {
  const { dispatched_at, delivered_on, delivered_by, not_arrived_at } = dispatch;
  return delivered_on ? (
    <span className="t-done" title={`Delivered, said ${delivered_by ?? 'the carrier'}`}>
      Delivered <DateText value={delivered_on} form="list" />
    </span>
  ) : (
    <span className="line">
      <span className="nowrap">
        {inWords && 'Dispatched '}
        <DateText value={dispatched_at} form="list" />
      </span>
      {not_arrived_at && <Badge tone="warn">Not arrived</Badge>}
    </span>
  );
};

/** For what a dispatch that has not left waits. */
export const State = ({ dispatch: { state } }: { dispatch: Dispatch }) => (
  <Badge tone={state === 'failed' ? 'wrong' : state === 'void' ? 'plain' : 'warn'}>{stateWords[state]}</Badge>
);

/** The carrier's tracking number, with a link to the carrier's tracking page if there is one. */
export const Tracking = ({ dispatch }: { dispatch: Dispatch }) => {
  const { consignment } = dispatch;
  if (!consignment?.tracking_number) return <span className="note">None</span>;
  return consignment.tracking_url ? (
    <a className="code" href={consignment.tracking_url} target="_blank" rel="noreferrer">
      {consignment.tracking_number}
      <span className="sr"> (opens in a new tab)</span>
    </a>
  ) : (
    <span className="code">{consignment.tracking_number}</span>
  );
};

/** The numbers of the orders in a dispatch. */
export const orderNumbers = (dispatch: Dispatch): string => dispatch.orders.map(({ order_number }) => order_number).join(', ');

/** The numbers of the orders in a dispatch, each with a link where the person is at a desk. */
export const OrderNumbers = ({ dispatch }: { dispatch: Dispatch }) =>
  dispatch.orders.map(({ uuid, order_number }, n) => (
    <Fragment key={uuid}>
      {n > 0 && ', '}
      <OrderNumber uuid={uuid} order_number={order_number} className="code" />
    </Fragment>
  ));

/** The destination in a few words: `Leeds Depot, LS10 1RT`. The postcode is not broken across lines. */
export const Destination = ({ site, postcode }: { site: string | null | undefined; postcode: string | null }) => (
  <>
    {site}
    {site && postcode && ', '}
    {postcode && <span className="code">{postcode}</span>}
  </>
);
