import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
import { eventLabel, kindWords } from '../../shared/audit/events.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { MenuItem } from '../ui/menu.tsx';
import { Page } from '../ui/page.tsx';
import type { PageOf } from '../ui/page-of.ts';
import { useListState } from '../ui/use-list-state.ts';
import './audit.css';
import { changedFields, changeInShort } from '../../shared/audit/changed-fields.ts';
import { type Audited, audit } from './client.ts';

/** The kinds of things that an audit event can be about. */
const kinds = [
  'order',
  'order_line',
  'order_mail',
  'pick',
  'dispatch',
  'product',
  'stock',
  'outcome',
  'user',
  'account',
  'site',
  'employee_role',
  'session',
  'error_code',
  'file',
  'import',
  'import_mapping',
];

/**
 * The thing that an audit event is about. An order is shown by its number, a part of an order by the order's number and the part's name, anything
 * else by its kind and name.
 */
const On = ({ row }: { row: Audited }) => {
  const { type, id, name, order_id } = row.on;
  if (order_id !== null) {
    return (
      <>
        <Link className="code" to={`/admin/orders#search=${orderNumber(order_id)}`}>
          Order {orderNumber(order_id)}
        </Link>
        {type !== 'order' && type !== 'order_mail' && ` · ${name ?? `${kindWords(type)} ${id}`}`}
      </>
    );
  }
  return (
    <>
      {kindWords(type)} {name ?? (id !== null && <span className="code">{id}</span>)}
    </>
  );
};

const Who = ({ row }: { row: Audited }) => (
  <>
    {row.who?.name ?? <span className="note">Kitroom</span>}
    {row.impersonator && <span className="t-warn"> by {row.impersonator.name}</span>}
    {row.token && <span className="t-warn"> by token {row.token}</span>}
  </>
);

const whoText = ({ who, impersonator, token }: Audited): string =>
  [who?.name ?? 'Kitroom', ...(impersonator ? [`by ${impersonator.name}`] : []), ...(token ? [`by token ${token}`] : [])].join(' ');

/** The URL of the list with its current hash and with this change open; if `id` is null, no change is open. */
function withChange(hash: string, id: number | null): string {
  const params = new URLSearchParams(hash.slice(1));
  if (id === null) params.delete('change');
  else params.set('change', String(id));
  const next = params.toString();
  return `/admin/audit${next ? `#${next}` : ''}`;
}

