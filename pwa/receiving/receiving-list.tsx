import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { qtyArrived } from '../../shared/collections/receive-collection.ts';
import type { Floor } from '../../shared/sync/floor.ts';
import type { CollectionRow, ReceiptRow } from '../../shared/sync/rows.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { currentRows } from '../offline/current-floor.ts';
import { FloorWaiting } from '../offline/floor-waiting.tsx';
import { useTablet, useView } from '../offline/use-floor.ts';
import { WaitingPrintJobs } from '../offline/waiting-print-jobs.tsx';
import { CameraButton } from '../scan/camera-button.tsx';
import { useScan } from '../scan/use-scan.ts';
import { Badge } from '../ui/badge.tsx';
import { Bar } from '../ui/bar.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useFrame } from '../ui/frame-context.ts';
import { OrderRow, OrderRows } from '../ui/order-row.tsx';
import { OrderRowsSkeleton } from '../ui/order-rows-skeleton.tsx';
import { Page } from '../ui/page.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { useStore } from '../ui/store.ts';
import { ChooseOrder } from './choose-order.tsx';
import { Due } from './due.tsx';
import { deliveryWords, isNumberOf, matchesSearch, type OrderToReceive, ordersHere, ordersOfCode } from './goods.ts';
import { type LocalReceipt, localReceipts } from './local-receipts.ts';
import { openReceipts } from './open-receipts.ts';
import './receiving.css';

const viewOf = ({ rows }: Floor) => ({ orders: ordersHere(rows), receipts: rows.receipt, collections: [...rows.collection.values()] });
const itemsOf = ({ lines }: ReceiptRow): number => lines.reduce((sum, { qty }) => sum + qty, 0);

/** The address of a delivery of a purchase order: one that this tablet has begun, or a new one. */
const addressOf = (purchase_order_id: number, open: readonly LocalReceipt[]): string =>
  `/admin/receiving/${open.find(({ orders }) => orders.includes(purchase_order_id))?.uuid ?? crypto.randomUUID()}#order=${purchase_order_id}`;

/** The purchase orders of which goods may arrive, as this tablet knows them; works without a network. */
export default function ReceivingList() {
  const { isAtDesk } = useFrame();
  const view = useView(viewOf);
  const local = useStore(localReceipts);
  const device = useTablet()?.device;
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [choice, setChoice] = useState<{ code: string; orders: OrderToReceive[] } | null>(null);

  const open = useMemo(() => (view ? openReceipts(local, view.receipts, device) : []), [view, local, device]);
  const visible = useMemo(
    () => (view?.orders ?? []).filter((order) => order.qty_open > 0 && (!search || matchesSearch(order, search))),
    [view, search],
  );
  // While the list is shown, a row keeps the address of its new delivery.
  const addresses = useMemo(() => new Map(visible.map(({ id }) => [id, addressOf(id, open)])), [visible, open]);
  const receive = useCallback(
    (order: OrderToReceive, code?: string): void => {
      const hash = code ? `&code=${encodeURIComponent(code)}` : '';
      void navigate(addressOf(order.id, openReceipts(localReceipts.get(), currentRows().receipt, device)) + hash);
    },
    [navigate, device],
  );
  useScan(({ text }) => {
    const matches = ordersOfCode(ordersHere(currentRows()), text);
    const [only] = matches;
    if (!only) return 'pass';
    const isSku = !isNumberOf(only, text);
    if (matches.length === 1) receive(only, isSku ? text : undefined);
    else setChoice({ code: text, orders: matches });
    return 'right';
  });
  const items = visible.reduce((sum, { qty_open }) => sum + qty_open, 0);
  return (
    <Page
      title="Goods in"
      flush
      strip={
        <div className="line">
          <SearchInput
            shortcut={isAtDesk === true}
            className="grow"
            value={search}
            onSearch={setSearch}
            label="Search or scan a purchase order, a supplier or an item"
            placeholder="Order, supplier, delivery or item"
            from={1}
          />
          <CameraButton />
        </div>
      }
    >
      {view === null && (
        <FloorWaiting>
          <OrderRowsSkeleton />
        </FloorWaiting>
      )}
      <div className="goods-print-jobs">
        <WaitingPrintJobs />
      </div>
      {view !== null && open.length > 0 && !search && <OpenReceipts open={open} orders={view.orders} receipts={view.receipts} />}
      {view !== null && view.collections.length > 0 && !search && <Collections collections={view.collections} />}
      {view !== null && visible.length === 0 && (
        <EmptyState title={search ? 'No purchase orders' : 'Nothing is to come'}>
          {search ? <p>Nothing that is to come matches “{search}”.</p> : <p>Purchase orders appear here as soon as the office approves them.</p>}
        </EmptyState>
      )}
      {visible.length > 0 && (
        <section aria-label="To come">
          {open.length > 0 && !search && <h2 className="goods-heading">To come</h2>}
          <OrderRows orders={visible} className="border-y">
            {(order) => <ComingRow key={order.id} order={order} to={addresses.get(order.id) ?? ''} />}
          </OrderRows>
          <p className="note px-(--pad) py-4">
            {countText(visible.length, 'purchase order')} · {countText(items, 'item')} to come · the earliest due first
          </p>
        </section>
      )}
      {choice && (
        <ChooseOrder
          title={`${countText(choice.orders.length, 'purchase order')} wait for it`}
          description={`${choice.code}: choose the one on the delivery note.`}
          orders={choice.orders}
          onClose={() => setChoice(null)}
          onChoose={(order) => receive(order, choice.code)}
        />
      )}
    </Page>
  );
}

