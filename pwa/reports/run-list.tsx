import { Badge } from '../ui/badge.tsx';
import { Bar } from '../ui/bar.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { saveFile } from '../ui/save-file.ts';
import { sizeText } from '../ui/size-text.ts';
import { forgetRun, type Run, stopRun, useRuns } from './runs.ts';

/** Whether the number of rows is known while the file is read. Only a CSV file has a known number; of other files only the size is known. */
const hasRows = ({ file }: Run): boolean => file?.endsWith('.csv') === true;

function runText(run: Run): string {
  const { state, rows, total, bytes, error } = run;
  if (state === 'waiting') return 'Asking for it.';
  if (state === 'reading' && !hasRows(run)) return `${sizeText(bytes)} so far.`;
  if (state === 'reading')
    return total === null ? `${countText(rows, 'row')} so far.` : `${formatCount(rows)} of ${countText(total, 'row')}, ${sizeText(bytes)}.`;
  if (state === 'saved') return `${countText(rows, 'row')}, ${sizeText(bytes)}, saved as ${run.file}.`;
  if (state === 'stopped') return 'Stopped. Nothing was saved.';
  return Object.values(error?.first_messages ?? {})[0] ?? error?.message ?? 'It failed.';
}

function RunRow({ run }: { run: Run }) {
  const isUnderWay = run.state === 'waiting' || run.state === 'reading';
  const share = run.total ? run.rows / run.total : 0;
  return (
    <li className="report-run">
      <div className="line">
        <strong className="cut">{run.title}</strong>
        <span className="note cut grow">{run.about}</span>
        {run.state === 'saved' && <Badge tone="done">Saved</Badge>}
        {run.state === 'failed' && (
          <Badge tone="wrong" icon="alert">
            Failed
          </Badge>
        )}
        {isUnderWay && (
          <Button size="sm" onClick={() => stopRun(run.id)}>
            Stop
          </Button>
        )}
        {run.content && run.file && (
          <Button size="sm" look="quiet" onClick={() => run.content && run.file && saveFile(run.file, run.content)}>
            Save again
          </Button>
        )}
        {!isUnderWay && <IconButton size="sm" icon="x" label={`Take ${run.title} off the list`} onClick={() => forgetRun(run.id)} />}
      </div>
      {isUnderWay && <Bar thin label={runText(run)} parts={[{ share, tone: 'now' }]} />}
      <p className={run.state === 'failed' ? 'err' : 'sub'}>{runText(run)}</p>
    </li>
  );
}

/** The reports that were requested in this tab: their progress, and their files. */
export function RunList() {
  const runs = useRuns();
  const underWay = runs.filter(({ state }) => state === 'waiting' || state === 'reading').length;
  return (
    <section className="card report-runs" aria-labelledby="report-runs">
      <header>
        <h2 id="report-runs">Recent reports</h2>
        <span className="push note" aria-live="polite">
          {underWay > 0 && `${underWay} under way`}
        </span>
      </header>
      {runs.length === 0 ? (
        <p className="in-card note">No report yet. A long one shows here how far it is, and goes on while you use other screens.</p>
      ) : (
        <ul>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </ul>
      )}
    </section>
  );
}
