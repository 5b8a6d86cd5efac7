import type { ProgressSummary } from '../../shared/ordering/order-status.ts';
import { Badge } from './badge.tsx';

type Cell = 'none' | 'part' | 'full' | 'wait';
const words: Record<Cell, string> = { none: 'not yet', part: 'in part', full: 'done', wait: 'waiting' };

/** The progress of an order: sized, allocated, picked, booked, dispatched. A cancelled order shows only `Cancelled`. */
export function ProgressBadges({ progress }: { progress: ProgressSummary }) {
  if (progress.is_cancelled) {
    return (
      <Badge tone="wrong" icon="x">
        Cancelled
      </Badge>
    );
  }
  const sized = progress.lines_with_sizes;
  const lines = sized + progress.lines_with_no_sizes;
  const status = progress.status.status_name;
  const partShipped = progress.is_dispatched && !progress.is_fully_shipped && status !== 'waiting_for_courier';
  // The order is released to the floor and its pick is not begun. It is marked as waiting, because it would otherwise look like an order that only
  // has stock allocated.
  const isReleased = status === 'allocated';
  const cells: [label: string, word: string, cell: Cell][] = [
    ['AL', 'allocated', progress.is_fully_allocated ? 'full' : progress.is_allocated ? 'part' : 'none'],
    ['PI', 'picked', progress.is_picked ? 'full' : progress.is_picking || progress.is_picking_paused ? 'part' : isReleased ? 'wait' : 'none'],
    ['CO', 'booked', progress.is_booked ? 'full' : 'none'],
    ['DI', 'dispatched', progress.is_fully_shipped ? 'full' : status === 'waiting_for_courier' ? 'wait' : partShipped ? 'part' : 'none'],
  ];
  const share = lines === 0 ? 0 : Math.round((sized / lines) * 100);
  return (
    <ul className="pipe" aria-label={`Sized ${sized} of ${lines}, ${cells.map(([, word, cell]) => `${word} ${words[cell]}`).join(', ')}`}>
      <li
        className={lines > 0 && sized === lines ? 'full' : sized > 0 ? 'part' : 'none'}
        style={sized > 0 && sized < lines ? { ['--p' as string]: `${share}%` } : undefined}
      >
        {sized}/{lines}
      </li>
      {cells.map(([label, word, cell]) => (
        <li key={label} className={cell} title={`${word[0]?.toUpperCase()}${word.slice(1)}: ${words[cell]}`}>
          {label}
        </li>
      ))}
    </ul>
  );
}
