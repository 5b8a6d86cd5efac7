import { Link } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { returnStatuses, returnStatusLabel } from '../../shared/returns/return-status.ts';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table-columns.ts';
import { DateText } from '../ui/date-text.tsx';
import type { ListQuery, PageOf } from '../ui/page-of.ts';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import type { ListedReturn } from './client.ts';
import { StatusBadge } from './status-badge.tsx';
import './returns.css';

const segments = [{ value: '', label: 'All' }, ...returnStatuses.map((value) => ({ value, label: returnStatusLabel(value) }))];

interface ReturnTableProps {
  load: (query: ListQuery, signal: AbortSignal) => Promise<PageOf<ListedReturn>>;
  hrefOf: (one: ListedReturn) => string;
  orderHref: (one: ListedReturn) => string;
  /** Whether the table shows the client of each return, for people who see the returns of all clients. */
  hasClient?: boolean;
  /** The address of the list as a document. */
  exportPath?: string;
  hint: string;
}

/** The returns and their decisions, newest first; search and status are in the address. */
export function ReturnTable({ load, hrefOf, orderHref, hasClient, exportPath, hint }: ReturnTableProps) {
  const list = useListState({ orderBy: 'id', sortedBy: 'desc', per_page: limits.returns_page, filters: ['status'] });
  const number = (one: ListedReturn) => (
    <Link className="code strong" to={hrefOf(one)}>
      {one.return_number}
    </Link>
  );
  const order = (one: ListedReturn) => (
    <Link className="code" to={orderHref(one)}>
      {one.order.order_number}
    </Link>
  );
  const client: Column<ListedReturn> = {
    key: 'client',
    heading: 'Client',
    cell: (one) => one.order.account.name,
    title: (one) => one.order.account.name,
  };
  return (
    <DataTable
      noun={['return', 'returns']}
      list={list}
      exports={exportPath ? { path: exportPath } : undefined}
      queryKey={['returns']}
      load={load}
      searchPlaceholder={hasClient ? 'Return, order, client or name' : 'Return, order or name'}
      tools={
        <div className="return-statuses">
          <Segments label="Status" value={list.filters.status ?? ''} onChange={(status) => list.set({ status })} segments={segments} />
        </div>
      }
      columns={[
        { key: 'number', heading: 'Number', width: 112, orderBy: 'id', firstOrder: 'desc', cell: number },
        {
          key: 'submitted',
          heading: 'Submitted',
          width: 128,
          orderBy: 'created_at',
          firstOrder: 'desc',
          cell: (one) => <DateText value={one.created_at} form="list" />,
        },
        ...(hasClient ? [client] : []),
        { key: 'creator', heading: 'Creator', cell: (one) => one.creator.name, title: (one) => one.creator.name },
        { key: 'order', heading: 'Order #', width: 128, orderBy: 'order_number', firstOrder: 'desc', cell: order },
        { key: 'status', heading: 'Status', width: 148, cell: (one) => <StatusBadge status={one.status} /> },
      ]}
      rowId={({ id }) => String(id)}
      rowName={({ return_number }) => `return ${return_number}`}
      rowHref={hrefOf}
      card={(one) => (
        <>
          <div className="line">
            {number(one)}
            <span className="sub text-md">
              <DateText value={one.created_at} form="list" />
            </span>
            <span className="push">
              <StatusBadge status={one.status} />
            </span>
          </div>
          <div className="line sub text-md">
            <span className="cut grow">{[hasClient && one.order.account.name, one.creator.name].filter(Boolean).join(' · ')}</span>
            <span className="nowrap">Order {order(one)}</span>
          </div>
        </>
      )}
      empty="No returns awaiting processing"
      emptyHint={<p>{hint}</p>}
    />
  );
}
