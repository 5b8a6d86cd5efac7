import { Link } from 'react-router';
import { countText } from '../ui/count-text.ts';
import './taken-back.css';

/** An allocation that a count cancelled, because the stock does not exist. */
export interface TakenBack {
  order_line_id: number;
  uuid: string;
  order_number: string;
  qty: number;
}

/** The order lines that lost their allocation because of a count; renders nothing if there are none. */
export function TakenBackLines({ lines }: { lines: readonly TakenBack[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <p>{countText(lines.length, 'line')} lost allocation because the stock is not there:</p>
      <ul className="taken-back">
        {lines.map((line) => (
          <li key={line.order_line_id}>
            {line.qty} of order{' '}
            <Link className="code" to={`/admin/orders/${line.uuid}/edit`}>
              {line.order_number}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
