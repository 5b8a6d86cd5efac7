import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { reorderPoint, suggestReorder, weeklyUse, weeksOfCover } from '../../shared/purchasing/reorder-point.ts';
import type { CellEdits, CellField } from '../api/cell-edits.ts';
import { EditCell } from '../api/edit-cell.tsx';
import { hasLifecycle, LifecycleLine, useLifecycles } from '../api/lifecycle.tsx';
import { SupplierFilter, supplierFilters, supplierQuery } from '../api/supplier-filter.tsx';
import { useDraftPurchaseOrders } from '../api/use-draft-purchase-orders.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table-columns.ts';
import { DateText } from '../ui/date-text.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { useListPlace } from '../ui/list-memory.ts';
import { Page } from '../ui/page.tsx';
import { useListState } from '../ui/use-list-state.ts';
import './catalogue.css';
import { BrandFilter } from './brand-filter.tsx';
import { CellSaves } from './cell-saves.tsx';
import { type ReorderProduct, readReorder } from './client.ts';
import { useEditedRows } from './edited-rows.tsx';
import { type ChosenQuantities, ToReorder } from './to-reorder.tsx';
import { useCellEdits } from './use-cell-edits.ts';

const listKey = ['reorder'];
const stockPage = ({ id }: ReorderProduct): string => `/admin/stock/${id}`;
const nameOf = ({ name, variation_colour }: ReorderProduct): string => [name, variation_colour].filter(Boolean).join(', ');
const tenths = (value: number): string => (Math.round(value * 10) / 10).toLocaleString('en-GB');
/** The suggested order, computed from the row on the screen, so that a reorder point counts as soon as it is saved. */
const suggestionOf = (row: ReorderProduct) => suggestReorder(row, row);
const coverText = (row: ReorderProduct): string => {
  const weeks = weeksOfCover(row);
  return weeks === null ? 'Not used' : `${tenths(weeks < 10 ? weeks : Math.round(weeks))} weeks`;
};

const pointField: CellField<ReorderProduct> = {
  key: 'reorder_point',
  label: 'Reorder point',
  isNumber: true,
  maxLength: 10,
  valueOf: ({ reorder_point }) => reorder_point,
  textOf: (value) => (value === null ? '' : String(value)),
  wordsOf: (value) => (value === null ? 'by use' : String(value)),
  read: (text) => {
    const typed = text.trim();
    if (typed === '') return { ok: true, value: null };
    return /^\d{1,9}$/.test(typed) ? { ok: true, value: Number(typed) } : { ok: false, message: messages.whole_number };
  },
};
const fields = [pointField];

/** The reorder point that applies, with the words `by use` if it is computed from the use. */
function Point({ row }: { row: ReorderProduct }) {
  return row.reorder_point === null ? (
    <>
      <span className="note">by use</span> {formatCount(reorderPoint(row))}
    </>
  ) : (
    <strong>{formatCount(row.reorder_point)}</strong>
  );
}

/** Explains the suggested quantity by the needed quantity, the supplier's terms, the shortfall and drafts. Empty if there is nothing to explain. */
function termsText(row: ReorderProduct): string {
  const { needed, ordered, reasons } = suggestionOf(row);
  return [
    !row.supplier && 'No supplier',
    ordered !== needed && `${needed} needed`,
    reasons.includes('minimum') && `minimum ${row.min_order_qty}`,
    reasons.includes('pack') && `packs of ${row.pack_size}`,
    row.qty_short > 0 && `${row.qty_short} short`,
    row.qty_in_drafts > 0 && `${row.qty_in_drafts} in drafts`,
  ]
    .filter(Boolean)
    .join(', ');
}

function columnsOf(edits: CellEdits<ReorderProduct>, quantities: ChosenQuantities): Column<ReorderProduct>[] {
  const count = (key: string, heading: string, width: number, qtyOf: (row: ReorderProduct) => number): Column<ReorderProduct> => ({
    key,
    heading,
    width,
    align: 'num',
    cell: (row) => <span className="sub">{formatCount(qtyOf(row))}</span>,
  });
  return [
    {
      key: 'product',
      heading: 'Product',
      minWidth: 190,
      orderBy: 'sku',
      title: (row) => `${row.sku}, ${nameOf(row)}`,
      cell: (row) => (
        <span className="line">
          <GarmentTile media={row.media} alt="" colour={row.colour_hex} size={24} />
          <Link className="cut" to={stockPage(row)}>
            <strong>{sizeOf(row)}</strong> {nameOf(row)}
          </Link>
        </span>
      ),
    },
    { key: 'use', heading: 'A week', width: 60, align: 'num', orderBy: 'use', firstOrder: 'desc', cell: (row) => tenths(weeklyUse(row)) },
    {
      key: 'lead',
      heading: 'Lead time',
      onCard: true,
      width: 74,
      wide: true,
      cell: (row) => <span className="sub">{countText(row.lead_days, 'day')}</span>,
    },
    { ...count('available', 'On hand', 68, ({ qty_available }) => qty_available), wide: true, onCard: true },
    count('free', 'Free', 52, ({ qty_free }) => qty_free),
    count('on_order', 'On order', 72, ({ qty_on_order }) => qty_on_order),
    {
      key: 'due',
      heading: 'Due',
      onCard: true,
      width: 78,
      wide: true,
      title: ({ due_reference }) => due_reference ?? '',
      cell: (row) =>
        row.due ? <DateText value={row.due} form="list" /> : <span className="note">{row.qty_on_order > 0 ? 'No date' : 'No order'}</span>,
    },
    { key: 'cover', heading: 'Cover', width: 88, orderBy: 'cover', cell: (row) => coverText(row) },
    {
      key: 'point',
      heading: 'Reorder point',
      width: 102,
      align: 'num',
      fits: true,
      cell: (row) => (
        <EditCell edits={edits} field={pointField} row={row} name={row.sku}>
          <Point row={row} />
        </EditCell>
      ),
    },
    {
      key: 'order',
      heading: 'To order',
      width: 88,
      align: 'num',
      fits: true,
      cell: (row) => <ToReorder row={row} quantities={quantities} />,
    },
    {
      key: 'supplier',
      heading: 'Supplier',
      width: 184,
      wide: true,
      title: ({ supplier }) => supplier?.name ?? '',
      cell: ({ supplier }) => <span className="sub">{supplier?.name}</span>,
    },
    {
      key: 'terms',
      heading: 'Supplier’s terms',
      width: 116,
      wide: 'first',
      title: termsText,
      cell: (row) => <span className="sub">{termsText(row)}</span>,
    },
  ];
}

