import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { csvOf, fileName } from '../../shared/csv.ts';
import type { ListedImport } from '../../shared/imports/import.ts';
import { importFields, importTypeLabels, importTypes, isUndoable } from '../../shared/imports/import-fields.ts';
import { isMoving, isUndone } from '../../shared/imports/import-states.ts';
import { limits } from '../../shared/limits.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Menu } from '../ui/menu.tsx';
import { Page } from '../ui/page.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { readImports, readRunning } from './client.ts';
import { ImportProgress } from './import-progress.tsx';
import { ImportRows, ImportStatusBadge } from './import-status.tsx';
import './imports.css';
import { RolledBack } from './rollback-card.tsx';
import { useRollback } from './use-rollback.tsx';

const hrefOf = ({ id }: ListedImport): string => `/admin/imports/${id}`;
const typeOf = ({ type }: ListedImport): string => importTypeLabels[type];
const file = (one: ListedImport) => (
  <Link className="code cut" to={hrefOf(one)}>
    {one.file_name}
  </Link>
);
/** Milliseconds between two reads: `FAST` while an import runs, otherwise `SLOW`. */
const FAST = 1000;
const SLOW = 10_000;

const errors = ({ total_errors, log_download_url, file_name }: ListedImport) =>
  total_errors > 0 ? (
    <a className="t-wrong strong" href={log_download_url} download aria-label={`${total_errors} errors of ${file_name} as CSV`}>
      {formatCount(total_errors)}
    </a>
  ) : (
    <span className="note">0</span>
  );

/** For each type of import, a menu item that saves a CSV template with the headings. */
const templates = importTypes.map((type) => ({
  label: importTypeLabels[type],
  icon: 'download' as const,
  onSelect: () =>
    saveFile(
      `${fileName(importTypeLabels[type])}-template.csv`,
      new Blob([csvOf([Object.values(importFields[type]).map(({ label }) => label)])], { type: 'text/csv' }),
    ),
}));

/** Shows the progress of the running import, whoever started it. */
const Running = ({ one }: { one: ListedImport }) => (
  <ImportProgress one={one}>
    <Link className="strong" to={hrefOf(one)}>
      Importing {typeOf(one).toLowerCase()}
      {one.account && ` for ${one.account.name}`}
    </Link>
  </ImportProgress>
);

/** The history of imports, newest first: what was imported, by whom and with which errors. An import that can be undone has a button to undo it. */
export default function ImportList() {
  const list = useListState({ orderBy: 'created_at', sortedBy: 'desc', per_page: limits.imports_page, filters: ['type'] });
  const running = useQuery({
    queryKey: ['imports', 'running'],
    queryFn: ({ signal }) => readRunning(signal),
    refetchInterval: ({ state: { data } }) => (data?.items.length ? FAST : SLOW),
  });
  const [one] = running.data?.items ?? [];
  const [openId, setOpenId] = useState<number | null>(null);
  const { rollBack, busy, dialog } = useRollback(setOpenId);
  const undo = (row: ListedImport) => {
    const { id, file_name, status, rollback_url, type, started_at } = row;
    if (isUndone(row))
      return (
        <Button
          size="sm"
          look="quiet"
          icon="down"
          className="import-fold"
          aria-expanded={openId === id}
          aria-label={`What undoing ${file_name} did`}
          onClick={() => setOpenId(openId === id ? null : id)}
        >
          Undone
        </Button>
      );
    if (status === 'reverting') return <span className="note">Undoing</span>;
    if (rollback_url && !isMoving(row))
      return (
        <Button size="sm" icon="undo" disabled={busy} aria-label={`Undo the import of ${file_name}`} onClick={() => void rollBack(row)}>
          Undo
        </Button>
      );
    return !isUndoable(type) && started_at !== null && <span className="note">No undo</span>;
  };
  return (
    <Page
      title="Imports"
      fill
      sub={running.data?.items.length ? `${formatCount(running.data.items.length)} running` : undefined}
      strip={one && <Running one={one} />}
      actions={
        <>
          <ButtonLink to="/admin/api-tokens">API tokens</ButtonLink>
          <Menu items={templates}>
            <Button>Templates</Button>
          </Menu>
        </>
      }
      primary={<CreateLink to="/admin/imports/new">Import a file</CreateLink>}
    >
      <DataTable
        noun={['import', 'imports']}
        list={list}
        exports={{ path: '/admin/imports/export' }}
        queryKey={['imports', 'list']}
        load={readImports}
        refetchInterval={one ? FAST : SLOW}
        tools={
          <Segments
            label="Type"
            value={list.filters.type ?? ''}
            onChange={(type) => list.set({ type })}
            segments={[{ value: '', label: 'All' }, ...importTypes.map((type) => ({ value: type, label: importTypeLabels[type] }))]}
          />
        }
        columns={[
          {
            key: 'created_at',
            heading: 'When',
            width: 148,
            orderBy: 'created_at',
            firstOrder: 'desc',
            cell: (one) => <DateText value={one.created_at} form="moment" />,
          },
          { key: 'type', heading: 'Type', width: 92, wide: true, cell: typeOf },
          { key: 'file', heading: 'File', minWidth: 160, cell: file, title: ({ file_name }) => file_name },
          { key: 'account', heading: 'Account', minWidth: 120, wide: true, cell: ({ account }) => <span className="sub">{account?.name}</span> },
          {
            key: 'creator',
            heading: 'By',
            minWidth: 112,
            wide: true,
            cell: ({ creator, token }) => <span className="sub">{token ?? creator.name}</span>,
            title: ({ creator, token }) => (token ? `${token}, API token of ${creator.name}` : creator.name),
          },
          { key: 'status', heading: 'Status', width: 152, cell: ({ status }) => <ImportStatusBadge status={status} /> },
          { key: 'rows', heading: 'Rows', width: 164, cell: (one) => <ImportRows one={one} /> },
          { key: 'errors', heading: 'Errors', width: 68, align: 'num', cell: errors },
          {
            key: 'log',
            heading: 'Log',
            onCard: true,
            hiddenHeading: true,
            width: 52,
            wide: true,
            cell: (one) => (
              <a className="link" href={one.log_download_url} download aria-label={`Log of ${one.file_name}`}>
                Log
              </a>
            ),
          },
          { key: 'undo', heading: 'Undo', hiddenHeading: true, width: 108, cell: undo },
        ]}
        rowId={({ id }) => String(id)}
        rowName={({ file_name }) => `import of ${file_name}`}
        rowHref={hrefOf}
        under={({ id }) => id === openId && <RolledBack id={id} />}
        card={(row) => (
          <>
            <div className="line">
              {file(row)}
              <span className="push">
                <ImportStatusBadge status={row.status} />
              </span>
            </div>
            <p className="sub text-md">
              {typeOf(row)}
              {row.account && `, ${row.account.name}`}, {formatDate(row.created_at, 'moment')}, {row.token ?? row.creator.name}
            </p>
            <div className="line">
              <ImportRows one={row} />
              {row.total_errors > 0 && <span className="t-wrong nowrap">{countText(row.total_errors, 'error')}</span>}
              <span className="push import-card-undo">{undo(row)}</span>
            </div>
          </>
        )}
        empty="Nothing has been imported"
        emptyHint={
          <p>Lists of people, products, stock and accounts come in from a spreadsheet. Nothing is written before you have seen what it does.</p>
        }
      />
      {dialog}
    </Page>
  );
}
