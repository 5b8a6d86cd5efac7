import { Link } from 'react-router';
import { useSession } from '../session/use-session.ts';
import { countText } from '../ui/count-text.ts';
import { dueWords } from '../ui/due-words.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import { formatMoney } from '../ui/money.tsx';
import type { Line, Order, Wearer } from './client.ts';
import { useUnavailable } from './order-data.ts';
import { LineWords } from './order-lines.tsx';
import { OrderSuccessor } from './order-successor.tsx';
import { itemsOf, subTotalOf, wantedOf } from './order-words.ts';

interface WearerCardProps {
  wearer: Wearer;
  order: Order;
  onSize: (line: Line) => void;
}

/** One wearer's lines on an order, and how much of them is dispatched. */
export function WearerCard({ wearer, order, onSize }: WearerCardProps) {
  const { name, employee_number: number } = wearer;
  const lines = order.lines.filter(({ employee }) => employee.id === wearer.id);
  const pence = subTotalOf(lines);
  const unavailable = useUnavailable(order);
  const { role } = useSession();
  // People in other roles may see an order, but not the pages of its wearers, so there is no link.
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
                <LineProgress order={order} line={line} />
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
    </section>
  );
}

/** A text about the part of a line that needs no expected date: items in stock, or a line that waits for a size. */
function readyWords(line: Line, isOnlyOne: boolean): string | null {
  if (!line.is_size_selected) return line.remaining_to_ship > 0 ? 'Waiting for a size' : null;
  const ready = line.remaining_to_ship - line.qty_due - line.qty_undated;
  if (ready <= 0) return null;
  return ready === line.remaining_to_ship && isOnlyOne ? 'In stock' : `${ready} in stock`;
}

/** How much of a line is dispatched and when the rest is expected. Every open line of a submitted order has a text. */
function LineProgress({ order, line }: { order: Order; line: Line }) {
  if (!order.is_submitted || order.cancelled_at) return null;
  const missing = wantedOf(line);
  const words = [
    line.qty_cancelled > 0 && `${line.qty_cancelled} cancelled`,
    line.qty_shipped > 0 && line.qty_shipped < missing && `${line.qty_shipped} of ${missing} dispatched`,
    readyWords(line, line.qty_shipped === 0),
    dueWords(line, line.remaining_to_ship - line.qty_allocated),
  ].filter(Boolean);
  if (line.is_fully_shipped && missing > 0) {
    return (
      <p className="t-done line-about line">
        <Icon name="check" /> Dispatched{words.length > 0 && `, ${words.join(', ')}`}
      </p>
    );
  }
  return words.length > 0 ? <p className="note line-about">{words.join(', ')}</p> : null;
}
