import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { qtyOnOrder } from '../../shared/catalogue/qty-on-order.ts';
import { limits } from '../../shared/limits.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table-columns.ts';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { useListPlace } from '../ui/list-memory.ts';
import { Page } from '../ui/page.tsx';
import { Swatch } from '../ui/swatch.tsx';
import { useListState } from '../ui/use-list-state.ts';
import './catalogue.css';
import type { CellEdits } from '../api/cell-edits.ts';
import { EditCell } from '../api/edit-cell.tsx';
import { StockDetails } from '../api/stock-details.tsx';
import { SupplierFilter, supplierFilters, supplierQuery } from '../api/supplier-filter.tsx';
import { LabelsDialog } from '../ui/labels-dialog.tsx';
import { BrandFilter } from './brand-filter.tsx';
import { CellSaves } from './cell-saves.tsx';
import { type FoundProduct, readSkus } from './client.ts';
import { useEditedRows } from './edited-rows.tsx';
import { barcodeField, binField } from './product-fields.ts';
import { useCellEdits } from './use-cell-edits.ts';

const listKey = ['products', 'skus'];
/** The columns that can be edited, in the sequence in which Tab moves through them. */
const fields = [binField, barcodeField];
const stockPage = ({ id }: FoundProduct): string => `/admin/stock/${id}`;

/** Every SKU with its stock. Bins and barcodes are edited in their cells, and labels are printed for chosen SKUs. Filters are in the address. */
export default function SkuList() {
  const list = useListState({ orderBy: 'sku', per_page: limits.page_cap, filters: ['brand', ...supplierFilters] });
  const cells = useCellEdits<FoundProduct>(fields, listKey, [...listKey, list.query]);
  const { edits } = cells;
  const { table, notesOf } = useEditedRows(edits);
  const place = useListPlace();
  const [selection, setSelection] = useState<ReadonlySet<string>>(place?.chosen ?? new Set());
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [isPrinting, setIsPrinting] = useState(false);
  const listed = useRef(new Map<string, FoundProduct>());
  const columns = useMemo(() => columnsOf(edits, open, setOpen), [edits, open]);
  return (
    <Page title="SKUs" sub="Free = on hand − allocated − at the decorator" fill>
      <DataTable
        {...table}
        noun={['SKU', 'SKUs']}
        list={list}
        exports={{ path: '/admin/skus/export', query: supplierQuery(list.query) }}
        queryKey={listKey}
        load={async (query, signal) => {
          const page = await readSkus(supplierQuery(query), signal);
          for (const row of page.items) listed.current.set(String(row.id), row);
          return page;
        }}
        searchPlaceholder="SKU, name, colour or size"
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
          const isOpen = open.has(row.id);
          return (
            (notes || isOpen) && (
              <>
                {notes}
                {isOpen && <StockDetails id={row.id} sku={row.sku} />}
              </>
            )
          );
        }}
        selection={{ ids: selection, onChange: setSelection }}
        selectionActions={
          <Button size="sm" look="primary" icon="print" onClick={() => setIsPrinting(true)}>
            Print labels
          </Button>
        }
        card={(row) => (
          <>
            <div className="line">
              <Link className="strong code cut" to={stockPage(row)}>
                {row.sku}
              </Link>
              <span className="push">
                <Toggle row={row} open={open} onChange={setOpen} />
              </span>
            </div>
            <p className="cut">{nameOf(row)}</p>
            <p className="sub">
              {formatCount(row.qty_available)} on hand, {formatCount(row.qty_allocated)} allocated,
              {row.qty_at_decorator > 0 && ` ${formatCount(row.qty_at_decorator)} at the decorator,`} {formatCount(row.qty_free)} free
            </p>
            <div className="line">
              <span className="note">Bin</span>
              <EditCell edits={edits} field={binField} row={row} name={row.sku} />
            </div>
          </>
        )}
        empty="No SKUs to show"
        emptyHint={<p>Every size and colour of the catalogue appears here with its stock.</p>}
      />
      {isPrinting && <LabelsDialog skus={[...selection].flatMap((id) => listed.current.get(id) ?? [])} onClose={() => setIsPrinting(false)} />}
    </Page>
  );
}

const sizeText = ({ attributes: { variation_size_1, variation_size_2, variation_all_size } }: FoundProduct): string =>
  [variation_size_1, variation_size_2].filter(Boolean).join(' ') || (variation_all_size ?? '');
