import { useQuery } from '@tanstack/react-query';
import { hc } from 'hono/client';
import { Link } from 'react-router';
import type { SkuRoutes } from '../../server/catalogue/routes.ts';
import { formatCount } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { answer } from './answer.ts';
import './stock-details.css';
import { overTheWire } from './transport.ts';

const skus = hc<SkuRoutes>('/api/admin/skus', overTheWire);

/** Reads the open orders that request a SKU, and the open purchase orders that bring it. */
export const readStockDetails = (id: number, signal: AbortSignal) =>
  answer(skus[':id']['stock-details'].$get({ param: { id: String(id) } }, { init: { signal } }));

interface StockDetailsProps {
  id: number;
  sku: string;
  /** False for people who cannot open orders of the office. */
  opensOrders?: boolean;
}

/** The open orders that request a SKU, and the open purchase orders that bring it. */
export function StockDetails({ id, sku, opensOrders = true }: StockDetailsProps) {
  const query = useQuery({ queryKey: ['stock', 'details', id], queryFn: ({ signal }) => readStockDetails(id, signal) });
  return (
    <Loaded query={query} noun="stock details" waiting={<Skeleton width="40%" />}>
      {({ orders, purchase_orders }) => (
        <div className="stock-details">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard */}
          <section aria-label={`Orders that want ${sku}`} tabIndex={0}>
            {orders.length === 0 ? (
              <p className="note">No open order wants it.</p>
            ) : (
              <table className="table">
                <thead>
                  <tr>
                    <th className="number">Order</th>
                    <th>Client</th>
                    <th className="day">Submitted</th>
                    <th className="day">Wanted by</th>
                    <th className="num qty">Wants</th>
                    <th className="num qty part">Allocated</th>
                    <th className="num qty">Short</th>
                  </tr>
                </thead>
                <tbody>
                  {orders.map((order) => (
                    <tr key={order.uuid}>
                      <td className="code">{opensOrders ? <Link to={order.url}>{order.order_number}</Link> : order.order_number}</td>
                      <td title={order.account}>{order.account}</td>
                      <td className="day">
                        <DateText value={order.submitted_at} form="list" />
                      </td>
                      <td className="day">
                        <DateText value={order.required_on} form="list" />
                      </td>
                      <td className="num">{formatCount(order.qty_requested)}</td>
                      <td className="num part">{formatCount(order.qty_allocated)}</td>
                      <td className="num">{order.qty_short > 0 && <span className="t-warn strong">{formatCount(order.qty_short)}</span>}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </section>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard */}
          <section aria-label={`Purchase orders that bring ${sku}`} tabIndex={0}>
            {purchase_orders.length === 0 ? (
              <p className="note">No purchase order brings it.</p>
            ) : (
              <table className="table">
                <thead>
                  <tr>
                    <th className="number of-purchase">Purchase order</th>
                    <th>Supplier</th>
                    <th className="day">Due</th>
                    <th className="num qty">Ordered</th>
                    <th className="num qty part">Received</th>
                    <th className="num qty">Coming</th>
                  </tr>
                </thead>
                <tbody>
                  {purchase_orders.map((purchase) => (
                    <tr key={purchase.id}>
                      <td className="code">
                        <Link to={purchase.url}>{purchase.our_reference}</Link>
                      </td>
                      <td title={purchase.supplier ?? undefined}>{purchase.supplier}</td>
                      <td className="day">
                        <DateText value={purchase.due_on} form="list" none="No date" />
                      </td>
                      <td className="num">{formatCount(purchase.qty_requested)}</td>
                      <td className="num part">{formatCount(purchase.qty_received)}</td>
                      <td className="num strong">
                        {purchase.approved_at === null ? <span className="note">Draft</span> : formatCount(purchase.qty_due)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </section>
        </div>
      )}
    </Loaded>
  );
}
