import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { isCollection } from '../../shared/dispatch/collection.ts';
import { useOrderNews } from '../api/order-news.ts';
import { useSession } from '../session/use-session.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date-text.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import { Money } from '../ui/money.tsx';
import { OrderProgress } from '../ui/order-progress.tsx';
import { Page } from '../ui/page.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { type Dispatch, type ListedOrder, readListedOrders, readOrders } from './client.ts';
import { listKey } from './order-data.ts';
import { OrderFilters } from './order-filters.tsx';
import { declinedBy, isDeclined, missingSizesOf, peopleWithLines, personList } from './order-words.ts';
import './ordering.css';

const isDraft = (order: ListedOrder): boolean => !order.is_submitted && !order.is_requested && !order.progress_summary.is_cancelled;
const isContinued = (order: ListedOrder): boolean => isDraft(order) && order.can.edit_details;
const hrefOf = (order: ListedOrder): string => `/orders/${order.uuid}${isContinued(order) ? '/edit' : ''}`;

/** The orders that a client's person may see, newest first. */
export default function OrderList() {
  const { can } = useSession();
  const isPhone = useIsPhone();
  const list = useListState<'waits' | 'site_id'>({ orderBy: 'created_at', sortedBy: 'desc', per_page: 25, filters: ['waits', 'site_id'] });
  const forOthers = can('order_for_others');
  const queries = useQueryClient();
  useOrderNews(() => void queries.invalidateQueries({ queryKey: listKey }));
  return (
    <Page
      title="Orders"
      fill={!isPhone}
      primary={
        <ButtonLink look="primary" icon="plus" to={forOthers ? '/employees' : '/orders/create'}>
          {forOthers ? 'Create New Order' : 'Create New Order For Myself'}
        </ButtonLink>
      }
    >
      <DataTable
        noun={['order', 'orders']}
        list={list}
        queryKey={listKey}
        load={isPhone ? readListedOrders : readOrders}
        searchPlaceholder="Order, PO, name, product, tracking"
        tools={<OrderFilters list={list} />}
        columns={[
          { key: 'order', heading: 'Order', width: 132, orderBy: 'order_number', firstOrder: 'desc', cell: (order) => <OrderNumber order={order} /> },
          {
            key: 'submitted',
            heading: 'Submitted',
            width: 112,
            orderBy: 'created_at',
            firstOrder: 'desc',
            cell: (order) => <Submitted order={order} />,
          },
          {
            key: 'po',
            heading: 'PO Number',
            width: 132,
            wide: true,
            orderBy: 'client_po_reference',
            title: (order) => order.client_po_reference ?? '',
            cell: (order) => <span className="code">{order.client_po_reference ?? <span className="note">None</span>}</span>,
          },
          { key: 'requester', heading: 'Requester', orderBy: 'requester', cell: (order) => <Requester order={order} /> },
          { key: 'progress', heading: 'Progress', width: 216, orderBy: 'status', cell: (order) => <Progress order={order} /> },
          {
            key: 'dispatched',
            heading: 'Dispatched',
            width: 196,
            wide: true,
            orderBy: 'dispatched_at',
            firstOrder: 'desc',
            cell: (order) => <Dispatched dispatch={lastOf(order)} />,
          },
          { key: 'days', heading: 'Days L.', align: 'num', width: 68, wide: true, cell: (order) => lastOf(order)?.days_lapsed ?? null },
          {
            key: 'sub_total',
            heading: 'Sub Total',
            align: 'num',
            width: 132,
            orderBy: 'sub_total',
            firstOrder: 'desc',
            cell: (order) => <Money pence={order.sub_total} />,
          },
        ]}
        rowId={(order) => order.uuid}
        rowName={(order) => `order ${order.order_number}`}
        rowHref={hrefOf}
        card={(order) => <OrderCard order={order} />}
        empty="No orders to show"
        emptyHint={<p>Orders appear here as soon as {forOthers ? 'somebody starts' : 'you start'} one.</p>}
      />
    </Page>
  );
}

const lastOf = (order: ListedOrder): Dispatch | undefined => order.dispatches.findLast(({ dispatched_at }) => dispatched_at !== null);

function OrderNumber({ order }: { order: ListedOrder }) {
  return (
    <span className="line">
      <Link className="code strong" to={hrefOf(order)}>
        {order.order_number}
      </Link>
      {isContinued(order) && (
        <Link to={hrefOf(order)} aria-label={`Continue order ${order.order_number}`}>
          Continue
        </Link>
      )}
    </span>
  );
}

function Submitted({ order }: { order: ListedOrder }) {
  if (order.is_submitted) return <DateText value={order.submitted_at} form="list" />;
  return order.is_requested ? (
    <Badge tone="accent" icon="clock">
      Requested
    </Badge>
  ) : isDeclined(order) ? (
    <Declined />
  ) : (
    <span className="note">Not submitted</span>
  );
}

const Declined = () => (
  <Badge tone="wrong" icon="x">
    Declined
  </Badge>
);

function Contacts({ requester }: { requester: ListedOrder['requester'] }) {
  return (
    <>
      {requester.contact_phone && (
        <a
          className="btn quiet icon contact"
          href={`tel:${requester.contact_phone.replace(/\s/g, '')}`}
          aria-label={`Call ${requester.name}`}
          title={requester.contact_phone}
        >
          <Icon name="phone" />
        </a>
      )}
      {requester.email && (
        <a className="btn quiet icon contact" href={`mailto:${requester.email}`} aria-label={`Email ${requester.name}`} title={requester.email}>
          <Icon name="mail" />
        </a>
      )}
    </>
  );
}