const nameOf = (row: FoundProduct): string => [row.name, row.attributes.variation_colour, sizeText(row)].filter(Boolean).join(', ');

/** Shows or hides the details under a SKU. */
function Toggle({ row, open, onChange }: { row: FoundProduct; open: ReadonlySet<number>; onChange: (open: ReadonlySet<number>) => void }) {
  const isOpen = open.has(row.id);
  const toggle = (): void => {
    const next = new Set(open);
    if (!next.delete(row.id)) next.add(row.id);
    onChange(next);
  };
  return (
    <IconButton
      icon={isOpen ? 'down' : 'next'}
      size="sm"
      label={`Orders and purchase orders of ${row.sku}`}
      aria-expanded={isOpen}
      onClick={toggle}
    />
  );
}

function columnsOf(edits: CellEdits<FoundProduct>, open: ReadonlySet<number>, onOpen: (open: ReadonlySet<number>) => void): Column<FoundProduct>[] {
  return [
    {
      key: 'open',
      heading: 'Details',
      hiddenHeading: true,
      width: 44,
      fits: true,
      cell: (row) => <Toggle row={row} open={open} onChange={onOpen} />,
    },
    {
      key: 'picture',
      heading: 'Picture',
      hiddenHeading: true,
      width: 44,
      wide: true,
      fits: true,
      cell: (row) => <GarmentTile media={row.media} alt="" colour={row.colour_hex} />,
    },
    {
      key: 'sku',
      heading: 'SKU',
      width: 144,
      orderBy: 'sku',
      title: (row) => row.sku,
      cell: (row) => (
        <Link className="code" to={stockPage(row)}>
          {row.sku}
        </Link>
      ),
    },
    { key: 'size', heading: 'Size', width: 68, cell: sizeText, title: sizeText },
    {
      key: 'name',
      heading: 'Product',
      minWidth: 120,
      orderBy: 'name',
      title: (row) => row.name,
      cell: (row) => (
        <span className="line">
          <span className="cut">{row.name}</span>
          {row.discontinued_at && <Badge>{row.is_discontinued ? 'Discontinued' : `Ends ${formatDate(row.discontinued_at, 'list')}`}</Badge>}
        </span>
      ),
    },
    {
      key: 'colour',
      heading: 'Colour',
      width: 120,
      wide: true,
      title: ({ attributes }) => attributes.variation_colour ?? '',
      cell: ({ attributes, colour_hex }) =>
        attributes.variation_colour && (
          <span className="line">
            <Swatch colour={colour_hex} /> <span className="cut">{attributes.variation_colour}</span>
          </span>
        ),
    },
    {
      key: 'supplier',
      heading: 'Supplier',
      onCard: true,
      minWidth: 112,
      wide: 'first',
      cell: (row) => <span className="sub">{row.supplier?.name}</span>,
    },
    { key: 'bin', heading: 'Bin', width: 96, fits: true, cell: (row) => <EditCell edits={edits} field={binField} row={row} name={row.sku} /> },
    {
      key: 'barcode',
      heading: 'Barcode',
      onCard: true,
      width: 132,
      fits: true,
      cell: (row) => <EditCell edits={edits} field={barcodeField} row={row} name={row.sku} />,
    },
    { key: 'available', heading: 'On hand', width: 72, align: 'num', cell: (row) => formatCount(row.qty_available) },
    { key: 'allocated', heading: 'Allocated', width: 76, align: 'num', wide: true, cell: (row) => formatCount(row.qty_allocated) },
    {
      key: 'free',
      heading: 'Free',
      width: 64,
      align: 'num',
      title: (row) => (row.qty_at_decorator > 0 ? `${formatCount(row.qty_at_decorator)} at the decorator` : ''),
      cell: (row) => <span className={row.qty_free <= 0 ? 't-warn' : undefined}>{formatCount(row.qty_free)}</span>,
    },
    {
      key: 'on_order',
      heading: 'On order',
      onCard: true,
      width: 72,
      align: 'num',
      wide: true,
      title: (row) => (qtyOnOrder(row) ? countText(qtyOnOrder(row), 'item') : ''),
      cell: (row) => (qtyOnOrder(row) ? formatCount(qtyOnOrder(row)) : null),
    },
  ];
}