/** Who changed what, newest first. It can be filtered by person, by kind of thing, or by one thing. */
export default function AuditList() {
  const list = useListState({ orderBy: 'id', sortedBy: 'desc', per_page: 100, filters: ['on_type', 'on_id', 'who_id'] });
  const { hash } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  // The open change is in one of the loaded pages, so the list renders again whenever a page has loaded.
  useIsFetching({ queryKey: ['audit'] });
  const id = Number(new URLSearchParams(hash.slice(1)).get('change'));
  const pages = id ? queries.getQueriesData<PageOf<Audited>>({ queryKey: ['audit'] }) : [];
  const openRow = pages.flatMap(([, page]) => page?.items ?? []).find((row) => row.id === id);
  const setShown = (row: Audited | null) => void navigate(withChange(hash, row?.id ?? null), { replace: row === null });
  const { on_type, on_id, who_id } = list.filters;

  const actions = (row: Audited): MenuItem[] => [
    { label: 'Before and after', icon: 'file', onSelect: () => setShown(row) },
    ...(row.on.id === null
      ? []
      : [
          {
            label: `All of this ${kindWords(row.on.type).toLowerCase()}`,
            icon: 'none',
            onSelect: () => list.set({ on_type: row.on.type, on_id: String(row.on.id) }),
          } satisfies MenuItem,
        ]),
    ...(row.who
      ? [
          {
            label: `All by ${row.who.name}`,
            icon: 'user',
            onSelect: () => list.set({ who_id: String(row.who?.id ?? '') }),
          } satisfies MenuItem,
        ]
      : []),
  ];
  // The address has only the ids of the thing and person that the list is filtered by, so their names are read from the loaded rows.
  const loadedRows = queries.getQueriesData<PageOf<Audited>>({ queryKey: ['audit'] }).flatMap(([, page]) => page?.items ?? []);
  const subject = on_id ? loadedRows.find(({ on }) => on.type === on_type && String(on.id) === on_id)?.on.name : undefined;
  const actor = who_id ? loadedRows.find(({ who }) => String(who?.id) === who_id)?.who?.name : undefined;
  const fields = (row: Audited): string => changeInShort(changedFields(row));

  return (
    <Page title="Audit" sub="Every change that a person made" fill>
      <DataTable
        noun={['change', 'changes']}
        list={list}
        exports={{ path: '/admin/audit/export' }}
        queryKey={['audit']}
        load={(query, signal) => answer(audit.index.$get({ query: stringQuery(query) }, { init: { signal } }))}
        searchPlaceholder="Name, order, product or value"
        columns={[
          { key: 'when', heading: 'When', width: 140, orderBy: 'id', firstOrder: 'desc', cell: (row) => <DateText value={row.when} form="moment" /> },
          { key: 'who', heading: 'Who', width: 132, cell: (row) => <Who row={row} />, title: whoText },
          { key: 'what', heading: 'What', width: 216, cell: (row) => eventLabel(row.what), title: (row) => eventLabel(row.what) },
          {
            key: 'on',
            heading: 'On',
            width: 184,
            cell: (row) => <On row={row} />,
            title: (row) => [row.on.order_id !== null && `Order ${orderNumber(row.on.order_id)}`, row.on.name].filter(Boolean).join(' · '),
          },
          {
            key: 'change',
            heading: 'Change',
            minWidth: 200,
            wide: true,
            cell: (row) => (
              <button
                type="button"
                className="audit-change cut"
                onClick={() => setShown(row)}
                aria-label={`Before and after: ${eventLabel(row.what)}`}
              >
                {fields(row) || <span className="note">No fields</span>}
              </button>
            ),
          },
        ]}
        rowId={(row) => String(row.id)}
        rowName={(row) => `${eventLabel(row.what)} by ${whoText(row)}`}
        rowHref={(row) => withChange(hash, row.id)}
        actions={actions}
        card={(row) => (
          <>
            <p className="strong">{eventLabel(row.what)}</p>
            <p>
              <On row={row} />
            </p>
            <p className="sub">
              <Who row={row} /> · <DateText value={row.when} form="moment" />
            </p>
            <button type="button" className="audit-change cut note" onClick={() => setShown(row)}>
              {fields(row) || 'No fields'}
            </button>
          </>
        )}
        tools={
          <>
            <select
              className="in audit-kind"
              aria-label="Kind of thing"
              value={on_type ?? ''}
              onChange={(event) => list.set({ on_type: event.target.value, on_id: '' })}
            >
              <option value="">All kinds of things</option>
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {kindWords(kind)}
                </option>
              ))}
            </select>
            {on_id && (
              <span className="filter">
                Only{' '}
                {on_type === 'order' ? `order ${orderNumber(Number(on_id))}` : `${kindWords(on_type ?? 'thing').toLowerCase()} ${subject ?? on_id}`}
                <IconButton icon="x" size="sm" label="Remove filter" onClick={() => list.set({ on_id: '' })} />
              </span>
            )}
            {who_id && (
              <span className="filter">
                By {actor ?? 'one person'}
                <IconButton icon="x" size="sm" label="Remove filter" onClick={() => list.set({ who_id: '' })} />
              </span>
            )}
          </>
        }
        empty="No changes to show"
        emptyHint={<p>Each change appears here with the values before and after it.</p>}
      />
      {openRow && <ChangeDialog row={openRow} onClose={() => setShown(null)} />}
    </Page>
  );
}

function ChangeDialog({ row, onClose }: { row: Audited; onClose: () => void }) {
  const fields = changedFields(row);
  return (
    <Dialog
      open
      onClose={onClose}
      width={760}
      title={eventLabel(row.what)}
      description={
        <>
          <Who row={row} />, <DateText value={row.when} form="moment" />
        </>
      }
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flow">
        <p className="line">
          <On row={row} />
          {row.import && <Link to={`/admin/imports/${row.import.id}`}>Import {row.import.file_name}</Link>}
          <span className="push">
            <CopyButton text={JSON.stringify({ before: row.before, after: row.after }, null, 2)} />
          </span>
        </p>
        {fields.length === 0 ? (
          <p className="sub">No details of this event are stored.</p>
        ) : (
          <div className="audit-fields">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Before</th>
                  <th scope="col">After</th>
                </tr>
              </thead>
              <tbody>
                {fields.map((field) => (
                  <tr key={field.name}>
                    <td className="strong">{field.name}</td>
                    <td data-label="Before">{field.before || <span className="note">none</span>}</td>
                    <td data-label="After">{field.isBeforeOnly ? null : field.after || <span className="note">none</span>}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
    </Dialog>
  );
}
