import type { ListedImport } from '../../shared/imports/import.ts';
import { type ImportStatus, importTransitions } from '../../shared/imports/import-states.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Bar } from '../ui/bar.tsx';
import { countText, formatCount } from '../ui/count-text.ts';

const tones: Record<ImportStatus, Tone> = {
  checking: 'accent',
  checked: 'warn',
  queued: 'accent',
  running: 'accent',
  done: 'done',
  failed: 'wrong',
  reverting: 'accent',
  reverted: 'plain',
  reverted_in_part: 'plain',
};

/** The status of an import in capitals. */
export const ImportStatusBadge = ({ status }: { status: ImportStatus }) => <Badge tone={tones[status]}>{importTransitions[status].label}</Badge>;

/** How many of its rows an import has processed, as a bar and in numbers. */
export function ImportRows({ one: { status, current_line, total_rows } }: { one: Pick<ListedImport, 'status' | 'current_line' | 'total_rows'> }) {
  if (total_rows === null) return <span className="note">{current_line ? formatCount(current_line) : ''}</span>;
  const passed = status === 'checked' || status === 'queued' ? 0 : current_line;
  const tone = status === 'done' ? 'done' : status === 'running' ? 'now' : undefined;
  return (
    <span className="line import-rows">
      <Bar
        parts={[{ share: total_rows ? passed / total_rows : 0, ...(tone && { tone }) }]}
        label={`${formatCount(passed)} of ${countText(total_rows, 'row')}`}
      />
      <span className="nowrap">
        {formatCount(passed)}
        <span className="note"> / {formatCount(total_rows)}</span>
      </span>
    </span>
  );
}