/** The SKUs that will run out. Reorder points are edited in their cells, and the chosen SKUs go into draft purchase orders. */
export default function ReorderList() {
  const list = useListState({ orderBy: 'cover', per_page: limits.shortfall_page, filters: ['brand', ...supplierFilters] });
  const cells = useCellEdits<ReorderProduct>(fields, listKey, [...listKey, list.query]);
  const { edits } = cells;
  const { table, notesOf } = useEditedRows(edits);
  const place = useListPlace();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(place?.chosen ?? new Set());
  const [orderable, setOrderable] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState<ReadonlyMap<number, number>>(new Map());
  const [listed, setListed] = useState<readonly number[]>([]);
  const lifecycles = useLifecycles(listed);
  const quantities = useMemo(
    (): ChosenQuantities => ({
      of: typed,
      set: (id, quantity) =>
        setTyped((before) => new Map([...before].filter(([other]) => other !== id).concat(quantity === null ? [] : [[id, quantity]]))),
      choose: (id) => setChosen((before) => (before.has(String(id)) ? before : new Set([...before, String(id)]))),
    }),
    [typed],
  );
  const columns = useMemo(() => columnsOf(edits, quantities), [edits, quantities]);
  const { write, busy, made } = useDraftPurchaseOrders('reorder_point', () => {
    setChosen(new Set());
    setTyped(new Map());
  });
  const order = (): void => {
    const products = [...chosen].map(Number);
    void write({
      products,
      quantities: products.flatMap((product_id) => (typed.has(product_id) ? [{ product_id, quantity: typed.get(product_id) ?? 0 }] : [])),
    });
  };
  const isTooMany = chosen.size > limits.shortfall_products;
  return (
    <Page
      title="Reorder"
      sub="By use of the last 13 weeks"
      fill
      actions={
        <ButtonLink to="/admin/reports/shortfall" look="quiet">
          Shortfall
        </ButtonLink>
      }
    >
      {made}
      <DataTable
        {...table}
        noun={['product', 'products']}
        list={list}
        exports={{ path: '/admin/reports/reorder/export', query: supplierQuery(list.query) }}
        queryKey={listKey}
        load={async (query, signal) => {
          const page = await readReorder(supplierQuery(query), signal);
          setListed(page.items.map(({ id }) => id));
          setOrderable((before) => new Set([...before, ...page.items.flatMap((row) => (row.supplier ? [String(row.id)] : []))]));
          return page;
        }}
        searchPlaceholder="Product, SKU or supplier"
        searchFrom={limits.search_min}
        tools={
          <>
            <BrandFilter value={list.filters.brand} onChange={(brand) => list.set({ brand })} />
            <SupplierFilter list={list} className="sku-supplier" />
            <CellSaves cells={cells} />
          </>
        }
        columns={columns}
        rowHref={stockPage}
        under={(row) => {
          const notes = notesOf(row);
          const of = lifecycles.get(row.id);
          if (!notes && !hasLifecycle(of)) return undefined;
          return (
            <>
              {notes}
              <LifecycleLine of={of} />
            </>
          );
        }}
        selection={{ ids: chosen, onChange: setChosen, disabled: (id) => !orderable.has(id) }}
        selectionActions={
          <>
            {isTooMany && <span className="note">At most {limits.shortfall_products} at a time</span>}
            <Button size="sm" look="primary" busy={busy} disabled={isTooMany} onClick={order}>
              Add {countText(chosen.size, 'product')} to PO
            </Button>
          </>
        }
        card={(row) => (
          <>
            <div className="line">
              <Link className="cut" to={stockPage(row)}>
                <strong>{sizeOf(row)}</strong> {nameOf(row)}
              </Link>
              <span className="push nowrap reorder-qty line">
                To order <ToReorder row={row} quantities={quantities} />
              </span>
            </div>
            <p className="sub">
              {tenths(weeklyUse(row))} a week, {formatCount(row.qty_free)} free, {formatCount(row.qty_on_order)} on order, cover{' '}
              {coverText(row).toLowerCase()}
            </p>
            <p className="sub cut">{[row.supplier?.name, termsText(row)].filter(Boolean).join(', ')}</p>
            <div className="line">
              <span className="note">Reorder point</span>
              <EditCell edits={edits} field={pointField} row={row} name={row.sku}>
                <Point row={row} />
              </EditCell>
            </div>
          </>
        )}
        empty="No products below their reorder points"
        emptyHint={<p>A product appears here when what is free and on order is below its reorder point.</p>}
      />
    </Page>
  );
}
