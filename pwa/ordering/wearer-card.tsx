import { Link } from 'react-router';
import { useSession } from '../session/use-session.ts';
import { countText } from '../ui/count-text.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { formatMoney } from '../ui/money.tsx';
import type { Line, Order, Wearer } from './client.ts';
import { isCorrectable } from './correctable.ts';
import { isExchangeable } from './exchangeable-lines.ts';
import { LineStatus } from './line-status.tsx';
import { OrderAllowances } from './order-allowances.tsx';
import { useUnavailable } from './order-data.ts';
import { LineWords, lineName } from './order-lines.tsx';
import { OrderSuccessor } from './order-successor.tsx';
import './exchange.css';
import { itemsOf, subTotalOf, wantedOf } from './order-words.ts';

interface WearerCardProps {
  wearer: Wearer;
  order: Order;
  onSize: (line: Line) => void;
  onExchange: (line: Line) => void;
}

/** One wearer's lines on an order, each with its status. */
export function WearerCard({ wearer, order, onSize, onExchange }: WearerCardProps) {
  const { name, employee_number: number } = wearer;
  const lines = order.lines.filter(({ employee }) => employee.id === wearer.id);
  const pence = subTotalOf(lines);
  const unavailable = useUnavailable(order);
  const { role } = useSession();
  // People in other roles may see an order but not the pages of its wearers, so they get no link.
  const page =
    role === 'super' ? `/admin/accounts/${order.account.id}/employees/${wearer.id}` : role === 'client_admin' ? `/employees/${wearer.id}` : null;
  return (
    <section className="card">
      <header>
        <h2 className="cut" title={name}>
          {page ? <Link to={page}>{name}</Link> : name}
        </h2>
        {number && <span className="code note">{number}</span>}
        <span className="push strong nowrap">{pence === null ? countText(itemsOf(lines), 'item') : formatMoney(pence)}</span>
      </header>
      {lines.length === 0 ? (
        <p className="note lines-none">No order lines for this employee</p>
      ) : (
        <ul className="rows">
          {lines.map((line) => (
            <li key={line.id} className="review-line">
              <GarmentTile media={line.product.media} alt="" colour={line.product.attributes.colour_hex} size={56} />
              <div className="grow">
                <LineWords
                  line={line}
                  unavailable={unavailable.find(({ line_id }) => line_id === line.id)}
                  onSize={order.can.choose_size ? () => onSize(line) : undefined}
                />
                <OrderSuccessor order={order} unavailable={unavailable.find(({ line_id }) => line_id === line.id)} />
                <LineStatus order={order} line={line} />
                {isCorrectable(order, line) && (
                  <button type="button" className="link line-exchange" onClick={() => onSize(line)}>
                    Change size or quantity<span className="sr"> of {lineName(line)}</span>
                  </button>
                )}
                {isExchangeable(order, line) && (
                  <button type="button" className="link line-exchange" onClick={() => onExchange(line)}>
                    Return or exchange<span className="sr"> {lineName(line)}</span>
                  </button>
                )}
              </div>
              <div className="num">
                <p>{line.sub_total === null ? `× ${wantedOf(line)}` : formatMoney(line.sub_total)}</p>
                {line.unit_price !== null && (
                  <p className="note line-about nowrap">
                    {wantedOf(line)} × {formatMoney(line.unit_price)}
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <OrderAllowances order={order} wearer={wearer} />
    </section>
  );
}
