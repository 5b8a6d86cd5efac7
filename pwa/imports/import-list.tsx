import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { csvOf, fileName } from '../../shared/csv.ts';
import type { ListedImport } from '../../shared/imports/import.ts';
import { importFields, importTypeLabels, importTypes } from '../../shared/imports/import-fields.ts';
import { limits } from '../../shared/limits.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { useWrite } from '../api/use-write.ts';
import { Banner } from '../ui/banner.tsx';
import { Bar } from '../ui/bar.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { formatCount } from '../ui/count-text.ts';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Menu } from '../ui/menu.tsx';
import { Page } from '../ui/page.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { readImports, readRunning, stopImport } from './client.ts';
import { ImportRows, ImportStatusBadge } from './import-status.tsx';
import './imports.css';
import { useRollback } from './use-rollback.tsx';

const hrefOf = ({ id }: ListedImport): string => `/admin/imports/${id}`;
const typeOf = ({ type }: ListedImport): string => importTypeLabels[type];
const file = (one: ListedImport) => (
  <Link className="code cut" to={hrefOf(one)}>
    {one.file_name}
  </Link>
);
const errors = ({ total_errors, log_download_url, file_name }: ListedImport) =>
  total_errors > 0 ? (
    <a className="t-wrong strong" href={log_download_url} download aria-label={`${total_errors} errors of ${file_name} as CSV`}>
      {formatCount(total_errors)}
    </a>
  ) : (
    <span className="note">0</span>
  );

/** The headings of each type as a file to fill in. */
const templates = importTypes.map((type) => ({
  label: importTypeLabels[type],
  icon: 'download' as const,
  onSelect: () =>
    saveFile(
      `${fileName(importTypeLabels[type])}-template.csv`,
      new Blob([csvOf([Object.values(importFields[type]).map(({ label }) => label)])], { type: 'text/csv' }),
    ),
}));

/** The import that is running, wherever it was begun, with a button that ends it. */
function Running() {
  const { data } = useQuery({ queryKey: ['imports', 'running'], queryFn: ({ signal }) => readRunning(signal), refetchInterval: 2000 });
  const { write, busy } = useWrite({ send: stopImport, success: 'The import is stopped', refresh: [['imports']] });
  const [one] = data?.items ?? [];
  if (!one) return null;
  const { current_line, total_rows, account, id } = one;
  return (
    <div className="import-running">
      <Banner
        live={false}
        action={
          <Button busy={busy} onClick={() => void write(id)}>
            Stop after this row
          </Button>
        }
      >
        <div className="flow-sm">
          <div className="line">
            <Link className="strong" to={hrefOf(one)}>
              Importing {typeOf(one).toLowerCase()}
              {account && ` for ${account.name}`}
            </Link>
            <span className="push nowrap">
              Row {formatCount(current_line)} of {formatCount(total_rows ?? 0)}
            </span>
          </div>
          <Bar parts={[{ share: total_rows ? current_line / total_rows : 0, tone: 'now' }]} label={`${current_line} of ${total_rows} rows`} />
          <p className="sub">You may leave this page: it goes on, and you are told when it is done.</p>
        </div>
      </Banner>
    </div>
  );
}

/** The history of imports, newest first: what was imported, by whom, with what errors, and the way back. */
export default function ImportList() {
  const list = useListState({ orderBy: 'created_at', sortedBy: 'desc', per_page: limits.imports_page, filters: ['type'] });
  const navigate = useNavigate();
  const { rollBack, busy, dialog } = useRollback((id) => void navigate(`/admin/imports/${id}`));
  const undo = (one: ListedImport) =>
    one.rollback_url ? (
      <Button size="sm" disabled={busy} aria-label={`Undo the import of ${one.file_name}`} onClick={() => void rollBack(one)}>
        Undo
      </Button>
    ) : (
      one.type === 'accounts' && <span className="note">No undo</span>
    );
  return (
    <Page
      title="Imports"
      fill
      strip={<Running />}
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
        queryKey={['imports', 'list']}
        load={readImports}
        refetchInterval={10_000}
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
            width: 136,
            orderBy: 'created_at',
            firstOrder: 'desc',
            cell: (one) => <DateText value={one.created_at} form="moment" />,
          },
          { key: 'type', heading: 'Type', width: 96, cell: typeOf },
          { key: 'file', heading: 'File', minWidth: 180, cell: file, title: ({ file_name }) => file_name },
          { key: 'account', heading: 'Account', minWidth: 120, wide: true, cell: ({ account }) => <span className="sub">{account?.name}</span> },
          {
            key: 'creator',
            heading: 'By',
            minWidth: 112,
            wide: true,
            cell: ({ creator, token }) => <span className="sub">{token ?? creator.name}</span>,
            title: ({ creator, token }) => (token ? `${token}, API token of ${creator.name}` : creator.name),
          },
          { key: 'status', heading: 'Status', width: 156, cell: ({ status }) => <ImportStatusBadge status={status} /> },
          { key: 'rows', heading: 'Rows', width: 184, cell: (one) => <ImportRows one={one} /> },
          { key: 'errors', heading: 'Errors', width: 72, align: 'num', cell: errors },
          {
            key: 'log',
            heading: 'Log',
            hiddenHeading: true,
            width: 56,
            wide: true,
            cell: (one) => (
              <a className="link" href={one.log_download_url} download aria-label={`Log of ${one.file_name}`}>
                Log
              </a>
            ),
          },
          { key: 'undo', heading: 'Undo', hiddenHeading: true, width: 88, cell: undo },
        ]}
        rowId={({ id }) => String(id)}
        rowName={({ file_name }) => `import of ${file_name}`}
        rowHref={hrefOf}
        card={(one) => (
          <>
            <div className="line">
              {file(one)}
              <span className="push">
                <ImportStatusBadge status={one.status} />
              </span>
            </div>
            <p className="sub text-md">
              {typeOf(one)}
              {one.account && `, ${one.account.name}`}, {formatDate(one.created_at)}, {one.creator.name}
            </p>
            <div className="line">
              <ImportRows one={one} />
              {one.total_errors > 0 && <span className="push t-wrong">{formatCount(one.total_errors)} errors</span>}
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
