import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { marginOf } from '../../shared/catalogue/margin.ts';
import { limits } from '../../shared/limits.ts';
import { listText } from '../../shared/list-text.ts';
import { poundsText } from '../../shared/money.ts';
import { formatDate, ukDate } from '../../shared/uk-time.ts';
import { useWrite } from '../api/use-write.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { countText, formatCount } from '../ui/count-text.ts';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { Column } from '../ui/data-table-columns.ts';
import { DateText } from '../ui/date-text.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { useListPlace } from '../ui/list-memory.ts';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { formatPrices } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { useIsPhone, useMedia } from '../ui/use-media.ts';
import './catalogue.css';
import { readCategories } from '../api/catalogue.ts';
import { AddToSet } from './add-to-set.tsx';
import { BrandFilter } from './brand-filter.tsx';
import type { CellEdits } from './cell-edits.ts';
import { CellSaves } from './cell-saves.tsx';
import { exportProducts, type FoundProduct, type ProductListQuery, readCounts, readMatching, readProducts } from './client.ts';
import { EditCell } from './edit-cell.tsx';
import { useEditedRows } from './edited-rows.tsx';
import { ManyProducts, type ProductAction } from './many-products.tsx';
import { PriceDialog } from './price-dialog.tsx';
import { costField, nameField, rangeOf, salesPriceField } from './product-fields.ts';
import { useCellEdits } from './use-cell-edits.ts';
import { waitsText } from './waits-text.ts';

const edit = ({ id, parent }: FoundProduct): string => `/admin/products/${parent?.id ?? id}/edit`;
const listKey = ['products', 'list'];
/** Columns in the sequence in which Tab goes through them. */
const fields = [nameField, costField, salesPriceField];

type Counts = NonNullable<Awaited<ReturnType<typeof readCounts>>>;
/** The views of the list, with how many each holds once that is known. */
const viewsOf = (counts: Counts | undefined) => [
  { value: '', label: 'All', ...(counts && { count: counts.all }) },
  { value: 'unpublished', label: 'Unpublished', ...(counts && { count: counts.unpublished }) },
  { value: 'ending', label: 'Ending', ...(counts && { count: counts.ending }) },
  { value: 'waiting', label: 'Discontinued', ...(counts && { count: counts.waiting }) },
];
const countsText = ({ all, skus, unpublished }: Counts): string =>
  [countText(all, 'product'), countText(skus, 'SKU'), ...(unpublished ? [`${formatCount(unpublished)} unpublished`] : [])].join(', ');

/** How many products are chosen, and how many SKUs they have, where the details of all of them are loaded. */
function chosenText(selection: ReadonlySet<string>, details: ReadonlyMap<string, { children_count: number }>): string {
  let skus = 0;
  for (const id of selection) {
    const product = details.get(id);
    if (!product) return countText(selection.size, 'product');
    skus += product.children_count;
  }
  return [countText(selection.size, 'product'), ...(skus ? [countText(skus, 'SKU')] : [])].join(', ');
}
/** The actions on many products: these are buttons side by side, and `moreActions` are under *More*. */
const actions: [Acting, string][] = [
  ['publish', 'Publish'],
  ['unpublish', 'Unpublish'],
  ['discontinue', 'Discontinue'],
  ['set', 'Add to set'],
];
const moreActions: [Acting, string][] = [
  ['category', 'Category'],
  ['supplier', 'Supplier'],
];
type Acting = ProductAction | 'set' | 'price';

/** The list’s state as the API takes it. */
function queryOf({ show, ...query }: ProductListQuery & { show?: string }): ProductListQuery {
  return {
    ...query,
    ...(show === 'unpublished' && { published: false }),
    ...(show === 'ending' && { ending: true }),
    ...(show === 'waiting' && { waiting: true }),
  };
}

function margin({ price, cost, sku_margins }: FoundProduct): string {
  const own = marginOf(price, cost);
  const { from, to } = sku_margins ?? { from: own, to: own };
  if (from === null) return '';
  return from === to ? `${from}%` : `${from}–${to}%`;
}

/** What a style costs: the range of its SKUs, else its own amount. */
function amountText(key: 'cost' | 'price', row: FoundProduct): string {
  const range = rangeOf(key, row);
  if (range === null || range.from === range.to) return poundsText(range?.from ?? row[key]);
  return `${poundsText(range.from)}–${poundsText(range.to)}`;
}
const priceText = ({ sku_prices, price }: FoundProduct): string => formatPrices(sku_prices ? [sku_prices.from, sku_prices.to] : [price]);

