import { useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { DataTable } from '../data-table.tsx';
import type { Column } from '../data-table-columns.ts';
import { DateText } from '../date-text.tsx';
import { Money } from '../money.tsx';
import { Page } from '../page.tsx';
import { ProgressBadges } from '../progress-badges.tsx';
import { Segments } from '../segments.tsx';
import { toast } from '../toast.ts';
import { useListState } from '../use-list-state.ts';
import { useIsPhone } from '../use-media.ts';
import { loadOrders, type SampleOrder } from './orders.ts';

const columns: Column<SampleOrder>[] = [
  {
    key: 'number',
    heading: 'Order',
    width: 84,
    orderBy: 'id',
    firstOrder: 'desc',
    cell: (order) => (
      <Link className="code strong" to={`#search=${order.number}`}>
        {order.number}
      </Link>
    ),
  },
  { key: 'submitted', heading: 'Submitted', width: 92, cell: (order) => <DateText value={order.submitted_at} form="list" /> },
  { key: 'client', heading: 'Client', cell: (order) => order.client, title: (order) => order.client },
  { key: 'site', heading: 'Site', wide: true, cell: (order) => order.site, title: (order) => order.site },
  { key: 'requester', heading: 'Requester', cell: (order) => order.requester, title: (order) => order.requester },
  { key: 'po', heading: 'PO Number', width: 104, wide: true, cell: (order) => order.po ?? <span className="note">None</span> },
  { key: 'progress', heading: 'Progress', width: 164, cell: (order) => <ProgressBadges progress={order.progress} /> },
  { key: 'allocated', heading: 'Allocated', width: 80, align: 'num', wide: true, cell: (order) => order.allocated },
  {
    key: 'sub_total',
    heading: 'Sub Total',
    width: 92,
    align: 'num',
    orderBy: 'sub_total',
    firstOrder: 'desc',
    cell: (order) => <Money pence={order.sub_total} />,
  },
];

export type ListCase = 'some' | 'none' | 'many' | 'loading' | 'failed';

const answers: Record<ListCase, (query: Parameters<typeof loadOrders>[0]) => ReturnType<typeof loadOrders>> = {
  some: (query) => loadOrders(query, 240),
  none: (query) => loadOrders(query, 0),
  many: (query) => loadOrders(query),
  loading: () => new Promise(() => undefined),
  failed: () =>
    Promise.reject(Object.assign(new Error('The database did not answer in time.'), { status: 500, request_id: '019aa1f4-7c52-7b0e-9d31' })),
};

/** A list of the API in one of its states. */
export function ListSample({ show }: { show: ListCase }) {
  const list = useListState({ orderBy: 'id', sortedBy: 'desc', per_page: show === 'many' ? 10_000 : 100, filters: ['stage'] });
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const isPhone = useIsPhone();
  return (
    <Page
      title="Orders"
      sub="1 stuck"
      fill={!isPhone}
      actions={!isPhone && <Button>Order report</Button>}
      primary={
        <Button look="primary" icon="plus">
          Create New Order
        </Button>
      }
    >
      <DataTable
        noun={['order', 'orders']}
        list={list}
        queryKey={['sample-orders', show]}
        load={answers[show]}
        columns={columns}
        rowId={(order) => order.number}
        rowName={(order) => `order ${order.number}`}
        rowHref={(order) => `#search=${order.number}`}
        rowTone={(order) => (order.is_stuck ? 'stuck' : undefined)}
        under={(order) =>
          order.is_stuck && (
            <div className="line flex-wrap">
              <Badge tone="warn" icon="alert">
                Stuck
              </Badge>
              <span className="grow">
                <strong>Waiting for courier for 3 h 12 min.</strong> The carrier refused the booking: postcode not recognised.
              </span>
              <Button size="sm">Set as allocated</Button>
              <Button size="sm">Set as dispatched</Button>
            </div>
          )
        }
        actions={(order) => [
          { label: 'Open', to: `#search=${order.number}` },
          { label: 'Print picking list', icon: 'print', onSelect: () => toast('Printed') },
          'line',
          { label: 'Cancel Order', danger: true, disabled: 'Already picked', onSelect: () => undefined },
        ]}
        card={(order) => (
          <>
            <div className="line">
              <strong className="code">{order.number}</strong>
              <span className="sub cut text-md">
                <DateText value={order.submitted_at} form="list" /> · {order.po ?? 'No PO'}
              </span>
              <strong className="push">
                <Money pence={order.sub_total} />
              </strong>
            </div>
            <ProgressBadges progress={order.progress} />
            <p className="sub cut text-md">
              {order.requester} · {order.site}
            </p>
          </>
        )}
        searchPlaceholder="Order, client, person, PO"
        tools={
          <Segments
            label="Stage"
            value={list.filters.stage ?? ''}
            onChange={(stage) => list.set({ stage })}
            segments={[
              { value: '', label: 'All', count: 1204 },
              { value: 'requires_allocation', label: 'Requires allocation', count: 38 },
              { value: 'requires_picking', label: 'Requires picking', count: 6 },
            ]}
          />
        }
        empty="No orders to show"
        selection={show === 'some' ? { ids: selection, onChange: setSelection } : undefined}
        selectionActions={
          <Button look="primary" onClick={() => toast(`Dispatched ${selection.size}`)}>
            Dispatch {selection.size}
          </Button>
        }
      />
    </Page>
  );
}
