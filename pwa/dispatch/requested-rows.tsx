import type { ReadyView } from '../offline/views.ts';
import { Badge } from '../ui/badge.tsx';
import { countText } from '../ui/count-text.ts';

/** Orders whose dispatch was requested on this tablet, while the tablet does not know whether the server has received the request. */
export function RequestedRows({ orders }: { orders: readonly ReadyView[] }) {
  return (
    <section className="awaiting" aria-labelledby="requested-heading">
      <h2 id="requested-heading">
        Requested, not shipped <span className="note font-normal">{countText(orders.length, 'order')}</span>
      </h2>
      <ul className="rows card">
        {orders.map((order) => (
          <li key={order.uuid} className="ship-row requested">
            <div className="grow">
              <p className="line flex-wrap">
                <strong className="code order-number">{order.order_number}</strong>
                <span>{order.account_name}</span>
                <span className="sub whitespace-nowrap">{countText(order.qty_picked, 'item')}</span>
              </p>
              <p className="sub">{order.delivery_to}</p>
            </div>
            <Badge tone="warn" icon="clock">
              Waiting to be sent
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
