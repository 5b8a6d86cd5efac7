import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { limits } from '../../shared/limits.ts';
import type { ListAction } from '../../shared/ordering/list-actions.ts';
import { useOrderNews } from '../api/order-news.ts';
import { stringQuery } from '../api/string-query.ts';
import { useWrite } from '../api/use-write.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { useListPlace } from '../ui/list-memory.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { ProgressBadges } from '../ui/progress-badges.tsx';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { type ListedOrder, listOrders, readCounts, readMatching } from './client.ts';
import { ManyOrders } from './many-orders.tsx';
import { NewOrderDialog } from './new-order-dialog.tsx';
import './office.css';
import { bookingFault, isWaiting, needsRescue, pickableWords, waitingTime } from './office-words.ts';
import { OrderFilters, officeFilterNames } from './order-filters.tsx';
import { useKey } from './use-key.ts';

const edit = (order: ListedOrder): string => `/admin/orders/${order.uuid}/edit`;
const rescue = (order: ListedOrder, dispatched?: boolean): string =>
  `/admin/orders/${order.uuid}/set-as-allocated${dispatched ? '?dispatched=1' : ''}`;

const stages = [
  ['', 'All', 'all'],
  ['requires_allocation', 'Requires allocation', 'requires_allocation'],
  ['requires_picking', 'Requires picking', 'requires_picking'],
  ['requires_prep', 'Requires prep', 'requires_prep'],
] as const;

/** What can be picked of it, or the sizes that it waits for; `isNamed` where no heading names the column. */
function Pickable({ order, isNamed }: { order: ListedOrder; isNamed?: boolean }) {
  const { progress_summary: progress, is_pickable } = order;
  if (progress.is_cancelled || !progress.is_submitted) return null;
  if (order.is_frozen && !progress.is_fully_shipped)
    return (
      <Badge tone="wrong" icon="lock">
        On hold
      </Badge>
    );
  if (progress.lines_with_no_sizes > 0) return <Badge tone="warn">{countText(progress.lines_with_no_sizes, 'missing size')}</Badge>;
  const quiet = is_pickable === 'none' || is_pickable === 'fully_shipped';
  const words = pickableWords[is_pickable];
  return <span className={quiet ? 'note' : undefined}>{isNamed ? `Pickable: ${words}` : words}</span>;
}

/** The pipeline of a submitted order; a word for one that is not submitted yet. */
function Progress({ order }: { order: ListedOrder }) {
  if (order.is_submitted || order.cancelled_at) return <ProgressBadges progress={order.progress_summary} />;
  return <Badge tone="line-only">{order.is_requested ? 'Requested' : 'Draft'}</Badge>;
}

const allocated = (order: ListedOrder): string =>
  order.is_submitted && !order.cancelled_at ? `${order.qty_items_allocated + order.qty_items_shipped} / ${order.qty_total_items}` : '';

const lastDispatched = (order: ListedOrder): string | null => order.dispatches.findLast(({ dispatched_at }) => dispatched_at)?.dispatched_at ?? null;

/** Why a parcel is still here, and the two ways to continue. */
function Stuck({ order }: { order: ListedOrder }) {
  const fault = bookingFault(order);
  return (
    <div className="stuck-line">
      <Badge tone="warn" icon="alert">
        Stuck
      </Badge>
      <span className="cut grow" title={fault ?? undefined}>
        <strong>Waiting for courier for {waitingTime(order.status_since)}.</strong> {fault ? `Booking: ${fault}` : 'There is no tracking number yet.'}
      </span>
      <span className="line">
        <ButtonLink to={rescue(order)} size="sm">
          Set as allocated
        </ButtonLink>
        <ButtonLink to={rescue(order, true)} size="sm">
          Set as dispatched
        </ButtonLink>
      </span>
    </div>
  );
}

/** The hits in the other stages for a search without a hit in one stage. */
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

