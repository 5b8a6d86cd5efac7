import { type ReactNode, useEffect, useState } from 'react';
import type { ListedImport } from '../../shared/imports/import.ts';
import { type ImportStatus, isRunning } from '../../shared/imports/import-states.ts';
import { checkStopImport } from '../../shared/imports/run-import.ts';
import { useWrite } from '../api/use-write.ts';
import { Banner } from '../ui/banner.tsx';
import { Bar } from '../ui/bar.tsx';
import { Button } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { stopImport } from './client.ts';

type Moving = Pick<ListedImport, 'id' | 'status' | 'current_line' | 'total_rows'>;

/** An import is watched for this many milliseconds before the time to its end is estimated. */
const WATCHED = 3000;

const words: Partial<Record<ImportStatus, string>> = {
  checking: 'Checking the whole file',
  queued: 'The import begins',
  running: 'Importing',
  reverting: 'Undoing the import',
};

/** Estimates when the remaining rows will be done, from the speed of the import while this component is shown. */
function useTimeLeft({ id, status, current_line, total_rows }: Moving): string | null {
  const part = `${id}:${status}`;
  const [first, setFirst] = useState({ part, at: performance.now(), line: current_line });
  useEffect(() => {
    setFirst((before) => (before.part === part ? before : { part, at: performance.now(), line: current_line }));
  }, [part, current_line]);
  const watched = performance.now() - first.at;
  const passed = current_line - first.line;
  if (first.part !== part || watched < WATCHED || passed <= 0 || total_rows === null) return null;
  const seconds = Math.ceil(((total_rows - current_line) * watched) / passed / 1000);
  return seconds < 90 ? `about ${countText(Math.max(seconds, 1), 'second')} left` : `about ${countText(Math.round(seconds / 60), 'minute')} left`;
}

/** The progress of an import that is running, with a button that ends the run. Screen readers announce every ten per cent. */
export function ImportProgress({ one, children }: { one: Moving; children?: ReactNode }) {
  const { id, status, current_line, total_rows } = one;
  const { write, busy } = useWrite({ send: stopImport, success: 'The import is stopped', refresh: [['imports']] });
  const timeLeft = useTimeLeft(one);
  const passed = status === 'queued' ? 0 : current_line;
  const share = total_rows ? Math.min(passed / total_rows, 1) : 0;
  const hasRows = total_rows !== null && status !== 'reverting';
  return (
    <section className="import-progress" aria-label={words[status]}>
      <Banner
        live={false}
        action={
          checkStopImport(one).ok && (
            <Button busy={busy} onClick={() => void write(id)}>
              Stop after this row
            </Button>
          )
        }
      >
        <div className="flow-sm">
          <div className="line import-progress-words">
            {children ?? <strong>{words[status]}</strong>}
            {hasRows && (
              <span className="push">
                Row {formatCount(passed)} of {formatCount(total_rows)}
                {timeLeft && ` · ${timeLeft}`}
              </span>
            )}
          </div>
          {hasRows && <Bar parts={[{ share, tone: 'now' }]} label={`${formatCount(passed)} of ${countText(total_rows, 'row')}`} />}
          <p className="sub">
            {isRunning(one) ? 'You may leave this page: it goes on, and you are told when it is done.' : 'You may leave this page: it goes on.'}
          </p>
        </div>
      </Banner>
      <p className="sr" role="status">
        {words[status]}
        {hasRows && `, ${Math.floor(share * 10) * 10}%`}
      </p>
    </section>
  );
}
