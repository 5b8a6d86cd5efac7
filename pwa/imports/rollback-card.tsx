import type { ImportDetails, RollbackResult } from '../../shared/imports/import.ts';
import { classNames } from '../ui/class-names.ts';
import { formatCount } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';

/** Rows of each list that are shown; all are in the CSV. */
const LISTED = 8;

const lists: { name: keyof RollbackResult['counts']; tone: string; words: string; note: string }[] = [
  { name: 'undone', tone: 't-done', words: 'undone', note: 'They are what they were' },
  { name: 'kept', tone: 't-warn', words: 'kept, because edited since', note: 'Somebody’s later work was not overwritten' },
  { name: 'failed', tone: 't-wrong', words: 'could not be undone', note: 'They are in use' },
];

/** What the rollback of an import made of its rows, in three lists. */
export function RollbackCard({ one: { rollback, log_download_url } }: { one: ImportDetails }) {
  if (!rollback) return null;
  const { counts, at, by } = rollback;
  return (
    <section className="card" aria-label="What undoing did">
      <header>
        <h2>What undoing did</h2>
        <span className="note">
          {at && <DateText value={at} form="moment" />} by {by}
        </span>
        <a className="btn sm push" href={log_download_url} download>
          As CSV
        </a>
      </header>
      <div className="import-lists">
        {lists.map(({ name, tone, words, note }) => (
          <section key={name} aria-label={words}>
            <p className="line">
              <b className={classNames('import-count', counts[name] > 0 && tone)}>{formatCount(counts[name])}</b>
              <span className="strong">{words}</span>
            </p>
            {counts[name] > 0 && <p className="sub">{note}</p>}
            {name !== 'undone' && (
              <ul className="plain">
                {rollback[name].slice(0, LISTED).map(({ row, key, reason }) => (
                  <li key={`${row}:${key}`} title={reason}>
                    <span className="code">{key}</span> <span className="sub">{reason}</span>
                  </li>
                ))}
              </ul>
            )}
            {name !== 'undone' && counts[name] > LISTED && <p className="note">{formatCount(counts[name] - LISTED)} more in the CSV</p>}
          </section>
        ))}
      </div>
    </section>
  );
}
