import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { limits } from '../../shared/limits.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { useSession } from '../session/use-session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CardPage } from '../ui/card-page.tsx';
import { CategoryLinks } from '../ui/category-links.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { formatPrices } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Swatch } from '../ui/swatch.tsx';
import { type ListState, useListState } from '../ui/use-list-state.ts';
import { type ListedProduct, readAssignedSets, readProducts, readSets } from './client.ts';
import { ProductDialog } from './product-dialog.tsx';
import { SetSwitcher } from './set-switcher.tsx';
import './products.css';

const noun = ['product', 'products'] as const;
const filters = ['clothing_set_id', 'product', 'account_id'] as const;
type Browsing = ListState<(typeof filters)[number]>;

/**
 * The products of clothing sets, for reading: by set, by category, by search text. A client's people see the sets of their company, an embroiderer
 * the sets that they are assigned to, and the office the sets of a client that it chooses.
 */
export default function ProductBrowser() {
  const { who, can } = useSession();
  const { categoryId } = useParams();
  const [selectedClient, setSelectedClient] = useState<Client | null>(null);
  const list: Browsing = useListState({ orderBy: 'category', per_page: limits.catalogue_page, filters });
  const { product, ...query } = list.query;
  // The office chooses the company.
  const isOffice = can('use_office');
  const accountId = /^\d+$/.test(query.account_id ?? '') ? Number(query.account_id) : 0;
  const account_id = who.account?.id ?? accountId;
  const isWhole = account_id > 0 || !isOffice;
  const sets = useQuery({
    queryKey: ['clothing-sets', 'shown', account_id],
    queryFn: ({ signal }) => (account_id > 0 ? readSets(account_id, signal) : readAssignedSets(signal)),
    staleTime: 60_000,
    enabled: isWhole,
  });
  const client = selectedClient?.id === account_id ? selectedClient : (sets.data?.items[0]?.account ?? null);
  const products = useQuery({
    queryKey: ['products', query, categoryId ?? null],
    queryFn: ({ signal }) => readProducts({ ...query, ...(categoryId && { category_id: categoryId }) }, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled: isWhole,
  });
  const category = products.data?.categories.find(({ id }) => String(id) === categoryId);

  return (
    <Page title="Products" name={category ? `${category.name}, products` : undefined} sub={products.data && countText(products.data.total, ...noun)}>
      <div className="browser">
        <div className="browser-tools">
          {isOffice && (
            <ClientChoice
              className="client-choice"
              placeholder="Type at least 2 letters of the name"
              value={client}
              onChange={(next) => {
                setSelectedClient(next);
                list.set({ account_id: next ? String(next.id) : '', clothing_set_id: '', product: '' });
              }}
            />
          )}
          {isWhole && (
            <>
              <SearchInput
                value={list.search}
                onSearch={(search) => list.set({ search })}
                label="Search products"
                placeholder="Name or SKU"
                from={limits.search_min}
                shortcut
              />
              <SetSwitcher
                label="Clothing set"
                sets={sets.data?.items ?? []}
                value={list.filters.clothing_set_id ?? ''}
                onChange={(clothing_set_id) => list.set({ clothing_set_id })}
              />
            </>
          )}
        </div>
        {isWhole && <CategoryLinks categories={products.data?.categories ?? []} current={categoryId} base="/products" hash={keptView(list)} />}
        {isWhole ? (
          <CardPage
            noun={noun}
            list={list}
            query={products}
            className="browser-found"
            grid="browser-grid"
            waitingCard={
              <div className="card browser-card">
                <span className="tile l skel" />
                <div className="browser-about">
                  <Skeleton width="80%" />
                  <Skeleton width="45%" />
                </div>
              </div>
            }
            card={(item) => <ProductCard key={item.id} item={item} onOpen={() => list.set({ product: String(item.id), page: list.page })} />}
            empty={<NoProducts list={list} category={category?.name} isFiltered={categoryId !== undefined} />}
          />
        ) : (
          <EmptyState title="Choose a client">
            <p>Their clothing sets appear here, as their own people see them.</p>
          </EmptyState>
        )}
      </div>
      {product && (
        <ProductDialog
          id={Number(product)}
          sets={sets.data?.items ?? []}
          clothing_set_id={list.filters.clothing_set_id}
          account_id={query.account_id}
          onSet={(clothing_set_id) => list.set({ clothing_set_id })}
          onClose={() => list.set({ product: '', page: list.page })}
        />
      )}
    </Page>
  );
}

/** Returns what a link to a category keeps of the current address: the client, the set and the search text. */
function keptView(list: Browsing): string {
  const params = new URLSearchParams();
  if (list.search) params.set('search', list.search);
  for (const name of ['clothing_set_id', 'account_id'] as const) {
    const value = list.filters[name];
    if (value) params.set(name, value);
  }
  return params.size > 0 ? `#${params}` : '';
}

/** The text for an empty list, and the button that removes the search or the choice of a set. */
const NoProducts = ({ list, category, isFiltered }: { list: Browsing; category: string | undefined; isFiltered: boolean }) => (
  <EmptyState
    title="No products to show"
    action={
      (list.search || list.filters.clothing_set_id) && (
        <Button onClick={() => list.set({ search: '', clothing_set_id: '' })}>{list.search ? 'Clear search' : 'Show all clothing sets'}</Button>
      )
    }
  >
    <p>
      {list.search
        ? `Nothing matches “${list.search}”${category ? ` in ${category}` : ''}.`
        : `${list.filters.clothing_set_id ? 'This clothing set holds' : 'Your clothing sets hold'} nothing ${isFiltered ? 'of this category' : 'yet'}.`}
    </p>
  </EmptyState>
);

const MAX_SWATCHES = 3;

function ProductCard({ item, onOpen }: { item: ListedProduct; onOpen: () => void }) {
  const { name, brand, colours, media, price_from, price_to, is_csp } = item;
  return (
    <li className="card browser-card">
      <GarmentTile media={media} alt="" colour={colours[0]?.hex} size="fill" />
      <div className="browser-about">
        <p className="strong">
          <button type="button" className="browser-open" onClick={onOpen}>
            {name}
          </button>
        </p>
        {brand && <p className="note small cut">{brand}</p>}
        {is_csp && (
          <p>
            <Badge tone="accent">Custom</Badge>
          </p>
        )}
        <p className="line text-md browser-price">
          <span>{formatPrices([price_from, price_to])}</span>
          <span className="line push browser-colours">
            {colours.slice(0, MAX_SWATCHES).map((colour) => (
              <Swatch key={colour.name} colour={colour.hex} label={colour.name} />
            ))}
            {colours.length > MAX_SWATCHES && <span className="note small">+{colours.length - MAX_SWATCHES}</span>}
          </span>
        </p>
      </div>
    </li>
  );
}