function ComingRow({ order, to }: { order: OrderToReceive; to: string }) {
  const { our_reference, supplier_name, supplier_reference, account_name, lines, qty_ordered, qty_received, work_order } = order;
  const garments = useMemo(
    () => [...new Map(lines.map((line) => [line.colour_hex ?? line.sku, { id: line.id, picture_url: null, colour_hex: line.colour_hex }])).values()],
    [lines],
  );
  return (
    <OrderRow
      href={to}
      order_number={our_reference}
      account={supplier_name ?? account_name ?? 'For stock'}
      about={
        <span className="goods-progress">
          <span>
            {supplier_reference && <span className="code">{supplier_reference} · </span>}
            {account_name ? `for ${account_name}` : 'for stock'} · {countText(lines.length, 'line')}
            {work_order && ' · back from the decorator'}
          </span>
          <Bar thin parts={[{ share: qty_received / Math.max(1, qty_ordered), tone: 'done' }]} label={`${qty_received} of ${qty_ordered} received`} />
        </span>
      }
      badges={<Due order={order} />}
      garments={garments}
      count={qty_received}
      of={qty_ordered}
      unit="received"
      action={
        <ButtonLink to={to} aria-label={`Receive ${our_reference}`}>
          Receive
        </ButtonLink>
      }
    />
  );
}

/** What people who leave send back, until it is closed: the slip in the parcel opens it, too. */
function Collections({ collections }: { collections: readonly CollectionRow[] }) {
  return (
    <section aria-label="From leavers">
      <h2 className="goods-heading">From leavers</h2>
      <ul className="rows bg-surface border-line border-y">
        {collections.map(({ id, number, employee, account_name, lines }) => {
          const expected = lines.reduce((sum, { qty_expected }) => sum + qty_expected, 0);
          const arrived = lines.reduce((sum, line) => sum + qtyArrived(line), 0);
          return (
            <li key={id} className="order-row">
              <div className="grow">
                <p className="line flex-wrap">
                  <span className="code strong order-number">{number}</span>
                  <span>{employee}</span>
                </p>
                <p className="sub">
                  {account_name} · {arrived} of {countText(expected, 'item')} here
                </p>
              </div>
              <ButtonLink to={`/admin/receiving/collections/${id}`}>
                Receive<span className="sr"> {number}</span>
              </ButtonLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface OpenReceiptsProps {
  open: readonly LocalReceipt[];
  orders: readonly OrderToReceive[];
  receipts: ReadonlyMap<string | number, ReceiptRow>;
}

/** The deliveries that were begun on this tablet. */
function OpenReceipts({ open, orders, receipts }: OpenReceiptsProps) {
  return (
    <section aria-label="On this tablet">
      <h2 className="goods-heading">On this tablet</h2>
      <ul className="rows bg-surface border-line border-y">
        {open.map(({ uuid, orders: ids, begun_at, finished_at }) => {
          const row = receipts.get(uuid);
          const names = orders.filter(({ id }) => ids.includes(id));
          const name = names.map(({ our_reference }) => our_reference).join(', ') || 'A delivery';
          const to = `/admin/receiving/${uuid}`;
          return (
            <li key={uuid} className="order-row mine">
              <div className="grow">
                <p className="line flex-wrap">
                  <span className="code strong order-number">{name}</span>
                  {finished_at ? (
                    <Badge tone="done" icon="check">
                      Counted
                    </Badge>
                  ) : (
                    <Badge tone="accent">Being counted</Badge>
                  )}
                </p>
                <p>{[...new Set(names.map(deliveryWords))].join(', ')}</p>
                <p className="sub">
                  {countText(row ? itemsOf(row) : 0, 'item')} · begun {formatDate(begun_at, 'time')}
                  {row?.delivery_note_number && ` · note ${row.delivery_note_number}`}
                </p>
              </div>
              {finished_at && <ButtonLink to={to}>Count more</ButtonLink>}
              <ButtonLink look="primary" to={finished_at ? `${to}/put-away` : to}>
                {finished_at ? 'Put away' : 'Go on'}
                <span className="sr"> with {name}</span>
              </ButtonLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
