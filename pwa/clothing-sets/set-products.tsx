import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AccountDetails } from '../../shared/accounts/account.ts';
import type { OfficeSet, SetProduct } from '../../shared/clothing-sets/clothing-set.ts';
import { limits } from '../../shared/limits.ts';
import { useWrite } from '../api/use-write.ts';
import { WhyForProduct } from '../api/why-for-product.tsx';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { CategoryLinks } from '../ui/category-links.tsx';
import { countText } from '../ui/count-text.ts';
import { DataTableCards } from '../ui/data-table-cards.tsx';
import { type Column, leastWidth, splitColumns } from '../ui/data-table-columns.ts';
import { DataTableFoot } from '../ui/data-table-foot.tsx';
import { DataTableHead } from '../ui/data-table-head.tsx';
import { DataTableRows } from '../ui/data-table-rows.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Swatch } from '../ui/swatch.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useListKeys } from '../ui/use-list-keys.ts';
import { useListState } from '../ui/use-list-state.ts';
import { useIsPhone, useMedia } from '../ui/use-media.ts';
import { AddProduct } from './add-product.tsx';
import { readSetProducts, removeSetProduct, saveSetProduct } from './client.ts';
import { CustomProductDialog } from './custom-product-dialog.tsx';
import { PriceCell } from './price-cell.tsx';
import { ProductDialog } from './product-dialog.tsx';
import { refreshSets } from './refresh.ts';
import { setAddress, useSetView } from './set-address.ts';
import { childrenText, decorationsIn, decorationText, differenceText, priceRange } from './set-words.ts';
import { usePriceChange } from './use-price-change.ts';

const noun = ['product', 'products'] as const;
const MAX_SWATCHES = 2;
/** Up to this number of products, the list is seen at a glance, and search and categories are left out. */
const FEW = 12;
/** The specification's text for a style of which a set holds no SKU that can be ordered. */
const NO_CHILDREN = 'This Clothing Set does not include any children of this product';

interface SetProductsProps {
  /** The client; undefined until it is loaded. */
  account: AccountDetails | undefined;
  set: OfficeSet;
  categoryId: string | undefined;
}

