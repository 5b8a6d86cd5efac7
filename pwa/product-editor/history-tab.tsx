import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { formatCount } from '../ui/count-text.ts';
import { DataTable } from '../ui/data-table.tsx';
import { DateField } from '../ui/date-field.tsx';
import { DateText } from '../ui/date-text.tsx';
import { Page } from '../ui/page.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { type EditedProduct, type Movement, readActivity } from './client.ts';
import type { EditorPage } from './product-editor.tsx';

/** Which movements of a product’s stock are shown. */
export type HistoryKind = 'sales' | 'purchases' | 'all';

const typeWords: Record<Movement['type'], string> = {
  DISPATCH: 'Dispatch',
  ORDER_RETURN: 'Order return',
  PURCHASE_ORDER: 'Purchase order',
  SUPPLIER_RETURN: 'Supplier return',
  ADJUSTMENT: 'Adjustment',
  IMPORT: 'Import',
};
const kinds: Record<HistoryKind, { types: readonly Movement['type'][]; empty: string; hint: string }> = {
  sales: {
    types: ['DISPATCH', 'ORDER_RETURN'],
    empty: 'Order has no history',
    hint: 'What is sent to clients, and what they send back, is listed here.',
  },
  purchases: {
    types: ['PURCHASE_ORDER', 'SUPPLIER_RETURN'],
    empty: 'No Purchase Activity Found',
    hint: 'What comes from suppliers, and what goes back to them, is listed here.',
  },
  all: {
    types: ['DISPATCH', 'ORDER_RETURN', 'PURCHASE_ORDER', 'SUPPLIER_RETURN', 'ADJUSTMENT', 'IMPORT'],
    empty: 'Order has no history',
    hint: 'Every movement of its stock is listed here.',
  },
};
const pageSizes = [100, 50, 25, 10];

const qtyText = ({ direction, qty }: Movement): string => `${direction === 'in' ? '+' : '−'}${formatCount(Math.abs(qty))}`;

/** The screen of the record that a movement’s reference names; null for counts and imports, which have none. */
const screenOf = ({ order_uuid, return_id, supplier_return_id, purchase_order_id }: Movement): string | null => {
  if (order_uuid !== null) return `/admin/orders/${order_uuid}/edit`;
  if (return_id !== null) return `/admin/returns/${return_id}/edit`;
  if (purchase_order_id !== null) return `/admin/purchase-orders/${purchase_order_id}/edit`;
  return supplier_return_id === null ? null : `/admin/supplier-returns/${supplier_return_id}/edit`;
};

/** The receipt of a movement; null if the reference already names it. */
const receiptOf = ({ receipt, reference }: Movement): string | null => (receipt === reference ? null : receipt);

/** The reference and the receipt of a movement. The reference is a link if the record that it names has a screen. */
function Reference({ movement }: { movement: Movement }) {
  const to = screenOf(movement);
  const receipt = receiptOf(movement);
  return (
    <span>
      {to === null ? (
        <span className="code">{movement.reference}</span>
      ) : (
        <Link className="code" to={to}>
          {movement.reference}
        </Link>
      )}
      {receipt && <span className="code sub"> {receipt}</span>}
    </span>
  );
}

/** The movements of a product’s stock: those of one kind, or all of them with their sums in the chosen period. */
export function HistoryTab({ page, product, kind }: { page: EditorPage; product: EditedProduct; kind: HistoryKind }) {
  const { types, empty, hint } = kinds[kind];
  const list = useListState({
    orderBy: 'created_at',
    sortedBy: 'desc',
    per_page: limits.activity_page,
    sizes: pageSizes,
    filters: ['type', 'start', 'end'],
  });
  const { type, start, end } = list.filters;
  const ofKind = (query: typeof list.query) => ({ ...query, type: query.type ?? types.join(',') });
  const load = (query: typeof list.query, signal: AbortSignal) => readActivity(product.id, ofKind(query), signal);
  return (
    <Page {...page} fill>
      {kind === 'all' && <Sums product={product} start={start} end={end} />}
      <DataTable
        noun={['movement', 'movements']}
        list={list}
        exports={{ path: `/admin/products/${product.id}/activity/export`, query: ofKind(list.query) }}
        queryKey={['products', 'activity', product.id, kind]}
        load={load}
        searchPlaceholder="SKU or reference"
        tools={
          <>
            <select className="in product-type" aria-label="Type" value={type ?? ''} onChange={(event) => list.set({ type: event.target.value })}>
              <option value="">All types</option>
              {types.map((value) => (
                <option key={value} value={value}>
                  {typeWords[value]}
                </option>
              ))}
            </select>
            <DateField className="product-day" label="From" value={start ?? ''} max={end} onDay={(day) => list.set({ start: day })} />
            <DateField className="product-day" label="To" value={end ?? ''} min={start} onDay={(day) => list.set({ end: day })} />
          </>
        }
        columns={[
          {
            key: 'timed_at',
            heading: 'Date',
            width: 140,
            orderBy: 'created_at',
            firstOrder: 'desc',
            cell: ({ timed_at }) => <DateText value={timed_at} form="moment" />,
          },
          { key: 'type', heading: 'Type', width: 140, cell: (movement) => typeWords[movement.type] },
          { key: 'sku', heading: 'SKU', cell: ({ sku }) => <span className="code">{sku}</span>, title: ({ sku }) => sku },
          {
            key: 'reference',
            heading: 'Reference',
            cell: (movement) => <Reference movement={movement} />,
            title: (movement) => [movement.reference, receiptOf(movement)].filter(Boolean).join(' '),
          },
          { key: 'direction', heading: 'Direction', width: 96, cell: ({ direction }) => (direction === 'in' ? 'In' : 'Out') },
          { key: 'qty', heading: 'Qty', width: 96, align: 'num', cell: (movement) => <strong>{qtyText(movement)}</strong> },
        ]}
        rowId={({ id }) => String(id)}
        rowHref={screenOf}
        rowName={({ sku, reference }) => `${sku}, ${reference ?? ''}`}
        card={(movement) => (
          <>
            <div className="line">
              <strong className="grow">{typeWords[movement.type]}</strong>
              <strong className="num">{qtyText(movement)}</strong>
            </div>
            <div className="line sub text-md">
              <span className="code cut grow">{movement.sku}</span>
              <Reference movement={movement} />
            </div>
            <p className="note">
              <DateText value={movement.timed_at} form="moment" />
            </p>
          </>
        )}
        empty={empty}
        emptyHint={<p>{hint}</p>}
      />
    </Page>
  );
}

/** The sums of the chosen period over all types of movement, even types that the list leaves out. */
function Sums({ product, start, end }: { product: EditedProduct; start: string | undefined; end: string | undefined }) {
  const { data } = useQuery({
    queryKey: ['products', 'activity-sums', product.id, start, end],
    queryFn: ({ signal }) => readActivity(product.id, { page: 1, per_page: 1, ...(start && { start }), ...(end && { end }) }, signal),
  });
  const { opening, in: came, out, adjusted, closing } = data?.summary ?? {};
  const figures = [
    ['Opening', opening],
    ['In', came],
    ['Out', out],
    ['Adjusted', adjusted],
    ['Closing', closing],
  ] as const;
  return (
    <section className="stats product-sums" aria-label="Summary">
      {figures.map(([label, value]) => (
        <div key={label}>
          <p>{label}</p>
          <b>{value === undefined ? '–' : formatCount(value).replace(/^-/, '−')}</b>
        </div>
      ))}
    </section>
  );
}
