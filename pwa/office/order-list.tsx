import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { useOrderNews } from '../api/order-news.ts';
import { listViews } from '../api/saved-views.tsx';
import { stringQuery } from '../api/string-query.ts';
import { Button } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { DataTable } from '../ui/data-table.tsx';
import type { MenuItem } from '../ui/menu.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { useKey } from '../ui/use-key.ts';
import { useListState } from '../ui/use-list-state.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { type ListedOrder, listOrders, readCounts } from './client.ts';
import { NewOrderDialog } from './new-order-dialog.tsx';
import './office.css';
import { isWaiting, needsRescue } from './office-words.ts';
import { OrderCard, orderColumns, orderPath, rescuePath, Stuck } from './order-columns.tsx';
import { OrderFilters, officeFilterNames } from './order-filters.tsx';
import { useOrderSelection } from './use-order-selection.tsx';

const stages = [
  ['', 'All', 'all'],
  ['requires_allocation', 'Requires allocation', 'requires_allocation'],
  ['requires_picking', 'Requires picking', 'requires_picking'],
  ['requires_prep', 'Requires prep', 'requires_prep'],
] as const;

/** Says how many orders of all stages match a search that has no match in the chosen stage. */
function InAllStages({ search, onShow }: { search: string; onShow: () => void }) {
  const query = useQuery({
    queryKey: ['admin-orders', 'elsewhere', search],
    queryFn: ({ signal }) => listOrders({ search, per_page: '1' }, signal),
  });
  const total = query.data?.total ?? 0;
  if (total === 0) return null;
  return (
    <p>
      {countText(total, 'order')} {total === 1 ? 'matches' : 'match'} it in all stages.{' '}
      <button type="button" className="link" onClick={onShow}>
        {total === 1 ? 'Show it' : `Show those ${total}`}
      </button>
    </p>
  );
}

/** The menu of one order in the list. */
const orderMenu = (order: ListedOrder, onlyClient: (order: ListedOrder) => void): MenuItem[] => [
  { label: 'Open', icon: 'next', to: orderPath(order) },
  ...(isWaiting(order)
    ? ([
        { label: 'Set as allocated', icon: 'retry', to: rescuePath(order) },
        { label: 'Set as dispatched', icon: 'truck', to: rescuePath(order, true) },
      ] satisfies MenuItem[])
    : []),
  'line',
  ...(order.is_submitted ? [{ label: 'Confirmation', icon: 'file', to: `/orders/${order.uuid}/confirmation` } satisfies MenuItem] : []),
  ...(order.progress_summary.is_allocated && order.is_submitted && !order.cancelled_at
    ? [{ label: 'Picking list', icon: 'print', href: `/admin/picking/orders/${order.uuid}/download` } satisfies MenuItem]
    : []),
  {
    label: `Only ${order.account.name}`,
    icon: 'none',
    onSelect: () => onlyClient(order),
  },
];

/** All clients' orders, last submitted first: the office's work list. */
export default function OrderList() {
  const list = useListState({
    orderBy: 'submitted_at',
    sortedBy: 'desc',
    per_page: limits.admin_orders_page,
    filters: ['stage', ...officeFilterNames],
  });
  const isPhone = useIsPhone();
  const { state } = useLocation();
  // A link from another screen opens the dialog; Back and a reload do not.
  const isLinked = useNavigationType() === 'PUSH' && (state as { creates?: boolean } | null)?.creates === true;
  const [creating, setCreating] = useState(isLinked);
  const { stage: _stage, ...filters } = list.filters;
  const narrowed = stringQuery({ ...filters, ...(list.search && { search: list.search }) });
  const counts = useQuery({
    queryKey: ['admin-orders', 'counts', narrowed],
    queryFn: ({ signal }) => readCounts(narrowed, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const queries = useQueryClient();
  // The floor works on the orders while the list is open, so the orders' badges change.
  useOrderNews(() => {
    for (const part of ['list', 'counts']) void queries.invalidateQueries({ queryKey: ['admin-orders', part] });
  });
  useKey('n', () => setCreating(true), 'Create New Order');

  const onlyClient = (order: ListedOrder): void => list.set({ account_id: String(order.account.id), site_id: '' });
  const { page: _page, per_page: _per_page, ...query } = list.query;
  const { selection, actions: selectionActions, dialog } = useOrderSelection(JSON.stringify({ search: list.search, ...list.filters }), query);

  return (
    <Page
      title="Orders"
      fill
      sub={
        counts.data && (
          <>
            {countText(counts.data.all, 'order')}
            {counts.data.waiting_for_courier > 0 && `, ${formatCount(counts.data.waiting_for_courier)} waiting for courier`}
          </>
        )
      }
      primary={
        <Button look="primary" icon="plus" block={isPhone} onClick={() => setCreating(true)} aria-keyshortcuts="n">
          Create New Order
        </Button>
      }
    >
      <DataTable
        noun={['order', 'orders']}
        list={list}
        exports={{ path: '/admin/orders/export' }}
        queryKey={['admin-orders', 'list']}
        load={(query, signal) => listOrders(stringQuery(query), signal)}
        views={listViews('orders', [
          { name: 'All orders', view: '' },
          { name: 'Exchanges', view: 'exchanges=1', count: counts.data?.exchanges },
          { name: 'Drafts of the office', view: 'office_drafts=1', count: counts.data?.office_drafts },
          { name: 'Required soonest', view: 'stage=requires_allocation&orderBy=required_on&sortedBy=asc' },
        ])}
        refetchInterval={60_000}
        columns={orderColumns}
        rowId={(order) => order.uuid}
        rowName={(order) => order.order_number}
        rowHref={orderPath}
        rowTone={(order) => (needsRescue(order) ? 'stuck' : undefined)}
        under={(order) => needsRescue(order) && <Stuck order={order} />}
        actions={(order) => orderMenu(order, onlyClient)}
        selection={selection}
        selectionActions={selectionActions}
        card={(order) => <OrderCard order={order} />}
        searchPlaceholder="Order, client, person, PO, product, tracking"
        tools={
          <>
            <div className="stage-rail">
              <Segments
                label="Stage"
                value={list.filters.stage ?? ''}
                onChange={(stage) => list.set({ stage })}
                segments={stages.map(([value, label, count]) => ({ value, label, count: counts.data?.[count] }))}
              />
            </div>
            <OrderFilters list={list} />
          </>
        }
        empty="No orders to show"
        elsewhere={list.search && list.filters.stage && <InAllStages search={list.search} onShow={() => list.set({ stage: '' })} />}
        emptyHint={<p>Orders appear here as soon as somebody starts one.</p>}
      />
      {dialog}
      <NewOrderDialog open={creating} onClose={() => setCreating(false)} />
    </Page>
  );
}
