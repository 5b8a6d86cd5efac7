import { countText } from '../ui/count-text.ts';
import { formatMoney } from '../ui/money.tsx';
import type { Order } from './client.ts';
import { OrderAllowances } from './order-allowances.tsx';
import { itemsOf, subTotalOf } from './order-words.ts';

/** The total of the order with a sum for each person, and what it leaves of their allowances. */
export function OrderSummary({ order }: { order: Order }) {
  return (
    <>
      <ul className="rows">
        {order.employees.map((wearer) => {
          const lines = order.lines.filter(({ employee }) => employee.id === wearer.id);
          const pence = subTotalOf(lines);
          return (
            <li key={wearer.id} className="summary-row">
              <p className="line">
                <span className="cut grow" title={wearer.name}>
                  {wearer.name}
                </span>
                <span className="note nowrap">{countText(itemsOf(lines), 'item')}</span>
                <span className="num summary-money">{pence !== null && formatMoney(pence)}</span>
              </p>
              <OrderAllowances order={order} wearer={wearer} />
            </li>
          );
        })}
      </ul>
      <OrderTotals order={order} />
    </>
  );
}

/** Subtotal, VAT and total; renders nothing for people who do not see prices. */
export function OrderTotals({ order }: { order: Pick<Order, 'sub_total' | 'vat' | 'total' | 'lines'> }) {
  if (order.sub_total === null || order.vat === null || order.total === null) return null;
  const rates = [...new Set(order.lines.map(({ vat_rate }) => vat_rate))];
  return (
    <dl className="totals">
      <dt className="sub">Sub total</dt>
      <dd>{formatMoney(order.sub_total)}</dd>
      <dt className="sub">{rates.length === 1 ? `VAT at ${rates[0]}%` : 'VAT'}</dt>
      <dd>{formatMoney(order.vat)}</dd>
      <dt className="strong">Total</dt>
      <dd className="strong">{formatMoney(order.total)}</dd>
    </dl>
  );
}
