import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { swatchOf } from '../../shared/catalogue/swatch-of.ts';
import { compareNames } from '../../shared/folded.ts';
import { limits } from '../../shared/limits.ts';
import { type Client, ClientChoice } from '../api/client-choice.tsx';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { CardPage } from '../ui/card-page.tsx';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Page } from '../ui/page.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Swatch } from '../ui/swatch.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { type DecoratedProduct, type DecoratedSet, readAssignedSets, readDecorated } from './client.ts';
import './embroidery.css';

const noun = ['product', 'products'] as const;
const MAX_SWATCHES = 3;

type Colours = readonly { name: string; hex: string | null }[];

/** The first three colours as swatches and words, and the number of further colours. */
function ColourLine({ colours }: { colours: Colours }) {
  if (colours.length === 0) return <p className="note small">One colour</p>;
  const swatches = colours.slice(0, MAX_SWATCHES);
  const others = colours.length - swatches.length;
  const words = swatches.map(({ name }) => name).join(', ');
  return (
    <p className="line small sub" title={colours.map(({ name }) => name).join(', ')}>
      {swatches.map((colour) => (
        <Swatch key={colour.name} colour={swatchOf(colour)} />
      ))}
      <span className="cut">
        {words}
        {others > 0 && ` +${others}`}
      </span>
    </p>
  );
}

const setsText = (product: DecoratedProduct): string => countText(product.clothing_sets_with_decoration?.length ?? 0, 'decorated set');

/** The products that an embroiderer decorates: the products of their assigned clothing sets, each with its sets and decorations. */
export default function DecoratedProducts() {
  const { can } = useSession();
  const isOffice = can('use_office');
  const [selectedClient, setSelectedClient] = useState<Client | null>(null);
  const list = useListState({ orderBy: 'name', per_page: limits.catalogue_page, filters: ['account_id', 'product'] });
  const { product, ...query } = list.query;
  const products = useQuery({
    queryKey: ['decorated-products', query],
    queryFn: ({ signal }) => readDecorated(query, signal),
    placeholderData: keepPreviousData,
  });
  const sets = useQuery({
    queryKey: ['clothing-sets', 'assigned'],
    queryFn: ({ signal }) => readAssignedSets(signal),
    enabled: !isOffice,
    staleTime: 60_000,
  });
  const clients = [...new Map((sets.data ?? []).map(({ account }) => [account.id, account])).values()].sort((one, other) =>
    compareNames(one.name, other.name),
  );
  const open = (id: number | null): void => list.set({ product: id === null ? '' : String(id), page: list.page });
  const opened = products.data?.items.find(({ id }) => String(id) === product);
  const total = products.data && countText(products.data.total, ...noun);
  const about = sets.data && total ? `${total} in ${countText(sets.data.length, 'set')} of ${countText(clients.length, 'client')}` : total;
  const isFiltered = list.search !== '' || list.filters.account_id !== undefined;
  return (
    <Page title="Products to decorate" sub={about}>
      <div className="embroidery">
        <div className="embroidery-tools">
          <SearchInput
            value={list.search}
            onSearch={(search) => list.set({ search })}
            label="Search products"
            placeholder="Product, SKU or decoration"
            from={limits.search_min}
            shortcut
          />
          {isOffice ? (
            <ClientChoice
              className="embroidery-client"
              placeholder="Every client"
              value={selectedClient && String(selectedClient.id) === list.filters.account_id ? selectedClient : null}
              onChange={(client) => {
                setSelectedClient(client);
                list.set({ account_id: client ? String(client.id) : '' });
              }}
            />
          ) : (
            clients.length > 1 && (
              <select
                className="in embroidery-client"
                aria-label="Client"
                value={list.filters.account_id ?? ''}
                onChange={({ target }) => list.set({ account_id: target.value })}
              >
                <option value="">Every client</option>
                {clients.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )
          )}
        </div>
        <CardPage
          noun={noun}
          list={list}
          query={products}
          grid="embroidery-grid"
          waitingCard={
            <div className="card embroidery-card">
              <span className="tile skel embroidery-skeleton" />
              <div className="grow embroidery-about">
                <Skeleton width="80%" />
                <Skeleton width="45%" />
              </div>
            </div>
          }
          card={(one) => (
            <li key={one.id} className="card embroidery-card">
              <GarmentTile media={one.media} alt="" colour={one.colours[0]?.hex} size={72} />
              <div className="grow embroidery-about">
                <p className="strong cut" title={one.name}>
                  {one.name}
                </p>
                <p className="note code small">{one.sku}</p>
                <ColourLine colours={one.colours} />
                <p>
                  <button type="button" className="link" aria-label={`${setsText(one)} of ${one.name}`} onClick={() => open(one.id)}>
                    {setsText(one)}
                  </button>
                </p>
              </div>
            </li>
          )}
          empty={
            <EmptyState title="No products to show" action={isFiltered && <Button onClick={list.clear}>Show all</Button>}>
              <p>
                {isFiltered
                  ? 'Nothing that you decorate matches.'
                  : 'Products appear here once a clothing set that you are assigned to decorates them.'}
              </p>
            </EmptyState>
          }
        />
      </div>
      {opened && <SetsDialog product={opened} onClose={() => open(null)} />}
    </Page>
  );
}

/** The colours in which a set holds a product. */
const coloursIn = (set: DecoratedSet, all: Colours): Colours =>
  set.colours.length === 0 ? all : set.colours.map((name) => all.find((one) => one.name === name) ?? { name, hex: null });

/** The clothing sets that decorate a product, with the text of each decoration. */
function SetsDialog({ product, onClose }: { product: DecoratedProduct; onClose: () => void }) {
  const sets = product.clothing_sets_with_decoration ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      title={product.name}
      description={product.sku}
      width={560}
      actions={
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className="card embroidery-sets">
        {sets.map((set) => (
          <li key={set.id}>
            <p>
              <strong>{set.account.name}</strong> <span className="sub">{set.name}</span>
            </p>
            <ul className="embroidery-decorations" aria-label={`Decorations of ${set.name}`}>
              {set.decoration.split('\n').map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            <ColourLine colours={coloursIn(set, product.colours)} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
