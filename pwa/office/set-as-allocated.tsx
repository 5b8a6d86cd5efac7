import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { mailWaits } from '../session/mail-server.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { ProgressBadges } from '../ui/progress-badges.tsx';
import { dispatches, type Order, readOrder, stuckOrders } from './client.ts';
import './office.css';
import { useKey } from '../ui/use-key.ts';
import { bookingFault, isWaiting, waitingTime } from './office-words.ts';

/** Asks before a parcel that waits for its courier goes back to the warehouse. With `dispatched` in the address, the parcel is marked as shipped. */
export default function SetAsAllocated() {
  const { uuid = '' } = useParams();
  const [search] = useSearchParams();
  const order = useQuery({ queryKey: ['orders', uuid], queryFn: () => readOrder(uuid) });
  const isShipping = ['1', 'true'].includes(search.get('dispatched') ?? '');
  return (
    <Page title={isShipping ? 'Set as dispatched' : 'Set as allocated'} back="/admin/orders" sub={order.data && `Order ${order.data.order_number}`}>
      <Loaded query={order} noun="order">
        {(loadedOrder) => <Ask order={loadedOrder} isShipping={isShipping} />}
      </Loaded>
    </Page>
  );
}

function Ask({ order, isShipping }: { order: Order; isShipping: boolean }) {
  const navigate = useNavigate();
  const act = useWrite({
    send: (_: undefined, options) =>
      answer(stuckOrders.$post({ param: { uuid: order.uuid }, query: isShipping ? { dispatched: '1' } : {} }, options)),
    success: isShipping ? `Order ${order.order_number} is dispatched` : `Order ${order.order_number} is allocated again`,
    refresh: [['admin-orders'], ['orders', order.uuid], ['dispatches']],
    onSaved: () => void navigate('/admin/orders'),
  });
  const waiting = order.dispatches.filter(({ dispatched_at }) => dispatched_at === null);
  const can = isWaiting(order);
  const dispatch_id = waiting[0]?.id;
  const parcel = useQuery({
    queryKey: ['dispatches', 'one', dispatch_id],
    queryFn: () => answer(dispatches[':id'].$get({ param: { id: String(dispatch_id) }, query: { include: 'orders' } })),
    enabled: can && dispatch_id !== undefined,
  });
  const others = parcel.data?.orders.filter(({ uuid }) => uuid !== order.uuid) ?? [];
  const isKnown = dispatch_id === undefined || !parcel.isPending;
  const go = () => void act.write(undefined);
  useKey('ctrl+enter', can && isKnown && !act.busy ? go : undefined, 'Set the status');

  return (
    <section className="card office-ask">
      <div className="in-card flow">
        <div className="line wide">
          <strong className="code">{order.order_number}</strong>
          <ProgressBadges progress={order.progress_summary} />
        </div>
        <p>
          {order.account.name}
          {order.delivery_site && `, ${order.delivery_site.name}`}
        </p>
        {can ? (
          <>
            <p>
              <strong>Waiting for courier for {waitingTime(order.status_since)}.</strong> {bookingFault(order) ?? 'There is no tracking number yet.'}
            </p>
            <p className="sub">
              {isShipping
                ? `The parcel counts as handed over. Its items leave stock, and the client gets an email.${mailWaits()} This cannot be undone.`
                : 'The dispatch is cancelled. The items stay allocated, go back to the shelf and are picked again.'}
            </p>
            {others.length > 0 && (
              <p>
                <strong>
                  {others.length === 1 ? 'Another order travels' : `${others.length} other orders travel`} in the same parcel:{' '}
                  <span className="code">{others.map(({ order_number }) => order_number).join(', ')}</span>.
                </strong>{' '}
                {isShipping
                  ? `${others.length === 1 ? 'It counts' : 'They count'} as handed over too.`
                  : `${others.length === 1 ? 'It is' : 'They are'} ready for dispatch again.`}
              </p>
            )}
            {!isShipping && parcel.data?.state === 'booking' && (
              <p className="t-wrong">The carrier may have booked it. Cancel the booking with the carrier, or a courier will come for nothing.</p>
            )}
          </>
        ) : (
          <p className="sub">This order is not waiting for a courier any more. Nothing is left to do here.</p>
        )}
      </div>
      <footer>
        <ButtonLink to="/admin/orders">{can ? 'Leave it as it is' : 'Back to orders'}</ButtonLink>
        {can && (
          <Button look="primary" busy={act.busy} busyText="One moment" disabled={!isKnown} onClick={go}>
            {isShipping ? `Set ${order.order_number} as dispatched` : `Set ${order.order_number} as allocated`}
          </Button>
        )}
      </footer>
    </section>
  );
}
