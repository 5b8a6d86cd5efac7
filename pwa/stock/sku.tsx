import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { weeklyUse } from '../../shared/purchasing/reorder-point.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { answer } from '../api/answer.ts';
import { StockDetails } from '../api/stock-details.tsx';
import { useDraftPurchaseOrders } from '../api/use-draft-purchase-orders.tsx';
import { useWrite } from '../api/use-write.ts';
import { useSession } from '../session/use-session.ts';
import { BinPlate } from '../ui/bin-plate.tsx';
import { Button } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { Select } from '../ui/field.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { LabelsDialog } from '../ui/labels-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { OverflowBins } from '../ui/overflow-bins.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.ts';
import { useIsPhone, useMedia } from '../ui/use-media.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import { type Counted, type LedgerPage, type LedgerRow, type Sku, stock } from './client.ts';
import { CountDialog } from './count-dialog.tsx';
import { CountResult } from './count-form.tsx';
import { ReorderPointDialog } from './reorder-point-dialog.tsx';
import { Sparkline } from './sparkline.tsx';
import './stock.css';
import { signedQty, skuName, typeWords } from './stock-words.ts';

/** One SKU: its stock, which orders have it allocated, what is coming, and its ledger. */
export default function SkuScreen() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: ['stock', 'sku', id],
    queryFn: ({ signal }) => answer(stock.skus[':id'].$get({ param: { id } }, { init: { signal } })),
  });
  if (query.data) return <SkuReport key={query.data.id} sku={query.data} />;
  return (
    <Page title="SKU" back="/admin/stock">
      <Loaded query={query} noun="SKU" waiting={<SkeletonText lines={8} />}>
        {() => null}
      </Loaded>
    </Page>
  );
}

const types = [{ value: '', label: 'All' }, ...Object.entries(typeWords).map(([value, label]) => ({ value, label }))];

const tenths = (value: number): string => (Math.round(value * 10) / 10).toLocaleString('en-GB');

interface FigureProps {
  label: string;
  value: number;
  tone?: string;
  /** A button beside the label. */
  action?: ReactNode;
  children?: ReactNode;
}

const Figure = ({ label, value, tone, action, children }: FigureProps) => (
  <div className="sku-figure">
    <p className="note small sku-label">
      {label} {action}
    </p>
    <p className={`sku-number ${tone ?? ''}`}>{formatCount(value)}</p>
    <p className="note small">{children}</p>
  </div>
);