/** All clients' orders, last submitted first: the office's work list. */
export default function OrderList() {
  const list = useListState({
    orderBy: 'submitted_at',
    sortedBy: 'desc',
    per_page: limits.admin_orders_page,
    filters: ['stage', ...officeFilterNames],
  });
  const isPhone = useIsPhone();
  const place = useListPlace();
  const [creating, setCreating] = useState(false);
  const [selection, setSelection] = useState<ReadonlySet<string>>(place?.chosen ?? new Set());
  const [acting, setActing] = useState<ListAction | null>(null);
  const navigate = useNavigate();
  const { stage: _stage, ...filters } = list.filters;
  const narrowed = stringQuery({ ...filters, ...(list.search && { search: list.search }) });
  const counts = useQuery({
    queryKey: ['admin-orders', 'counts', narrowed],
    queryFn: ({ signal }) => readCounts(narrowed, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const queries = useQueryClient();
  // The floor keeps working: its badges change while the list is open.
  useOrderNews(() => {
    for (const part of ['list', 'counts']) void queries.invalidateQueries({ queryKey: ['admin-orders', part] });
  });
  useKey('n', () => setCreating(true));

  const actions = (order: ListedOrder): MenuItem[] => [
    { label: 'Open', icon: 'next', to: edit(order) },
    ...(isWaiting(order)
      ? ([
          { label: 'Set as allocated', icon: 'retry', to: rescue(order) },
          { label: 'Set as dispatched', icon: 'truck', to: rescue(order, true) },
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
      onSelect: () => list.set({ account_id: String(order.account.id), site_id: '' }),
    },
  ];
  const { page: _page, per_page: _per_page, ...view } = list.query;
  // A new view clears the selection: an action would otherwise apply to orders that are not shown.
  const viewed = JSON.stringify({ search: list.search, ...list.filters });
  const [chosenIn, setChosenIn] = useState(viewed);
  if (chosenIn !== viewed) {
    setChosenIn(viewed);
    setSelection(new Set());
  }
  const chooseAll = useWrite({
    send: () => readMatching(stringQuery(view)),
    success: ({ uuids, is_cut }) => (is_cut ? `Only the first ${formatCount(uuids.length)} are chosen.` : undefined),
    onSaved: ({ uuids }) => setSelection(new Set(uuids)),
  });

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
        refetchInterval={60_000}
        columns={[
          {
            key: 'number',
            heading: 'Order',
            width: 68,
            orderBy: 'order_number',
            firstOrder: 'desc',
            cell: (order) => (
              <Link className="code strong" to={edit(order)}>
                {order.order_number}
              </Link>
            ),
          },
          {
            key: 'submitted',
            heading: 'Submitted',
            width: 88,
            orderBy: 'submitted_at',
            firstOrder: 'desc',
            cell: (order) => <DateText value={order.submitted_at} form="list" />,
          },
          { key: 'client', heading: 'Client', width: 132, cell: (order) => order.account.name, title: (order) => order.account.name },
          {
            key: 'site',
            heading: 'Site',
            minWidth: 100,
            cell: (order) => order.delivery_site?.name,
            title: (order) => order.delivery_site?.name ?? '',
          },
          {
            key: 'requester',
            heading: 'Requester',
            width: 120,
            cell: (order) => order.requester.name,
            title: (order) => order.requester.name,
            wide: true,
          },
          {
            key: 'po',
            heading: 'PO Number',
            width: 88,
            wide: 'first',
            cell: (order) =>
              order.client_po_reference ? <span className="code">{order.client_po_reference}</span> : <span className="note">None</span>,
            title: (order) => order.client_po_reference ?? '',
          },
          { key: 'progress', heading: 'Progress', width: 156, cell: (order) => <Progress order={order} /> },
          { key: 'allocated', heading: 'Allocated', onCard: true, align: 'num', width: 72, wide: true, cell: allocated },
          { key: 'pickable', heading: 'Pickable', width: 120, cell: (order) => <Pickable order={order} /> },
          {
            key: 'dispatched',
            heading: 'Dispatched',
            onCard: true,
            width: 80,
            wide: 'first',
            cell: (order) => <DateText value={lastDispatched(order)} form="list" />,
          },
          { key: 'total', heading: 'Sub Total', align: 'num', width: 120, wide: true, cell: (order) => <Money pence={order.sub_total} /> },
        ]}
        rowId={(order) => order.uuid}
        rowName={(order) => order.order_number}
        rowHref={edit}
        rowTone={(order) => (needsRescue(order) ? 'stuck' : undefined)}
        under={(order) => needsRescue(order) && <Stuck order={order} />}
        actions={actions}
        selection={{ ids: selection, onChange: setSelection }}
        selectionActions={
          <span className="line">
            <Button size="sm" look="quiet" busy={chooseAll.busy} busyText="Looking" onClick={() => void chooseAll.write()}>
              Choose all that match
            </Button>
            <Button size="sm" onClick={() => setActing('allocate')}>
              Allocate
            </Button>
            <Button size="sm" onClick={() => setActing('release')}>
              Start Pick
            </Button>
            <Menu
              items={[
                {
                  label: 'Allocate by a rule',
                  icon: 'none',
                  onSelect: () => void navigate('/admin/allocation', { state: { orders: [...selection] } }),
                },
                { label: 'Put on hold', icon: 'lock', onSelect: () => setActing('hold') },
                { label: 'Take off hold', icon: 'none', onSelect: () => setActing('let_go') },
                'line',
                { label: 'Un-Allocate', icon: 'minus', onSelect: () => setActing('unallocate') },
                { label: 'Send back', icon: 'back', onSelect: () => setActing('send_back') },
              ]}
            >
              <Button size="sm" icon="more">
                More
              </Button>
            </Menu>
          </span>
        }
        card={(order) => (
          <>
            <div className="line">
              <Link className="code strong" to={edit(order)}>
                {order.order_number}
              </Link>
              <span className="note">
                <DateText value={order.submitted_at} form="list" />
              </span>
              <span className="push">
                <Money pence={order.sub_total} />
              </span>
            </div>
            <p className="cut">
              {order.account.name}
              {order.delivery_site && ` · ${order.delivery_site.name}`}
            </p>
            <p className="sub cut">
              {order.requester.name}
              {order.client_po_reference && (
                <>
                  {' · '}
                  <span className="code">{order.client_po_reference}</span>
                </>
              )}
            </p>
            <div className="line office-card-state">
              <Progress order={order} />
              <Pickable order={order} isNamed />
            </div>
          </>
        )}
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
      {acting && (
        <ManyOrders
          action={acting}
          uuids={[...selection]}
          onClose={(isDone) => {
            setActing(null);
            if (isDone) setSelection(new Set());
          }}
        />
      )}
      <NewOrderDialog open={creating} onClose={() => setCreating(false)} />
    </Page>
  );
}
