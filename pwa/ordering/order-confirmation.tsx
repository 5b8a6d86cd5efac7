import { Navigate, useParams } from 'react-router';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { type LineStatusReader, lineStatusText } from '../../shared/ordering/line-status-text.ts';
import { statusWords } from '../../shared/ordering/status-words.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { Brand } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoney } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { AddressWords } from './address-editor.tsx';
import type { Line, Order } from './client.ts';
import { useOrder } from './order-data.ts';
import { OrderTotals } from './order-summary.tsx';
import './ordering.css';

/** An order as a printable document, for the client's records or for the person who signs for the delivery. */
export default function OrderConfirmation() {
  const { uuid = '' } = useParams();
  const query = useOrder(uuid);
  // An order that is not submitted is not confirmed: its prices may still change.
  if (query.data && !query.data.is_submitted) return <Navigate to={`/orders/${uuid}`} replace />;
  return (
    <Page
      title="Order confirmation"
      name={query.data ? `Order confirmation ${query.data.order_number}` : undefined}
      back={`/orders/${uuid}`}
      primary={
        <Button look="primary" icon="print" disabled={!query.data} onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      <Loaded query={query} noun="order" waiting={<SkeletonText lines={10} />}>
        {(order) => <ConfirmationSheet order={order} />}
      </Loaded>
    </Page>
  );
}

function ConfirmationSheet({ order }: { order: Order }) {
  const { requester } = order;
  const reader = { today: ukDate(new Date().toISOString()), is_submitted: order.is_submitted, is_held: order.is_frozen };
  return (
    <article className="confirmation">
      <header className="confirmation-head">
        <span className="brand">
          <Brand />
        </span>
        <div className="num">
          <h2>Order confirmation</h2>
          <p className="confirmation-number code">{order.order_number}</p>
        </div>
      </header>
      <div className="confirmation-facts">
        <dl>
          <dt>Deliver to</dt>
          <dd>
            {order.delivery_site && <strong className="block">{order.delivery_site.name}</strong>}
            {order.delivery_address && <AddressWords of={order.delivery_address} />}
          </dd>
        </dl>
        <dl>
          <dt>Contact</dt>
          <dd>
            {[order.contact_name, order.contact_phone].filter(Boolean).map((word) => (
              <span key={word} className="block confirmation-word">
                {word}
              </span>
            ))}
            <Mail to={order.contact_email} />
          </dd>
          <dt>Ordered by</dt>
          <dd>
            {requester.name}, {order.account.name}
            <Mail to={requester.email} />
          </dd>
        </dl>
        <dl>
          <dt>Submitted</dt>
          <dd>{order.submitted_at && <DateText value={order.submitted_at} form="moment" />}</dd>
          <dt>PO reference</dt>
          <dd className="code confirmation-word">{order.client_po_reference ?? 'None'}</dd>
          {order.cost_code && (
            <>
              <dt>Cost code</dt>
              <dd className="code confirmation-word">{order.cost_code}</dd>
            </>
          )}
          <dt>Status</dt>
          <dd>{statusWords[order.status]}</dd>
        </dl>
      </div>
      {order.employees.map((wearer) => {
        const lines = order.lines.filter(({ employee }) => employee.id === wearer.id);
        return lines.length === 0 ? null : (
          <WearerTable key={wearer.id} name={wearer.name} number={wearer.employee_number} lines={lines} reader={reader} />
        );
      })}
      {order.lines.length === 0 && <p className="note">Order has no lines</p>}
      <OrderTotals order={order} />
      {order.customer_notes && (
        <p className="confirmation-notes">
          <span className="note">Notes</span> {order.customer_notes}
        </p>
      )}
    </article>
  );
}

function Mail({ to }: { to: string | null }) {
  if (!to) return null;
  return (
    <a className="block confirmation-word" href={`mailto:${to}`}>
      {to}
    </a>
  );
}

interface WearerTableProps {
  name: string;
  number: string | null;
  lines: readonly Line[];
  reader: LineStatusReader;
}

/** The lines of one wearer. A narrow screen shows the price of one item below the sum of the line, and only if the price and the sum differ. */
function WearerTable({ name, number, lines, reader }: WearerTableProps) {
  const hasPrices = lines.every(({ unit_price }) => unit_price !== null);
  return (
    <section className="confirmation-wearer">
      <h3>
        {name} {number && <span className="code note">{number}</span>}
      </h3>
      <table className="confirmation-lines">
        <thead>
          <tr>
            <th>Product</th>
            <th className="confirmation-sku">SKU</th>
            <th>Size</th>
            <th className="num">QTY</th>
            {hasPrices && (
              <>
                <th className="num confirmation-price">Price</th>
                <th className="num">Sub total</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td>
                {line.product_name}
                {line.product.attributes.variation_colour && `, ${line.product.attributes.variation_colour}`}
                <span className="code note small confirmation-narrow">{line.product.sku}</span>
                {line.decoration && <span className="note block">{line.decoration}</span>}
                <span className="block">{lineStatusText(line.status, reader)}</span>
              </td>
              <td className="code confirmation-sku">{line.product.sku}</td>
              <td>{line.is_size_selected ? (sizeOf(line.product.attributes) ?? 'One size') : 'Missing'}</td>
              <td className="num">{line.qty_requested - line.qty_cancelled}</td>
              {line.unit_price !== null && line.sub_total !== null && (
                <>
                  <td className="num confirmation-price">{formatMoney(line.unit_price)}</td>
                  <td className="num">
                    {formatMoney(line.sub_total)}
                    {line.sub_total !== line.unit_price && (
                      <span className="note small confirmation-narrow">{formatMoney(line.unit_price)} each</span>
                    )}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
