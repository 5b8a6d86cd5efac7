import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { listText } from '../../shared/list-text.ts';
import { ButtonLink } from '../ui/button.tsx';
import { useColumnChoice } from '../ui/column-choice.ts';
import { countText, formatCount } from '../ui/count-text.ts';
import { CreateLink } from '../ui/create-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { useIsPhone } from '../ui/use-media.ts';
import './catalogue.css';
import { readCategories } from '../api/catalogue.ts';
import { hasLifecycle, LifecycleLine, useLifecycles } from '../api/lifecycle.tsx';
import { listViews } from '../api/saved-views.tsx';
import { AddToSet } from './add-to-set.tsx';
import { BrandFilter } from './brand-filter.tsx';
import { CellSaves } from './cell-saves.tsx';
import { type ProductListQuery, readCounts, readProducts } from './client.ts';
import { useEditedRows } from './edited-rows.tsx';
import { ManyProducts } from './many-products.tsx';
import { PriceDialog } from './price-dialog.tsx';
import { type ManyAction, ProductActions } from './product-actions.tsx';
import { ProductCard, productColumns, productPage } from './product-columns.tsx';
import type { GridRow } from './product-fields.ts';
import { StyleSkus } from './style-skus.tsx';
import { useCellEdits } from './use-cell-edits.ts';
import { useChosenProducts } from './use-chosen-products.ts';
import { usePriceGrid } from './use-price-grid.ts';

const listKey = ['products', 'list'];
const views = listViews('products');
/** The edited fields whose columns a person can hide. */
const columnsOfGrid = ['name', 'cost', 'price'];

type Counts = NonNullable<Awaited<ReturnType<typeof readCounts>>>;
/** The views of the list, with the number of products in each once it is known. */
const viewsOf = (counts: Counts | undefined) => [
  { value: '', label: 'All', ...(counts && { count: counts.all }) },
  { value: 'unpublished', label: 'Unpublished', ...(counts && { count: counts.unpublished }) },
  { value: 'ending', label: 'Ending', ...(counts && { count: counts.ending }) },
  { value: 'waiting', label: 'Discontinued', ...(counts && { count: counts.waiting }) },
];
const countsText = ({ all, skus, unpublished }: Counts): string =>
  [countText(all, 'product'), countText(skus, 'SKU'), ...(unpublished ? [`${formatCount(unpublished)} unpublished`] : [])].join(', ');

/** The list’s state as the query of the API. */
function queryOf({ show, ...query }: ProductListQuery & { show?: string }): ProductListQuery {
  return {
    ...query,
    ...(show === 'unpublished' && { published: false }),
    ...(show === 'ending' && { ending: true }),
    ...(show === 'waiting' && { waiting: true }),
  };
}

/** How many sizes are named; further sizes are only counted. */
const NAMED = 4;

/** Says which sizes of a style cost less than a smaller size of the same colour. */
function CheaperNote({ sizes }: { sizes: readonly string[] }) {
  if (sizes.length === 0) return null;
  const named = sizes.length > NAMED + 1 ? [...sizes.slice(0, NAMED), `${sizes.length - NAMED} others`] : sizes;
  return (
    <p className="small t-warn cheaper-sizes">
      {listText(named)} {sizes.length === 1 ? 'costs' : 'cost'} less than a smaller size
    </p>
  );
}

