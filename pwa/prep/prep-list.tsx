import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { holdsText } from '../../shared/folded.ts';
import { totesText } from '../../shared/picking/totes-text.ts';
import { floorSort, sortOrders } from '../offline/floor-sort.ts';
import { FloorWaiting } from '../offline/floor-waiting.tsx';
import { SortChoice } from '../offline/sort-choice.tsx';
import { usePrepList } from '../offline/use-floor.ts';
import { useOtherTrolleys } from '../offline/use-other-trolleys.ts';
import type { PrepBatch, PrepView } from '../offline/views.ts';
import { WaitingPrintJobs } from '../offline/waiting-print-jobs.tsx';
import { SearchOrScan } from '../scan/search-or-scan.tsx';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { OrderRow, OrderRows } from '../ui/order-row.tsx';
import { OrderRowsSkeleton } from '../ui/order-rows-skeleton.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { useStore } from '../ui/store.ts';
import { BatchList } from './batch-list.tsx';
import './prep.css';

const matches = (order: PrepView, search: string): boolean =>
  [order.order_number, order.account_name, order.site_name, order.site_reference, totesText(order), ...order.wearers, ...order.decorations].some(
    (words) => holdsText(words, search),
  );

const matchesBatch = ({ decoration, account_name, orders }: PrepBatch, search: string): boolean =>
  [decoration, account_name, ...orders.map(({ pick }) => pick.order_number)].some((words) => holdsText(words, search));

const views = [
  { value: 'orders', label: 'Orders' },
  { value: 'batches', label: 'Batches' },
];

/** The list's sections, in the order of the work. */
const sections: readonly { title: string; has: (order: PrepView) => boolean }[] = [
  { title: 'Begun', has: ({ qty_ticked, qty_decorated }) => qty_ticked > 0 && qty_ticked < qty_decorated },
  { title: 'To decorate', has: ({ qty_ticked, qty_decorated }) => qty_ticked === 0 && qty_decorated > 0 },
  { title: 'To bag', has: ({ qty_ticked, qty_decorated }) => qty_ticked === qty_decorated },
];

/** The picked orders that wait to be decorated or bagged; the search covers number, client, site, wearer and decoration. */
export default function PrepList() {
  const orders = usePrepList();
  const sort = useStore(floorSort);
  const [search, setSearch] = useState('');
  const navigate = useNavigate();
  // The choice is in the address, so that the Back key of an order leads back to the batches.
  const isBatches = useLocation().hash === '#batches';
  const rows = useMemo(() => sortOrders(orders ?? [], sort).filter((order) => !search || matches(order, search)), [orders, sort, search]);
  const remaining = rows.reduce((sum, { qty_decorated, qty_ticked }) => sum + qty_decorated - qty_ticked, 0);
  return (
    <Page
      title="Prep"
      flush
      strip={
        <SearchOrScan value={search} onSearch={setSearch} placeholder="Order, client, wearer or decoration">
          <Segments
            label="Show"
            segments={views}
            value={isBatches ? 'batches' : 'orders'}
            onChange={(value) => void navigate({ hash: value === 'batches' ? 'batches' : '' }, { replace: true })}
          />
          {!isBatches && <SortChoice />}
        </SearchOrScan>
      }
    >
      {orders === null && (
        <FloorWaiting>
          <OrderRowsSkeleton />
        </FloorWaiting>
      )}
      <div className="prep-print-jobs">
        <WaitingPrintJobs />
      </div>
      {orders !== null && isBatches && <BatchList matches={(batch) => !search || matchesBatch(batch, search)} />}
      {!isBatches && orders !== null && rows.length === 0 && (
        <EmptyState title="No Orders">
          {search ? <p>Nothing matches “{search}”.</p> : <p>Orders come here when they are picked and have decoration or several wearers.</p>}
        </EmptyState>
      )}
      {!isBatches && sections.map(({ title, has }) => <Section key={title} title={title} orders={rows.filter(has)} />)}
      {!isBatches && rows.length > 0 && (
        <p className="note prep-total">
          {countText(rows.length, 'order')} to prep{remaining > 0 && ` · ${countText(remaining, 'item')} to decorate`}
        </p>
      )}
    </Page>
  );
}

function Section({ title, orders }: { title: string; orders: readonly PrepView[] }) {
  if (orders.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="section-head">
        {title} <span className="note">{orders.length}</span>
      </h2>
      <OrderRows orders={orders} className="border-y">
        {(order) => <PrepRow key={order.id} order={order} />}
      </OrderRows>
    </section>
  );
}

function PrepRow({ order }: { order: PrepView }) {
  const href = `/admin/prep/orders/${order.uuid}`;
  const [first, ...more] = order.decorations;
  const elsewhere = useOtherTrolleys()(order.holders);
  const totes = totesText(order);
  return (
    <OrderRow
      href={href}
      order_number={order.order_number}
      account={order.account_name}
      required_on={order.required_on}
      notes={order.customer_notes}
      badges={
        order.is_frozen && (
          <Badge tone="warn" icon="lock">
            On hold
          </Badge>
        )
      }
      about={
        <>
          {order.site_name} · {countText(order.wearer_count, 'wearer')}
          {totes && <span className="strong"> · {totes}</span>}
          {elsewhere && <span className="t-warn strong"> · {elsewhere}</span>}
          {first && ` · ${first}`}
          {more.length > 0 && ` +${more.length}`}
        </>
      }
      garments={order.products}
      count={order.qty_decorated > 0 ? order.qty_ticked : order.qty_picked}
      of={order.qty_decorated > 0 ? order.qty_decorated : undefined}
      unit={order.qty_decorated > 0 ? 'decorated' : 'items'}
      action={
        <ButtonLink to={href} aria-label={`${order.is_frozen ? 'View' : 'Prep'} order ${order.order_number}`}>
          {order.is_frozen ? 'View' : 'Prep'}
        </ButtonLink>
      }
    />
  );
}