/** The styles that a set holds: found, priced and removed in a table, and one of them opened in front of it. */
export function SetProducts({ account, set, categoryId }: SetProductsProps) {
  const [isMaking, setIsMaking] = useState(false);
  const [asked, setAsked] = useState<SetProduct | null>(null);
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const isNarrow = useMedia('(width < 1160px), (1280px <= width < 1440px)');
  const view = useSetView();
  const list = useListState({ orderBy: 'category', per_page: limits.catalogue_page });
  const scroller = useRef<HTMLElement>(null);
  useListKeys(scroller);
  const query = useQuery({
    queryKey: ['clothing-sets', 'products', set.id, list.query, categoryId ?? null],
    queryFn: ({ signal }) => readSetProducts(set.id, { ...list.query, category_id: categoryId }, signal),
    placeholderData: keepPreviousData,
  });
  const { change, keptIn, stale, settle } = usePriceChange(set.id);
  const { ask, dialog } = useConfirm();
  const open = (id: number | null): void => void navigate(view.withProduct(id), { replace: id === null, preventScrollReset: true });
  const remove = useWrite({ send: removeSetProduct(set.id), success: 'Product has been removed', refresh: refreshSets });
  const askRemove = async (product: SetProduct): Promise<void> => {
    const yes = await ask({
      title: 'Are you sure you want to remove this product?',
      body: (
        <p>
          <strong>{product.terms.name ?? product.name}</strong> is no longer offered by {set.name}. Drafts keep their lines of it, and cannot be
          submitted with them.
        </p>
      ),
      action: 'Remove product',
      destroys: true,
    });
    if (yes) void remove.write(product.id);
  };
  const addAll = useWrite({
    send: ({ id, version }: SetProduct, options) => saveSetProduct(set.id, id)({ children: null, version }, options),
    success: ({ name, skus_held }) => `${name} has all its ${skus_held} SKUs now`,
    refresh: refreshSets,
  });

  const rows = query.data?.items;
  const isWaiting = query.isFetching && !rows;
  const isFiltered = list.search !== '' || categoryId !== undefined;
  const price = (product: SetProduct) => <PriceCell product={product} kept={keptIn(product.id)} onSave={change} />;
  const decoration = (product: SetProduct) => {
    const decorations = decorationsIn(product, set.decoration);
    const words = decorationText(decorations);
    return (
      <button
        type="button"
        className="link set-decoration"
        title={decorations.join('\n') || undefined}
        aria-label={`Decoration of ${product.name}: ${words}`}
        onClick={() => open(product.id)}
      >
        <span className="cut">{words}</span>
      </button>
    );
  };
  const columns: Column<SetProduct>[] = [
    { key: 'product', heading: 'Product', minWidth: 190, orderBy: 'name', cell: (one) => <NameCell product={one} onOpen={() => open(one.id)} /> },
    { key: 'colours', heading: 'Colours', width: 108, wide: true, cell: (one) => <Colours product={one} /> },
    {
      key: 'children',
      heading: 'Children',
      width: 76,
      cell: (one) => <span className={one.skus_held === 0 ? 't-warn strong' : 'sub'}>{childrenText(one)}</span>,
    },
    { key: 'decoration', heading: 'Decoration', width: isNarrow ? 124 : 100, cell: decoration },
    {
      key: 'price',
      heading: 'Price £',
      width: 104,
      align: 'num',
      cell: (one) => <span className="sub set-price-range">{priceRange(one.price_from, one.price_to)}</span>,
    },
    { key: 'set_price', heading: 'Price here', width: 128, align: 'num', cell: price },
    {
      key: 'difference',
      heading: 'Difference',
      width: 104,
      align: 'num',
      wide: true,
      cell: (one) => <span className="sub">{differenceText(one)}</span>,
    },
    {
      key: '_why',
      heading: 'Who can order it',
      hiddenHeading: true,
      width: 40,
      cell: (one) => <IconButton icon="user" size="sm" label={`Who can order ${one.name}?`} onClick={() => setAsked(one)} />,
    },
    {
      key: '_remove',
      heading: 'Remove',
      hiddenHeading: true,
      width: 36,
      cell: (one) => <IconButton icon="x" size="sm" label={`Remove ${one.name}`} onClick={() => void askRemove(one)} />,
    },
  ];
  const { columns: visible, more } = splitColumns(columns, ({ wide }) => !(wide && isNarrow));
  const under = (product: SetProduct): ReactNode =>
    product.skus_held === 0 && (
      <div className="set-childless">
        <p>
          <Icon name="alert" className="t-warn" /> <strong>{NO_CHILDREN}.</strong>{' '}
          {product.skus_count > 0 ? 'Nobody sees it.' : 'None can be ordered: they are discontinued or not published.'}
        </p>
        {product.skus_count > 0 && (
          <span className="line push">
            <Button size="sm" onClick={() => open(product.id)}>
              Choose colours and sizes
            </Button>
            <Button size="sm" busy={addAll.busy} onClick={() => void addAll.write(product)}>
              Add all {product.skus_count}
            </Button>
          </span>
        )}
      </div>
    );
  const shared = {
    rows: rows ?? [],
    rowId: ({ id }: SetProduct) => String(id),
    rowName: ({ name }: SetProduct) => name,
    rowTone: ({ skus_held }: SetProduct) => (skus_held === 0 ? ('stuck' as const) : undefined),
    under,
  };
  const { products_count, priced_count } = set.counts;

  return (
    <section className="card set-products" aria-label={`Products of ${set.name}`}>
      <header>
        <h2 className="cut" title={set.name}>
          {set.name}
        </h2>
        <span className="note nowrap">
          {countText(products_count, ...noun)}
          {products_count > 0 && `, ${priced_count} ${priced_count === 1 ? 'has its' : 'have their'} own price`}
        </span>
        <div className="push line set-adding">
          <AddProduct set={set} onOpen={open} />
          <Button onClick={() => setIsMaking(true)} disabled={!account}>
            Custom product
          </Button>
        </div>
      </header>
      {stale && (
        <Banner
          tone="warn"
          action={
            <span className="line">
              <Button size="sm" onClick={settle}>
                Keep theirs
              </Button>
              <Button size="sm" look="primary" onClick={stale.saveMine}>
                Save mine
              </Button>
            </span>
          }
        >
          <strong>Somebody else changed the price of {stale.name} meanwhile.</strong> {stale.theirs} Yours, {stale.mine}, is not saved yet.
        </Banner>
      )}
      {(products_count > FEW || isFiltered) && (
        <div className="tools list-tools set-tools">
          <SearchInput
            value={list.search}
            onSearch={(search) => list.set({ search })}
            label="Search this set"
            placeholder="Name or SKU in this set"
            from={limits.search_min}
            shortcut
          />
          <CategoryLinks
            categories={query.data?.categories ?? []}
            current={categoryId}
            base={setAddress(set.account.id, null)}
            hash={`#${new URLSearchParams({ clothing_set_id: String(set.id), ...(list.search && { search: list.search }) })}`}
          />
        </div>
      )}
      <span className="sr" role="status">
        {isWaiting ? 'Loading products' : query.data ? countText(query.data.total, ...noun) : ''}
      </span>
      {query.isError && !query.isFetching && !rows ? (
        <LoadFailed noun="products" error={query.error} retry={() => void query.refetch()} />
      ) : rows?.length === 0 ? (
        <EmptyState
          title="No products to show"
          action={
            isFiltered && <Button onClick={() => void navigate(setAddress(set.account.id, set.id), { replace: true })}>Show all products</Button>
          }
        >
          <p>
            {list.search
              ? `Nothing in this set matches “${list.search}”.`
              : categoryId
                ? 'This set holds nothing of this category.'
                : 'Nothing can be ordered from this set yet. Add the first product by its name or SKU.'}
          </p>
        </EmptyState>
      ) : isPhone ? (
        <div className="list-cards set-cards" aria-busy={isWaiting || query.isPlaceholderData || undefined}>
          {isWaiting ? (
            <Skeletons />
          ) : (
            <DataTableCards
              {...shared}
              actions={(one) => [
                { label: 'Edit', onSelect: () => open(one.id) },
                { label: 'Who can order it?', icon: 'user', onSelect: () => setAsked(one) },
                { label: 'Remove', icon: 'x', danger: true, onSelect: () => void askRemove(one) },
              ]}
              card={(one) => (
                <>
                  <NameCell product={one} onOpen={() => open(one.id)} />
                  <div className="line sub text-md">
                    <Colours product={one} />
                    <span className="push nowrap">{childrenText(one)}</span>
                  </div>
                  <p className="sub text-md cut">{decorationText(decorationsIn(one, set.decoration))}</p>
                  <div className="line text-md">
                    <span className="sub">{priceRange(one.price_from, one.price_to)}</span>
                    <span className="note">{differenceText(one)}</span>
                    <span className="push">{price(one)}</span>
                  </div>
                </>
              )}
            />
          )}
        </div>
      ) : (
        <section ref={scroller} className="set-scroll" aria-busy={isWaiting || query.isPlaceholderData || undefined} aria-label="products">
          <table
            className="table dense set-table"
            style={{ minWidth: leastWidth(visible) }}
            aria-rowcount={query.data ? query.data.total + 1 : undefined}
          >
            <colgroup>
              {visible.map(({ key, width }) => (
                <col key={key} style={width ? { width } : undefined} />
              ))}
            </colgroup>
            <DataTableHead columns={visible} list={list} rows={rows ?? []} rowId={shared.rowId} />
            {isWaiting ? (
              <tbody aria-hidden="true">
                <tr>
                  <td colSpan={visible.length} className="set-waiting">
                    <Skeletons />
                  </td>
                </tr>
              </tbody>
            ) : (
              <DataTableRows
                {...shared}
                columns={visible}
                more={more}
                scroller={scroller}
                firstIndex={(list.page - 1) * list.per_page}
                onOpen={({ id }) => open(id)}
              />
            )}
          </table>
        </section>
      )}
      {(query.data?.last_page ?? 1) > 1 && <DataTableFoot noun={noun} list={list} page={query.data} chosen={0} onUnchoose={() => undefined} />}
      {dialog}
      {isMaking && account && <CustomProductDialog account={account} set={set} onClose={() => setIsMaking(false)} />}
      {asked && (
        <Dialog
          open
          title={asked.terms.name ?? asked.name}
          onClose={() => setAsked(null)}
          actions={<Button onClick={() => setAsked(null)}>Close</Button>}
        >
          <WhyForProduct product_id={asked.id} account_id={set.account.id} />
        </Dialog>
      )}
      {view.product !== undefined && (
        <ProductDialog key={view.product} set={set} productId={view.product} onRemove={askRemove} onClose={() => open(null)} />
      )}
    </section>
  );
}