/** The catalogue’s styles. They are edited in their cells, or many at once. Search and filters are in the address. */
export default function ProductList() {
  const list = useListState({
    orderBy: 'sku',
    per_page: limits.styles_page,
    sizes: [15, 25, 50, 100],
    filters: ['brand', 'category_id', 'supplier_id', 'show'],
  });
  const pageKey = [...listKey, list.query];
  const grid = usePriceGrid();
  const cells = useCellEdits<GridRow>(grid.fields, listKey, pageKey, grid.rowsUnder);
  const { edits } = cells;
  const { table, notesOf } = useEditedRows(edits);
  const [listed, setListed] = useState<readonly number[]>([]);
  const lifecycles = useLifecycles(listed);
  const [acting, setActing] = useState<ManyAction | null>(null);
  const categories = useQuery({ queryKey: ['products', 'categories'], queryFn: ({ signal }) => readCategories(signal) });
  const isWaiting = list.filters.show === 'waiting';
  const { show: _show, ...filters } = list.filters;
  const narrowed = { ...filters, ...(list.search && { search: list.search }) };
  const counts = useQuery({
    queryKey: ['products', 'counts', narrowed],
    queryFn: ({ signal }) => readCounts(narrowed, signal),
    placeholderData: keepPreviousData,
  });
  const { page: _page, per_page: _per_page, ...view } = list.query;
  const chosen = useChosenProducts(queryOf(view as ProductListQuery));
  const { open, toggle } = grid;
  const columns = useMemo(() => productColumns(edits, isWaiting, { open, toggle }), [edits, isWaiting, open, toggle]);
  // Discontinued products have columns of their own, and so a choice of their own.
  const choice = useColumnChoice(isWaiting ? 'products_waiting' : views.list, columns, list);
  // A phone shows cards, which have no columns to hide.
  const isPhone = useIsPhone();
  const hasColumn = (key: string): boolean => isPhone || choice.isShown(key);
  edits.setFields(grid.fields, new Set(columnsOfGrid.filter((key) => !hasColumn(key))));
  const all = { '': counts.data?.all, unpublished: counts.data?.unpublished, ending: counts.data?.ending, waiting: counts.data?.waiting }[
    list.filters.show ?? ''
  ];
  // In the head, the button that undoes changes moves nothing when it appears.
  const saves = <CellSaves cells={cells} onStored={grid.onStored} />;
  const close = (isDone: boolean): void => {
    setActing(null);
    if (isDone) chosen.setIds(new Set());
  };

  return (
    <Page
      title="Products"
      sub={counts.data && countsText(counts.data)}
      fill
      actions={
        <>
          {!isPhone && saves}
          <ButtonLink to="/admin/price-changes">Price changes</ButtonLink>
        </>
      }
      primary={chosen.ids.size === 0 && <CreateLink to="/admin/products/create">New Product</CreateLink>}
    >
      <DataTable
        {...table}
        noun={['product', 'products']}
        list={list}
        exports={{ path: '/admin/products/export', query: queryOf(list.query as ProductListQuery) }}
        queryKey={listKey}
        views={views}
        columnChoice={choice}
        load={async (query, signal) => {
          const page = await readProducts(queryOf(query as ProductListQuery), signal);
          chosen.keep(page.items);
          setListed(page.items.map(({ id }) => id));
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
            {isPhone && saves}
          </>
        }
        columns={columns}
        rowHref={productPage}
        under={(row) => {
          const notes = notesOf(row);
          const isOpen = open.has(row.id);
          const life = lifecycles.get(row.id);
          if (!notes && row.cheaper_sizes.length === 0 && !isOpen && !hasLifecycle(life)) return undefined;
          return (
            <>
              {notes}
              <CheaperNote sizes={row.cheaper_sizes} />
              <LifecycleLine of={life} />
              {isOpen && <StyleSkus style={row} edits={edits} grid={grid} notesOf={notesOf} hasColumn={hasColumn} />}
            </>
          );
        }}
        selection={{ ids: chosen.ids, onChange: chosen.setIds }}
        chosenText={chosen.text}
        selectionActions={<ProductActions chosen={chosen} all={all} onAct={setActing} />}
        card={(row) => <ProductCard row={row} edits={edits} isWaiting={isWaiting} unfolding={{ open, toggle }} />}
        empty={isWaiting ? 'No discontinued products to show' : 'No products to show'}
        emptyHint={
          isWaiting ? (
            <p>A product that is discontinued stays here until nothing needs it any more.</p>
          ) : (
            <p>Clothing sets are made of the products here.</p>
          )
        }
      />
      {acting === 'price' && <PriceDialog products={chosen.products} onClose={close} />}
      {acting === 'set' && <AddToSet products={chosen.products} onClose={close} />}
      {acting !== null && acting !== 'price' && acting !== 'set' && (
        <ManyProducts action={acting} products={chosen.products} categories={categories.data ?? []} onClose={close} />
      )}
    </Page>
  );
}
