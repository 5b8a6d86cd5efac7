import { Link } from 'react-router';
import { dueState } from '../../shared/due-state.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { formatCount } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { Money } from '../ui/money.tsx';
import type { ListedOrder } from './client.ts';

/** The day by which an order is required: today as a word, and a day in the past in red. */
function Required({ day }: { day: string | null }) {
  const state = dueState(day, ukDate(new Date().toISOString()));
  if (state === null) return <span className="note">No date</span>;
  if (state === 'today') return <strong>Today</strong>;
  return (
    <span className={state === 'late' ? 't-wrong strong' : undefined}>
      <DateText value={day} form="list" />
    </span>
  );
}

/** The first orders of a row, with what the office needs to know before it acts. */
export const OrderTable = ({ orders, label }: { orders: readonly ListedOrder[]; label: string }) => (
  <table className="table tall day-orders" aria-label={label}>
    <thead>
      <tr>
        <th className="day-order">Order</th>
        <th>Site</th>
        <th className="day-required">Required by</th>
        <th className="num day-items">Items</th>
        <th className="num day-total">Sub Total</th>
      </tr>
    </thead>
    <tbody>
      {orders.map((order) => {
        const site = order.delivery_site?.name ?? 'No site';
        return (
          <tr key={order.uuid}>
            <td>
              <Link className="code strong" to={`/admin/orders/${order.uuid}/edit`}>
                {order.order_number}
              </Link>
            </td>
            <td title={`${site}, ${order.account.name}`}>
              <p className="cut">{site}</p>
              <p className="note cut">{order.account.name}</p>
            </td>
            <td>
              <Required day={order.required_on} />
            </td>
            <td className="num">{formatCount(order.qty_total_items)}</td>
            <td className="num">
              <Money pence={order.sub_total} />
            </td>
          </tr>
        );
      })}
    </tbody>
  </table>
);