function Requester({ order }: { order: ListedOrder }) {
  const { requester, delivery_site } = order;
  return (
    <div className="line requester">
      <span className="cut grow" title={[requester.name, delivery_site?.name].filter(Boolean).join(', ')}>
        {requester.name}
        {delivery_site && <span className="note"> · {delivery_site.name}</span>}
      </span>
      <Contacts requester={requester} />
    </div>
  );
}

/** Who declined a request, and why. The names have their own row, so that a long reason does not cut them off. */
function DeclinedWhy({ order }: { order: ListedOrder }) {
  return (
    <div className="declined-why" title={`${declinedBy(order)}: ${order.declined_reason}`}>
      <div>{declinedBy(order)}</div>
      <div className="note">{order.declined_reason}</div>
    </div>
  );
}

/** How far an order is. Missing sizes are shown after submission too: until they are chosen, their items cannot be packed. */
function Progress({ order }: { order: ListedOrder }) {
  const { progress_summary: progress, lines } = order;
  const missing = progress.lines_with_no_sizes > 0 && !progress.is_cancelled && (
    <Badge tone="warn">{missingSizesOf(progress.lines_with_no_sizes, lines)}</Badge>
  );
  if (order.is_submitted || progress.is_cancelled) {
    return missing ? (
      <span className="line order-standing">
        <OrderProgress order={order} />
        {missing}
      </span>
    ) : (
      <OrderProgress order={order} />
    );
  }
  if (isDeclined(order)) return <DeclinedWhy order={order} />;
  if (missing) return missing;
  return progress.lines_with_sizes > 0 ? <span className="sub">All sizes chosen</span> : <span className="note">Nothing in it yet</span>;
}

function Tracking({ dispatch }: { dispatch: Dispatch }) {
  const { consignment } = dispatch;
  if (!consignment?.tracking_number) return null;
  if (!consignment.tracking_url) return <span className="code">{consignment.tracking_number}</span>;
  return (
    <a className="code cut" href={consignment.tracking_url} target="_blank" rel="noreferrer">
      {consignment.tracking_number}
      <span className="sr"> (the carrier’s tracking, in a new tab)</span>
    </a>
  );
}

function Dispatched({ dispatch }: { dispatch: Dispatch | undefined }) {
  if (!dispatch) return null;
  return (
    <span className="line">
      <DateText value={dispatch.dispatched_at} form="list" />
      <Tracking dispatch={dispatch} />
    </span>
  );
}

/** How many garments a card shows as pictures. */
const MAX_TILES = 4;

/** For whom an order is, and what is in it: "Chloe Birtwhistle and Callum Fraser · Hi-Vis Vest and 3 more". */
function OrderContents({ order }: { order: ListedOrder }) {
  const { lines = [] } = order;
  const people = peopleWithLines(order);
  const [line, ...more] = lines.filter((one, place) => lines.findIndex(({ product_name }) => product_name === one.product_name) === place);
  if (people.length === 0 || !line) return null;
  return (
    <div className="line card-contents">
      {[line, ...more].slice(0, MAX_TILES).map(({ id, product }) => (
        <GarmentTile key={id} media={product.media} alt="" colour={product.attributes.colour_hex} size={40} />
      ))}
      <p className="grow text-md">
        <span className="block strong">{personList(people)}</span>
        <span className="block sub">
          {line.product_name}
          {more.length > 0 && ` and ${more.length} more`}
        </span>
      </p>
    </div>
  );
}

function OrderCard({ order }: { order: ListedOrder }) {
  const dispatch = lastOf(order);
  return (
    <>
      <div className="line">
        <Link className="code strong order-link" to={hrefOf(order)}>
          {order.order_number}
        </Link>
        <span className="sub cut text-md">
          {order.is_submitted ? <DateText value={order.submitted_at} form="list" /> : order.is_requested ? 'Requested' : 'Not submitted'}
          {order.client_po_reference && (
            <>
              {' · '}
              <span className="code">{order.client_po_reference}</span>
            </>
          )}
        </span>
        <strong className="push">
          <Money pence={order.sub_total} />
        </strong>
      </div>
      <OrderContents order={order} />
      {isContinued(order) ? (
        <div className="line">
          {isDeclined(order) ? <Declined /> : <Progress order={order} />}
          <ButtonLink to={hrefOf(order)} className="push card-button" aria-label={`Continue order ${order.order_number}`}>
            Continue
          </ButtonLink>
        </div>
      ) : (
        <div>
          {isDeclined(order) ? (
            <Declined />
          ) : order.is_requested && !order.is_submitted ? (
            <span className="line">
              <Badge tone="accent" icon="clock">
                Waiting for approval
              </Badge>
              <Progress order={order} />
            </span>
          ) : (
            <Progress order={order} />
          )}
        </div>
      )}
      {isDeclined(order) && (
        <p className="text-md">
          {declinedBy(order)}: {order.declined_reason}
        </p>
      )}
      <div className="line sub text-md">
        <span className="cut grow">{[order.requester.name, order.delivery_site?.name].filter(Boolean).join(' · ')}</span>
        <span className="line card-contacts">
          <Contacts requester={order.requester} />
        </span>
      </div>
      {dispatch && (
        <div className="line text-md card-dispatch">
          <span className="t-done line">
            <Icon name="truck" />
            <span>
              {dispatch.delivered_on ? 'Delivered' : isCollection(dispatch) ? 'Ready to collect since' : 'Dispatched'}{' '}
              <DateText value={dispatch.delivered_on ?? dispatch.dispatched_at} form="list" />
            </span>
          </span>
          <Tracking dispatch={dispatch} />
          {dispatch.days_lapsed !== null && (
            <span className="push sub nowrap">{dispatch.days_lapsed === 0 ? 'the same day' : `after ${countText(dispatch.days_lapsed, 'day')}`}</span>
          )}
        </div>
      )}
    </>
  );
}