function SkuReport({ sku }: { sku: Sku }) {
  const isOffice = useSession().role === 'super';
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const isNarrow = useMedia('(width < 1024px)');
  // From 1024 px the navigation is beside the screen and narrows it, so the table fits only from 1240 px.
  const hasRoomForTable = useMedia('(width >= 1240px)');
  const id = String(sku.id);
  const [dialog, setDialog] = useState<'count' | 'adjust' | 'point' | 'labels' | null>(null);
  const [adjusted, setAdjusted] = useState<Pick<Counted, 'qty_available' | 'taken_back'> | null>(null);
  const [type, setType] = useState<LedgerRow['type'] | ''>('');
  const ask = useWrite({
    send: (_: undefined, options) => answer(stock.skus[':id']['count-requests'].$post({ param: { id } }, options)),
    refresh: [['stock']],
    onSaved: () => toast('It has been added to the list of counts', { action: { label: 'Counts', run: () => void navigate('/admin/stock/count') } }),
  });
  const { write: addToOrder, busy: isAdding, made } = useDraftPurchaseOrders('reorder_point', () => undefined);
  const ledgerQuery = (type: LedgerRow['type'] | '') => ({
    queryKey: ['stock', 'ledger', id, type],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }: { pageParam: number | undefined; signal: AbortSignal }) =>
      answer(
        stock.skus[':id'].ledger.$get(
          { param: { id }, query: { ...(type && { type }), ...(pageParam !== undefined && { before: String(pageParam) }) } },
          { init: { signal } },
        ),
      ),
    getNextPageParam: (page: LedgerPage) => page.next_before ?? undefined,
  });
  const ledger = useInfiniteQuery(ledgerQuery(type));
  // The line of the stock shows every type, whichever the table shows.
  const all = useInfiniteQuery(ledgerQuery(''));
  const allRows = all.data?.pages.flatMap(({ items }) => items) ?? [];
  const rows = ledger.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = ledger.data?.pages[0]?.total ?? 0;
  const [next] = sku.deliveries;
  const agrees = sku.ledger_sum === sku.qty_available;
  const buttons = (
    <>
      <Button busy={ask.busy} onClick={() => void ask.write(undefined)}>
        Ask for a count
      </Button>
      <Button onClick={() => setDialog('count')}>Count stock</Button>
      {isOffice && (
        <>
          <Button onClick={() => setDialog('adjust')}>Adjust</Button>
          <Button busy={isAdding} onClick={() => void addToOrder({ products: [sku.id] })}>
            Add to PO
          </Button>
        </>
      )}
      <Button icon="print" onClick={() => setDialog('labels')}>
        Labels
      </Button>
    </>
  );
  return (
    <>
      <Page
        title={skuName(sku)}
        back="/admin/stock"
        sub={
          <span className="line">
            <span className="code">{sku.sku}</span>
            <BinPlate bin={sku.bin} />
            <OverflowBins bins={sku.bins} />
          </span>
        }
        name={sku.sku}
        actions={isNarrow ? undefined : buttons}
        foot={
          <>
            <span className="sub">
              {rows.length} of {countText(total, 'row')}
            </span>
            <span className={agrees ? 'push note' : 'push t-wrong'}>Sum of the ledger: {formatCount(sku.ledger_sum)}</span>
          </>
        }
      >
        <div className="sku">
          {isNarrow && <div className="line flex-wrap sku-acts">{buttons}</div>}
          {adjusted && <CountResult counted={adjusted} />}
          {made}
          <section className="card sku-figures" aria-label="What there is">
            <div className="sku-picture">
              <GarmentTile media={sku.media} alt={skuName(sku)} colour={sku.colour_hex} size={72} />
            </div>
            <Figure label="On hand" value={sku.qty_available}>
              {!agrees
                ? 'Stock and ledger differ'
                : sku.qty_off_shelf > sku.qty_at_decorator
                  ? `${sku.qty_off_shelf - sku.qty_at_decorator} picked already`
                  : 'Stock and ledger agree'}
            </Figure>
            <Figure label="Allocated" value={sku.qty_allocated}>
              on {countText(sku.lines_held, 'line')}
            </Figure>
            {sku.qty_at_decorator > 0 && (
              <Figure label="At the decorator" value={sku.qty_at_decorator}>
                on hand, not free
              </Figure>
            )}
            <Figure label="Free" value={sku.qty_free} tone={sku.qty_free <= 0 || sku.qty_free < sku.point ? 't-warn' : undefined}>
              {sku.qty_in_question > 0
                ? `${sku.qty_in_question} not found by a picker`
                : sku.qty_free < sku.point
                  ? `Below the reorder point of ${formatCount(sku.point)}`
                  : 'for new orders'}
            </Figure>
            <Figure label="On order" value={sku.on_order}>
              {next ? (
                <>
                  <Link className="code" to={`/admin/purchase-orders/${next.purchase_order_id}/edit`}>
                    {next.our_reference}
                  </Link>
                  {next.due_on && `, due ${formatDate(next.due_on, 'list')}`}
                </>
              ) : (
                'nothing is coming'
              )}
            </Figure>
            {sku.qty_short > 0 && (
              <Figure label="Short" value={sku.qty_short} tone="t-wrong">
                of waiting orders
              </Figure>
            )}
            <Figure
              label="Reorder point"
              value={sku.point}
              action={
                isOffice && (
                  <Button size="sm" look="quiet" aria-label="Change the reorder point" onClick={() => setDialog('point')}>
                    Change
                  </Button>
                )
              }
            >
              {sku.reorder_point === null ? `by use, ${tenths(weeklyUse(sku))} a week` : `fixed, ${tenths(weeklyUse(sku))} a week`}
            </Figure>
            {allRows.length > 1 && <Sparkline rows={allRows} point={sku.point} />}
          </section>
          <section className="sku-waits" aria-label="Who waits and what comes">
            <StockDetails id={sku.id} sku={sku.sku} opensOrders={isOffice} />
          </section>
          <div className="line flex-wrap sku-types">
            {isPhone ? (
              <Select
                label="Type"
                className="grow"
                value={type}
                onChange={(event) => setType(event.target.value as LedgerRow['type'] | '')}
                options={types}
              />
            ) : (
              <Segments label="Type" value={type} onChange={(value) => setType(value as LedgerRow['type'] | '')} segments={types} />
            )}
            <span className="push note">Rows are never changed, only added</span>
            {rows.length > 0 && <ExportMenu path={`/admin/stock/${id}/ledger/export`} query={{ type }} />}
          </div>
          <Loaded query={ledger} noun="ledger" waiting={<SkeletonText lines={8} />}>
            {() =>
              rows.length === 0 ? (
                <EmptyState title="No movements" action={type && <Button onClick={() => setType('')}>Show all types</Button>}>
                  <p>{type ? 'There are no movements of this type.' : 'Every receipt, dispatch and count is listed here.'}</p>
                </EmptyState>
              ) : hasRoomForTable ? (
                <Ledger rows={rows} product_id={sku.id} />
              ) : (
                <LedgerCards rows={rows} product_id={sku.id} />
              )
            }
          </Loaded>
          {ledger.hasNextPage && (
            <Button busy={ledger.isFetchingNextPage} onClick={() => void ledger.fetchNextPage()}>
              Show older rows
            </Button>
          )}
        </div>
      </Page>
      {dialog === 'adjust' && <AdjustDialog sku={sku} onClose={() => setDialog(null)} onDone={setAdjusted} />}
      {dialog === 'point' && <ReorderPointDialog sku={sku} onClose={() => setDialog(null)} />}
      {dialog === 'labels' && <LabelsDialog skus={[sku]} onClose={() => setDialog(null)} />}
      {dialog === 'count' && <CountDialog id={sku.id} sku={sku.sku} onClose={() => setDialog(null)} />}
    </>
  );
}

