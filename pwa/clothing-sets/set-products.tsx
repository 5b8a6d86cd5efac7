import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AccountDetails } from '../../shared/accounts/account.ts';
import type { OfficeSet, SetProduct } from '../../shared/clothing-sets/clothing-set.ts';
import { limits } from '../../shared/limits.ts';
import { WhyForProduct } from '../api/why-for-product.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { CategoryLinks } from '../ui/category-links.tsx';
import { countText } from '../ui/count-text.ts';
import { DataTableFoot } from '../ui/data-table-foot.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { AddProduct } from './add-product.tsx';
import { readSetProducts } from './client.ts';
import { CustomProductDialog } from './custom-product-dialog.tsx';
import { PriceCell } from './price-cell.tsx';
import { ProductDialog } from './product-dialog.tsx';
import { setAddress, useSetView } from './set-address.ts';
import { SetProductList } from './set-product-list.tsx';
import { type StalePrice, usePriceChange } from './use-price-change.ts';
import { useProductRemoval } from './use-product-removal.tsx';

const noun = ['product', 'products'] as const;
/** A list of up to this many products has no search and no categories, because it is readable at a glance. */
const FEW = 12;

interface SetProductsProps {
  /** The client; undefined until it is loaded. */
  account: AccountDetails | undefined;
  set: OfficeSet;
  categoryId: string | undefined;
}

/** The styles in a set, as a table with search, prices and removal. A dialog over the table shows a single style. */
export function SetProducts({ account, set, categoryId }: SetProductsProps) {
  const [isMaking, setIsMaking] = useState(false);
  const [askedProduct, setAskedProduct] = useState<SetProduct | null>(null);
  const navigate = useNavigate();
  const view = useSetView();
  const list = useListState({ orderBy: 'category', per_page: limits.catalogue_page });
  const query = useQuery({
    queryKey: ['clothing-sets', 'products', set.id, list.query, categoryId ?? null],
    queryFn: ({ signal }) => readSetProducts(set.id, { ...list.query, category_id: categoryId }, signal),
    placeholderData: keepPreviousData,
  });
  const { change, keptIn, stale, settle } = usePriceChange(set.id);
  const { askRemove, dialog } = useProductRemoval(set);
  const open = (id: number | null): void => void navigate(view.withProduct(id), { replace: id === null, preventScrollReset: true });

  const rows = query.data?.items;
  const isWaiting = query.isFetching && !rows;
  const isFiltered = list.search !== '' || categoryId !== undefined;
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
      {stale && <StaleBanner stale={stale} onSettle={settle} />}
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
      ) : (
        <SetProductList
          set={set}
          list={list}
          page={query.data}
          isWaiting={isWaiting}
          isPlaceholder={query.isPlaceholderData}
          price={(product) => <PriceCell product={product} kept={keptIn(product.id)} onSave={change} />}
          actions={{ open, askWhy: setAskedProduct, remove: (product) => void askRemove(product) }}
        />
      )}
      {(query.data?.last_page ?? 1) > 1 && <DataTableFoot noun={noun} list={list} page={query.data} chosen={0} onUnchoose={() => undefined} />}
      {dialog}
      {isMaking && account && <CustomProductDialog account={account} set={set} onClose={() => setIsMaking(false)} />}
      {askedProduct && (
        <Dialog
          open
          title={askedProduct.terms.name ?? askedProduct.name}
          onClose={() => setAskedProduct(null)}
          actions={<Button onClick={() => setAskedProduct(null)}>Close</Button>}
        >
          <WhyForProduct product_id={askedProduct.id} account_id={set.account.id} />
        </Dialog>
      )}
      {view.product !== undefined && (
        <ProductDialog key={view.product} set={set} productId={view.product} onRemove={askRemove} onClose={() => open(null)} />
      )}
    </section>
  );
}

/** Says that somebody else has changed a price while this person was editing it. */
function StaleBanner({ stale, onSettle }: { stale: StalePrice; onSettle: () => void }) {
  return (
    <Banner
      tone="warn"
      action={
        <span className="line">
          <Button size="sm" onClick={onSettle}>
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
  );
}
