import { Banner } from '../ui/banner.tsx';
import { countText } from '../ui/count-text.ts';
import type { Order, UnavailableLine } from './client.ts';
import { OrderSuccessor } from './order-successor.tsx';

/** Says how many lines cannot be ordered, beside the button that they disable. */
export const unavailableWords = (lines: readonly UnavailableLine[]): string =>
  `${countText(lines.length, 'line')} cannot be ordered${lines.every(({ reason }) => reason === 'kept_from_site') ? ' for this site' : ''}`;

interface UnavailableProps {
  order: Order;
  lines: readonly UnavailableLine[];
  onGo?: (employee_id: number) => void;
}

/** Says why an order cannot be sent: lists each line that cannot be ordered, with its wearer. Shown before all questions. */
export function Unavailable({ order, lines, onGo }: UnavailableProps) {
  const [first] = lines;
  if (!first) return null;
  return (
    <Banner tone="wrong">
      <p className="strong">{unavailableWords(lines)}</p>
      <ul>
        {lines.map((line) => (
          <li key={line.line_id}>
            {line.message}
            <OrderSuccessor order={order} unavailable={line} />
          </li>
        ))}
      </ul>
      {onGo && (
        <button type="button" className="link" onClick={() => onGo(first.employee.id)}>
          Go to what is ordered for {first.employee.name}
        </button>
      )}
    </Banner>
  );
}