/** The screen of the record that caused a movement, if the person may open it. */
function screenOf(row: LedgerRow, product_id: number, isOffice: boolean): string | null {
  if (row.purchase_order_id !== null) return `/admin/purchase-orders/${row.purchase_order_id}/edit`;
  if (row.type === 'DISPATCH' && !isOffice) return `/admin/shipping/dispatches#search=${row.reference}`;
  if (!isOffice) return null;
  if (row.order_uuid !== null) return `/admin/orders/${row.order_uuid}/edit`;
  if (row.return_id !== null) return `/admin/returns/${row.return_id}/edit`;
  if (row.supplier_return_id !== null) return `/admin/supplier-returns/${row.supplier_return_id}/edit`;
  return row.is_count ? `/admin/audit#on_type=product&on_id=${product_id}` : null;
}

function Reference({ row, product_id }: { row: LedgerRow; product_id: number }) {
  const isOffice = useSession().role === 'super';
  const text = row.reference ?? (row.is_count ? 'Count' : null);
  if (text === null) return null;
  const to = screenOf(row, product_id, isOffice);
  return to ? (
    <Link className="code" to={to}>
      {text}
    </Link>
  ) : (
    <span className="code">{text}</span>
  );
}

interface LedgerProps {
  rows: readonly LedgerRow[];
  product_id: number;
}

/** The ledger on screens without room for a table: each movement with the stock after it. */
const LedgerCards = ({ rows, product_id }: LedgerProps) => (
  <ul className="card sku-moves" aria-label="Ledger">
    {rows.map((row) => (
      <li key={row.id}>
        <span className="strong">{typeWords[row.type]}</span>
        <span className="num strong">{signedQty(row.qty)}</span>
        <span className="sub">
          <DateText value={row.when} form="moment" />
          {row.who && ` · ${row.who}`}
        </span>
        <span className="num sub">{formatCount(row.qty_after)} on hand</span>
        <span className="sub sku-move-what">
          <Reference row={row} product_id={product_id} /> {row.what}
        </span>
      </li>
    ))}
  </ul>
);

const Ledger = ({ rows, product_id }: LedgerProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
  <section className="card sku-ledger" tabIndex={0} aria-label="Ledger">
    <table className="table">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Type</th>
          <th scope="col">Reference</th>
          <th scope="col">What</th>
          <th scope="col">Who</th>
          <th scope="col" className="num">
            Qty
          </th>
          <th scope="col" className="num">
            On hand
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <DateText value={row.when} form="moment" />
            </td>
            <td>{typeWords[row.type]}</td>
            <td>
              <Reference row={row} product_id={product_id} />
            </td>
            <td className="sub">{row.what}</td>
            <td>{row.who}</td>
            <td className="num strong">{signedQty(row.qty)}</td>
            <td className="num">{formatCount(row.qty_after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
