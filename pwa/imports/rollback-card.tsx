import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportDetails, RollbackResult } from '../../shared/imports/import.ts';
import { classNames } from '../ui/class-names.ts';
import { formatCount } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { readImport } from './client.ts';

type ListName = keyof RollbackResult['counts'];

/** How many rows of each list are visible at first. */
const LISTED = 6;

const lists: { name: ListName; tone: string; words: string; note: string }[] = [
  { name: 'undone', tone: 't-done', words: 'undone', note: 'As it was before the import' },
  { name: 'kept', tone: 't-warn', words: 'kept, because edited since', note: 'Somebody’s later work was not overwritten' },
  { name: 'failed', tone: 't-wrong', words: 'could not be undone', note: 'Other records need what was imported' },
];

/** The result of the rollback of an import: which rows were undone, kept, or could not be undone. */
export function RollbackCard({ one: { rollback, log_download_url } }: { one: Pick<ImportDetails, 'rollback' | 'log_download_url'> }) {
  if (!rollback) return null;
  const { at, by } = rollback;
  return (
    <section className="card" aria-label="What undoing did">
      <header>
        <h2>What undoing did</h2>
        <span className="note">
          {at && <DateText value={at} form="moment" />} by {by}
        </span>
        <a className="btn sm push" href={log_download_url} download>
          <Icon name="download" />
          As CSV
        </a>
      </header>
      <div className="import-lists">
        {lists.map((list) => (
          <RolledBackRows key={list.name} {...list} rollback={rollback} />
        ))}
      </div>
    </section>
  );
}

function RolledBackRows({ name, tone, words, note, rollback }: (typeof lists)[number] & { rollback: RollbackResult }) {
  const [isWhole, setIsWhole] = useState(false);
  const count = rollback.counts[name];
  const rows = rollback[name];
  const visible = isWhole ? rows : rows.slice(0, LISTED);
  return (
    <section aria-label={`${formatCount(count)} ${words}`}>
      <p className="line">
        <b className={classNames('import-count', count > 0 && tone)}>{formatCount(count)}</b>
        <span className="strong">{words}</span>
      </p>
      {count > 0 && <p className="sub">{note}</p>}
      {visible.length > 0 && (
        <ul className="plain import-rolled-back">
          {visible.map(({ row, key, reason }) => (
            <li key={`${row}:${key}`}>
              <span className="code">{key}</span> {reason && <span className="sub">{reason}</span>}
            </li>
          ))}
        </ul>
      )}
      {visible.length < rows.length && (
        <button type="button" className="link" onClick={() => setIsWhole(true)}>
          {formatCount(rows.length - visible.length)} more
        </button>
      )}
      {isWhole && rows.length < count && <p className="note">{formatCount(count - rows.length)} more in the CSV</p>}
    </section>
  );
}

/** The lists of an import's rollback, shown under the import in the history. */
export function RolledBack({ id }: { id: number }) {
  const query = useQuery({ queryKey: ['imports', 'one', String(id)], queryFn: ({ signal }) => readImport(String(id), signal) });
  return (
    <Loaded query={query} noun="import">
      {(one) => <RollbackCard one={one} />}
    </Loaded>
  );
}
