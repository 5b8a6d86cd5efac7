import { memo } from 'react';
import type { LineView } from '../offline/views.ts';
import { Badge } from '../ui/badge.tsx';
import { LineGroup } from '../ui/line-group.tsx';
import { LineSummary } from './line-summary.tsx';

interface PickGroupProps {
  heading: string;
  lines: readonly LineView[];
  /** True if the count shows what was picked, not what is to be picked. */
  isDone?: boolean;
  /** Says which items of a line lie on other trolleys; null if none do. */
  elsewhereOf: (holders: LineView['holders']) => string | null;
  /** How many items go back to the shelf, because no line counts them. */
  toReturn: (lines: readonly LineView[]) => number;
  /** Must be the same function at each render, so that only changed lines are rendered again. */
  onChoose: (id: number) => void;
}

/** The lines in one state, listed beside the current line; a tap on a line makes it the current one. */
export function PickGroup({ heading, lines, isDone, elsewhereOf, toReturn, onChoose }: PickGroupProps) {
  const items = lines.reduce((sum, line) => sum + (isDone ? line.qty_picked : line.qty_allocated - line.qty_picked), 0);
  return (
    <LineGroup heading={heading} lines={lines.length} items={items}>
      {lines.map((line) => (
        <LineRow key={line.id} line={line} elsewhere={elsewhereOf(line.holders)} toReturn={toReturn([line])} onChoose={onChoose} />
      ))}
    </LineGroup>
  );
}

interface LineRowProps {
  line: LineView;
  elsewhere: string | null;
  toReturn: number;
  onChoose: (id: number) => void;
}

const LineRow = memo(function LineRow({ line, elsewhere, toReturn, onChoose }: LineRowProps) {
  return (
    <li>
      <button type="button" className="pick-line" onClick={() => onChoose(line.id)}>
        <LineSummary line={line} elsewhere={elsewhere} />
        <LineState line={line} toReturn={toReturn} />
      </button>
    </li>
  );
});

/** The progress of a line. Items that go back to the shelf come first, and a line without an allocation is not called picked. */
function LineState({ line, toReturn }: Pick<LineRowProps, 'line' | 'toReturn'>) {
  if (toReturn > 0)
    return (
      <Badge tone="warn" icon="alert">
        {toReturn} to put back
      </Badge>
    );
  if (line.qty_allocated === 0) return <Badge>Nothing to pick</Badge>;
  if (line.is_done)
    return (
      <Badge tone={line.is_fully_picked ? 'done' : 'warn'} icon={line.is_fully_picked ? 'check' : 'alert'}>
        {line.qty_picked} / {line.qty_allocated}
      </Badge>
    );
  return (
    <span className="num pick-qty">
      <strong>{line.qty_picked}</strong>
      <span className="note"> / {line.qty_allocated}</span>
    </span>
  );
}