/** What a person should know of a product beside its name. */
function Marks({ product: { is_published, discontinued_at, is_discontinued, skus_ending, children_count } }: { product: FoundProduct }) {
  return (
    <>
      {!is_published && <Badge tone="line-only">Unpublished</Badge>}
      {!discontinued_at && skus_ending > 0 && (
        <Badge>
          {formatCount(skus_ending)} of {countText(children_count, 'SKU')} {skus_ending === 1 ? 'ends' : 'end'}
        </Badge>
      )}
      {discontinued_at && <Badge>{is_discontinued ? 'Discontinued' : `Ends ${formatDate(discontinued_at, 'list')}`}</Badge>}
    </>
  );
}

/** Sizes that are named before the rest is counted. */
const NAMED = 4;

/** Says which sizes of a style cost less than a smaller one of their colour. */
function CheaperNote({ sizes }: { sizes: readonly string[] }) {
  if (sizes.length === 0) return null;
  const named = sizes.length > NAMED + 1 ? [...sizes.slice(0, NAMED), `${sizes.length - NAMED} others`] : sizes;
  return (
    <p className="small t-warn">
      {listText(named)} {sizes.length === 1 ? 'costs' : 'cost'} less than a smaller size
    </p>
  );
}

/** The catalogue’s styles: found, changed in their cells, and many at once. Search and filters are in the address. */
export default function ProductList() {
  const list = useListState({
    orderBy: 'sku',
    per_page: limits.styles_page,
    sizes: [15, 25, 50, 100],
    filters: ['brand', 'category_id', 'supplier_id', 'show'],
  });
  const pageKey = [...listKey, list.query];
  const cells = useCellEdits<FoundProduct>(fields, listKey, pageKey);
  const { edits } = cells;
  const { table, notesOf } = useEditedRows(edits);
  const hasRoomForActions = useMedia('(width >= 1240px)');
  const isPhone = useIsPhone();
  const place = useListPlace();
  const [selection, setSelection] = useState<ReadonlySet<string>>(place?.chosen ?? new Set());
  const details = useRef(new Map<string, { sku: string; children_count: number }>());
  const [acting, setActing] = useState<Acting | null>(null);
  const categories = useQuery({ queryKey: ['products', 'categories'], queryFn: ({ signal }) => readCategories(signal) });
  const isWaiting = list.filters.show === 'waiting';
  const keep = (products: readonly Pick<FoundProduct, 'id' | 'sku' | 'children_count'>[]): void => {
    for (const { id, sku, children_count } of products) details.current.set(String(id), { sku, children_count });
  };
  const { show: _show, ...filters } = list.filters;
  const narrowed = { ...filters, ...(list.search && { search: list.search }) };
  const counts = useQuery({
    queryKey: ['products', 'counts', narrowed],
    queryFn: ({ signal }) => readCounts(narrowed, signal),
    placeholderData: keepPreviousData,
  });
  const { page: _page, per_page: _per_page, ...view } = list.query;
  const chooseAll = useWrite({
    send: () => readMatching(queryOf(view as ProductListQuery)),
    success: ({ products, is_cut }) => (is_cut ? `Only the first ${formatCount(products.length)} are chosen.` : undefined),
    onSaved: ({ products }) => {
      keep(products);
      setSelection(new Set(products.map(({ id }) => String(id))));
    },
  });
  const { busy: isExporting, write: exportChosen } = useWrite({
    send: () => exportProducts([...selection].map(Number)),
    onSaved: (content) => saveFile(`products-${ukDate(new Date().toISOString())}.csv`, content),
  });
  const columns = useMemo(() => columnsOf(edits, isWaiting), [edits, isWaiting]);
  const chosen = [...selection].map((id) => ({ id: Number(id), name: details.current.get(id)?.sku ?? `Product ${id}` }));
  const all = { '': counts.data?.all, unpublished: counts.data?.unpublished, ending: counts.data?.ending, waiting: counts.data?.waiting }[
    list.filters.show ?? ''
  ];
  const act = ([action, label]: [Acting, string]): MenuItem => ({ label, icon: 'none', onSelect: () => setActing(action) });
  const menuItems: MenuItem[] = hasRoomForActions
    ? moreActions.map(act)
    : [
        ...(isPhone ? [act(['price', 'Change prices'])] : []),
        ...[...actions, ...moreActions].map(act),
        { label: 'Export', icon: 'download', onSelect: () => void exportChosen() },
      ];
  const close = (isDone: boolean): void => {
    setActing(null);
    if (isDone) setSelection(new Set());
  };

  return (
    <Page
      title="Products"
      sub={counts.data && countsText(counts.data)}
      fill
      actions={<ButtonLink to="/admin/price-changes">Price changes</ButtonLink>}
      primary={selection.size === 0 && <CreateLink to="/admin/products/create">New Product</CreateLink>}
    >
      <DataTable
        {...table}
        noun={['product', 'products']}
        list={list}
        exports={{ path: '/admin/products/export', query: queryOf(list.query as ProductListQuery) }}
        queryKey={listKey}
        load={async (query, signal) => {
          const page = await readProducts(queryOf(query as ProductListQuery), signal);
          keep(page.items);
          return page;
        }}
        searchPlaceholder="Name, SKU, colour or size"
        searchFrom={limits.search_min}
        keys={
          !isWaiting && (
            <>
              <kbd>Enter</kbd> saves <kbd>Esc</kbd> takes back <kbd>Tab</kbd> next cell
            </>
          )
        }
        tools={
          <>
            <BrandFilter value={list.filters.brand} onChange={(brand) => list.set({ brand })} />
            <select
              className="in product-filter"
              aria-label="Category"
              value={list.filters.category_id ?? ''}
              onChange={({ target }) => list.set({ category_id: target.value })}
            >
              <option value="">Every category</option>
              {categories.data?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            <div className="product-views">
              <Segments label="Which" value={list.filters.show ?? ''} onChange={(show) => list.set({ show })} segments={viewsOf(counts.data)} />
            </div>
            <CellSaves cells={cells} />
          </>
        }
        columns={columns}
        rowHref={edit}
        under={(row) => {
          const notes = notesOf(row);
          if (!notes && row.cheaper_sizes.length === 0) return undefined;
          return (
            <>
              {notes}
              <CheaperNote sizes={row.cheaper_sizes} />
            </>
          );
        }}
        selection={{ ids: selection, onChange: setSelection }}
        chosenText={chosenText(selection, details.current)}
        selectionActions={
          <span className="line">
            <Button size="sm" look="quiet" busy={chooseAll.busy} busyText="Looking" onClick={() => void chooseAll.write()}>
              {all === undefined ? 'All that match' : `All ${formatCount(all)}`}
            </Button>
            {hasRoomForActions && (
              <>
                {actions.map(([action, label]) => (
                  <Button key={action} size="sm" onClick={() => setActing(action)}>
                    {label}
                  </Button>
                ))}
                <Button size="sm" icon="download" busy={isExporting} busyText="Exporting" onClick={() => void exportChosen()}>
                  Export
                </Button>
              </>
            )}
            <Menu items={menuItems}>
              <Button size="sm" icon="more">
                {hasRoomForActions ? 'More' : 'Change'}
              </Button>
            </Menu>
            {!isPhone && (
              <Button size="sm" look="primary" onClick={() => setActing('price')}>
                Change prices
              </Button>
            )}
          </span>
        }
        card={(row) => (
          <>
            <div className="line">
              <GarmentTile media={row.media} alt="" colour={row.colours[0]?.hex} size={40} />
              <div className="grow catalogue-name">
                <div className="line">
                  <Link className="strong cut" to={edit(row)}>
                    {row.name}
                  </Link>
                </div>
                <p className={classNames('sub text-md', !isWaiting && 'cut')}>
                  <span className="code">{row.sku}</span> · {isWaiting ? waitsText(row) : countText(row.children_count, 'SKU')}
                </p>
              </div>
              {isWaiting ? (
                <span className="strong nowrap">{priceText(row)}</span>
              ) : (
                <EditCell edits={edits} field={salesPriceField} row={row} name={row.sku}>
                  <span className="strong nowrap">{priceText(row)}</span>
                </EditCell>
              )}
            </div>
            <div className="line">
              <Marks product={row} />
            </div>
          </>
        )}
        empty={isWaiting ? 'No discontinued products to show' : 'No products to show'}
        emptyHint={
          isWaiting ? (
            <p>A product that is discontinued stays here until nothing needs it any more.</p>
          ) : (
            <p>Clothing sets are made of the products here.</p>
          )
        }
      />
      {acting === 'price' && <PriceDialog products={chosen} onClose={close} />}
      {acting === 'set' && <AddToSet products={chosen} onClose={close} />}
      {acting !== null && acting !== 'price' && acting !== 'set' && (
        <ManyProducts action={acting} products={chosen} categories={categories.data ?? []} onClose={close} />
      )}
    </Page>
  );
}

/** The columns of the list, or of those products that wait to be removed. */
function columnsOf(edits: CellEdits<FoundProduct>, isWaiting: boolean): Column<FoundProduct>[] {
  const sku: Column<FoundProduct> = {
    key: 'sku',
    heading: 'SKU',
    width: isWaiting ? 176 : 104,
    orderBy: 'sku',
    cell: (row) => (
      <Link className="code" to={edit(row)}>
        {row.sku}
      </Link>
    ),
    title: (row) => row.sku,
  };
  const picture: Column<FoundProduct> = {
    key: 'picture',
    heading: 'Picture',
    hiddenHeading: true,
    width: 44,
    fits: true,
    cell: (row) => <GarmentTile media={row.media} alt="" colour={row.colours[0]?.hex ?? row.colour_hex} />,
  };
  if (isWaiting)
    return [
      picture,
      sku,
      { key: 'name', heading: 'Name', minWidth: 160, orderBy: 'name', title: (row) => row.name, cell: (row) => row.name },
      { key: 'ended', heading: 'Discontinued', width: 104, fits: true, cell: (row) => <DateText value={row.discontinued_at} form="list" /> },
      { key: 'waits', heading: 'Waits for', minWidth: 240, cell: (row) => <span className="sub">{waitsText(row)}</span>, title: waitsText },
    ];
  return [
    picture,
    sku,
    {
      key: 'name',
      heading: 'Name',
      minWidth: 200,
      orderBy: 'name',
      fits: true,
      cell: (row) => (
        <span className="line catalogue-name">
          <EditCell edits={edits} field={nameField} row={row} name={row.sku}>
            <span className="strong">{row.name}</span>
          </EditCell>
          <Marks product={row} />
        </span>
      ),
    },
    {
      key: 'children',
      heading: 'Children',
      width: 76,
      align: 'num',
      fits: true,
      cell: (row) => (
        <Link to={`${edit(row)}#tab=variations`} aria-label={`${countText(row.children_count, 'child', 'children')} of ${row.name}`}>
          {formatCount(row.children_count)}
        </Link>
      ),
    },
    {
      key: 'category',
      heading: 'Category',
      onCard: true,
      minWidth: 140,
      wide: true,
      cell: (row) => <span className="sub">{row.categories.at(-1)?.name}</span>,
    },
    {
      key: 'supplier',
      heading: 'Supplier',
      onCard: true,
      minWidth: 120,
      wide: true,
      cell: (row) => <span className="sub">{row.supplier?.name}</span>,
    },
    {
      key: 'cost',
      heading: 'Cost £',
      onCard: true,
      width: 112,
      align: 'num',
      orderBy: 'cost',
      fits: true,
      cell: (row) => (
        <EditCell edits={edits} field={costField} row={row} name={row.sku}>
          <span className="sub">{amountText('cost', row)}</span>
        </EditCell>
      ),
    },
    {
      key: 'price',
      heading: 'Price £',
      width: 112,
      align: 'num',
      orderBy: 'price',
      fits: true,
      cell: (row) => (
        <EditCell edits={edits} field={salesPriceField} row={row} name={row.sku}>
          <span className="strong">{amountText('price', row)}</span>
        </EditCell>
      ),
    },
    {
      key: 'margin',
      heading: 'Margin',
      onCard: true,
      width: 68,
      align: 'num',
      fits: true,
      wide: 'first',
      cell: (row) => <span className="sub">{margin(row)}</span>,
    },
    { key: 'free', heading: 'Free', onCard: true, width: 64, align: 'num', fits: true, wide: 'first', cell: (row) => formatCount(row.qty_free) },
    {
      key: 'created_at',
      heading: 'Created',
      onCard: true,
      width: 84,
      wide: true,
      orderBy: 'created_at',
      firstOrder: 'desc',
      fits: true,
      cell: (row) => <DateText value={row.created_at} form="list" />,
    },
  ];
}
