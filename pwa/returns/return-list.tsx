import { Link } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { returnStatuses, returnStatusWords } from '../../shared/returns/return-status.ts';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { type ListedReturn, readReturns } from './client.ts';
import { StatusBadge } from './status-badge.tsx';
import './returns.css';

const hrefOf = ({ id }: ListedReturn): string => `/returns/${id}`;
const segments = [{ value: '', label: 'All' }, ...returnStatuses.map((value) => ({ value, label: returnStatusWords[value] }))];

/** What was sent back and what became of it, newest first; search and status stand in the address. */
export default function ReturnList() {
  const isPhone = useIsPhone();
  const list = useListState({ orderBy: 'id', sortedBy: 'desc', per_page: limits.returns_page, filters: ['status'] });
  return (
    <Page title="Returns" fill={!isPhone}>
      <DataTable
        noun={['return', 'returns']}
        list={list}
        queryKey={['returns']}
        load={readReturns}
        searchPlaceholder="Return, order or name"
        tools={
          <div className="return-statuses">
            <Segments label="Status" value={list.filters.status ?? ''} onChange={(status) => list.set({ status })} segments={segments} />
          </div>
        }
        columns={[
          { key: 'number', heading: 'Number', width: 112, orderBy: 'id', firstOrder: 'desc', cell: (one) => <NumberLink one={one} /> },
          {
            key: 'submitted',
            heading: 'Submitted',
            width: 128,
            orderBy: 'created_at',
            firstOrder: 'desc',
            cell: (one) => <DateText value={one.created_at} form="list" />,
          },
          { key: 'creator', heading: 'Creator', cell: (one) => one.creator.name, title: (one) => one.creator.name },
          {
            key: 'order',
            heading: 'Order #',
            width: 128,
            orderBy: 'order_number',
            firstOrder: 'desc',
            cell: (one) => (
              <Link className="code" to={`/orders/${one.order.uuid}`}>
                {one.order.order_number}
              </Link>
            ),
          },
          { key: 'status', heading: 'Status', width: 148, cell: (one) => <StatusBadge status={one.status} /> },
        ]}
        rowId={({ id }) => String(id)}
        rowName={({ return_number }) => `return ${return_number}`}
        rowHref={hrefOf}
        card={(one) => (
          <>
            <div className="line">
              <NumberLink one={one} />
              <span className="sub text-md">
                <DateText value={one.created_at} form="list" />
              </span>
              <span className="push">
                <StatusBadge status={one.status} />
              </span>
            </div>
            <div className="line sub text-md">
              <span className="cut grow">{one.creator.name}</span>
              <span className="nowrap">
                Order{' '}
                <Link className="code" to={`/orders/${one.order.uuid}`}>
                  {one.order.order_number}
                </Link>
              </span>
            </div>
          </>
        )}
        empty="No returns awaiting processing"
        emptyHint={<p>Open an order that has been dispatched to send something of it back.</p>}
      />
    </Page>
  );
}

function NumberLink({ one }: { one: ListedReturn }) {
  return (
    <Link className="code strong" to={hrefOf(one)}>
      {one.return_number}
    </Link>
  );
}
