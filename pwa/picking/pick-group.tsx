import { memo } from 'react';
import type { LineView } from '../offline/views.ts';
import { Badge } from '../ui/badge.tsx';
import { LineGroup } from '../ui/line-group.tsx';
import { LineSummary } from './line-summary.tsx';

interface PickGroupProps {
  heading: string;
  lines: readonly LineView[];
  /** The count shows what was picked, not what is to be picked. */
  isDone?: boolean;
  /** What lies on other trolleys, in words. */
  elsewhereOf: (holders: LineView['holders']) => string | null;
  /** The same function at each render, so that only changed lines are rendered again. */
  onChoose: (id: number) => void;
}

/** The lines of one state beside the current one; tapping one goes there. */
export function PickGroup({ heading, lines, isDone, elsewhereOf, onChoose }: PickGroupProps) {
  const items = lines.reduce((sum, line) => sum + (isDone ? line.qty_picked : line.qty_allocated - line.qty_picked), 0);
  return (
    <LineGroup heading={heading} lines={lines.length} items={items}>
      {lines.map((line) => (
        <LineRow key={line.id} line={line} elsewhere={elsewhereOf(line.holders)} onChoose={onChoose} />
      ))}
    </LineGroup>
  );
}

const LineRow = memo(function LineRow({ line, elsewhere, onChoose }: { line: LineView; elsewhere: string | null; onChoose: (id: number) => void }) {
  return (
    <li>
      <button type="button" className="pick-line" onClick={() => onChoose(line.id)}>
        <LineSummary line={line} elsewhere={elsewhere} />
        {line.is_done ? (
          <Badge tone={line.is_fully_picked ? 'done' : 'warn'} icon={line.is_fully_picked ? 'check' : 'alert'}>
            {line.qty_picked} / {line.qty_allocated}
          </Badge>
        ) : (
          <span className="num pick-qty">
            <strong>{line.qty_picked}</strong>
            <span className="note"> / {line.qty_allocated}</span>
          </span>
        )}
      </button>
    </li>
  );
});