function NameCell({ product, onOpen }: { product: SetProduct; onOpen: () => void }) {
  const { name, sku, media, colours, terms, is_csp, is_published } = product;
  return (
    <div className="line set-product">
      <GarmentTile media={media} alt="" colour={colours[0]?.hex} size={32} />
      <div className="grow">
        <p className="line">
          <button type="button" className="link set-open" title={terms.name ?? name} onClick={onOpen}>
            {terms.name ?? name}
          </button>
          {is_csp && <Badge tone="accent">Custom</Badge>}
          {!is_published && <Badge tone="line-only">Not published</Badge>}
        </p>
        <p className="note small cut" title={terms.name ? name : undefined}>
          <span className="code">{sku}</span>
          {terms.name && ` · ${name}`}
        </p>
      </div>
    </div>
  );
}

function Colours({ product: { colours } }: { product: SetProduct }) {
  const names = colours.map(({ name }) => name);
  if (colours.length === 0) return <span className="sub">None</span>;
  return (
    <span className="line set-colours" title={names.join(', ')}>
      {colours.slice(0, MAX_SWATCHES).map(({ name, hex }) => (
        <Swatch key={name} colour={hex} />
      ))}
      <span className="sub cut">{names.length === 1 ? names[0] : `${names.length} colours`}</span>
    </span>
  );
}

const widths = ['72%', '58%', '80%', '64%', '70%', '52%', '76%', '60%'];
const Skeletons = () => (
  <div className="set-skeletons" aria-hidden="true">
    {widths.map((width) => (
      <div key={width} className="line">
        <span className="tile skel" style={{ width: 32, height: 32 }} />
        <Skeleton width={width} />
      </div>
    ))}
  </div>
);
