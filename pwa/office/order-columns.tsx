import { Link } from 'react-router';
import { dueState } from '../../shared/due-state.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import type { Column } from '../ui/data-table-columns.ts';
import { DateText } from '../ui/date-text.tsx';
import { Money } from '../ui/money.tsx';
import { ProgressBadges } from '../ui/progress-badges.tsx';
import type { ListedOrder } from './client.ts';
import { bookingFault, pickableWords, waitingTime } from './office-words.ts';

/** The address of an order in the office. */
export const orderPath = (order: ListedOrder): string => `/admin/orders/${order.uuid}/edit`;
/** The address of the screen that sets an order back to allocated or, with `dispatched`, marks an order that awaits its courier as shipped. */
export const rescuePath = (order: ListedOrder, dispatched?: boolean): string =>
  `/admin/orders/${order.uuid}/set-as-allocated${dispatched ? '?dispatched=1' : ''}`;

/** Says that an order is on hold, how many sizes it lacks, or how much of it can be picked. Pass `isNamed` if no heading says *Pickable*. */
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

/** The pipeline of a submitted or cancelled order; for any other order, one word. */
function Progress({ order }: { order: ListedOrder }) {
  if (order.is_submitted || order.cancelled_at) return <ProgressBadges progress={order.progress_summary} />;
  return <Badge tone="line-only">{order.is_requested ? 'Requested' : 'Draft'}</Badge>;
}

const allocated = (order: ListedOrder): string =>
  order.is_submitted && !order.cancelled_at ? `${order.qty_items_allocated + order.qty_items_shipped} / ${order.qty_total_items}` : '';

/** The day by which the client needs an order: today as a word, and in red if it has passed and the order is not finished. */
function Required({ order: { required_on, progress_summary: progress } }: { order: ListedOrder }) {
  const isFinished = progress.is_cancelled || progress.is_fully_shipped;
  const state = isFinished ? null : dueState(required_on, ukDate(new Date().toISOString()));
  if (state === 'today') return <strong>Today</strong>;
  return (
    <span className={state === 'late' ? 't-wrong strong' : undefined}>
      <DateText value={required_on} form="list" />
    </span>
  );
}

const lastDispatched = (order: ListedOrder): string | null => order.dispatches.findLast(({ dispatched_at }) => dispatched_at)?.dispatched_at ?? null;

/** Says why a parcel has not left. Links lead to the two ways to continue: back to allocated, or on to dispatched. */
export function Stuck({ order }: { order: ListedOrder }) {
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
        <ButtonLink to={rescuePath(order)} size="sm">
          Set as allocated
        </ButtonLink>
        <ButtonLink to={rescuePath(order, true)} size="sm">
          Set as dispatched
        </ButtonLink>
      </span>
    </div>
  );
}

/** The columns of the office's list of orders. */
export const orderColumns: readonly Column<ListedOrder>[] = [
  {
    key: 'number',
    heading: 'Order',
    width: 68,
    orderBy: 'order_number',
    firstOrder: 'desc',
    cell: (order) => (
      <Link className="code strong" to={orderPath(order)}>
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
  {
    key: 'required',
    heading: 'Required by',
    width: 96,
    wide: true,
    onCard: true,
    orderBy: 'required_on',
    cell: (order) => <Required order={order} />,
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
    cell: (order) => (order.client_po_reference ? <span className="code">{order.client_po_reference}</span> : <span className="note">None</span>),
    title: (order) => order.client_po_reference ?? '',
  },
  { key: 'items', heading: 'Items', width: 64, align: 'num', extra: true, cell: (order) => formatCount(order.qty_total_items) },
  {
    key: 'started',
    heading: 'Started',
    width: 88,
    orderBy: 'created_at',
    firstOrder: 'desc',
    extra: true,
    cell: (order) => <DateText value={order.created_at} form="list" />,
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
];

/** An order as a card of the list on a phone. */
export const OrderCard = ({ order }: { order: ListedOrder }) => (
  <>
    <div className="line">
      <Link className="code strong" to={orderPath(order)}>
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
);
