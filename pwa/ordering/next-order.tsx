import { Link } from 'react-router';
import type { Order } from './client.ts';
import { useOrder } from './order-data.ts';
import { firstNames } from './order-words.ts';
import { useListPath } from './use-list-path.ts';
import { type NextOrders, useNextOrders } from './use-next-orders.ts';
import './usual.css';

/** After a split: which of its orders this is, and a link to the next one. Renders nothing for an order without further orders. */
export function NextOrder({ order }: { order: Order }) {
  const orders = useNextOrders(order.uuid, useListPath());
  return orders.next !== null && !order.is_submitted && !order.is_requested && <Next order={order} orders={orders} />;
}

function Next({ order, orders: { uuids, next } }: { order: Order; orders: NextOrders }) {
  const { data } = useOrder(uuids[0] ?? '');
  return (
    <section className="card next-orders" aria-labelledby="next-orders">
      <h2 id="next-orders">{uuids.length + 1} orders to send</h2>
      <p className="sub text-md">
        This one goes to {order.delivery_site?.name}, for {firstNames(order.employees)}. Next is{' '}
        <Link to={next ?? ''} replace>
          {data ? `order ${data.order_number} to ${data.delivery_site?.name}` : 'the other order'}
        </Link>
        {data && `, for ${firstNames(data.employees)}`}.
      </p>
    </section>
  );
}
