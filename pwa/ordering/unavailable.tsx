import { Banner } from '../ui/banner.tsx';
import { countText } from '../ui/count-text.ts';
import type { UnavailableLine } from './client.ts';

/** The lines of an order that cannot be sent, in a few words: beside the button that they disable. */
export const unavailableWords = (lines: readonly UnavailableLine[]): string =>
  `${countText(lines.length, 'line')} cannot be ordered${lines.every(({ reason }) => reason === 'kept_from_site') ? ' for this site' : ''}`;

/** Why an order cannot be sent as it is: each line with its wearer, before all other questions. */
export function Unavailable({ lines, onGo }: { lines: readonly UnavailableLine[]; onGo?: (employee_id: number) => void }) {
  const [first] = lines;
  if (!first) return null;
  return (
    <Banner tone="wrong">
      <p className="strong">{unavailableWords(lines)}</p>
      <ul>
        {lines.map(({ line_id, message }) => (
          <li key={line_id}>{message}</li>
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
