import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { SupplierChoice } from '../api/supplier-choice.tsx';
import { useDraftPurchaseOrders } from '../api/use-draft-purchase-orders.tsx';
import { useWrite } from '../api/use-write.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Tick } from '../ui/tick.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { useIsPhone } from '../ui/use-media.ts';
import type { Choice } from './choice.ts';
import { previewShortfall, readShortAccounts, readUncovered, type ShortAccount } from './client.ts';
import { ShortProducts } from './short-products.tsx';
import './shortfall.css';
import { makesText, WhatItMakes } from './what-it-makes.tsx';

interface AccountProps {
  account: ShortAccount;
  filter: object;
  choice: Choice;
  isOpen: boolean;
  toggle: () => void;
}

function Account({ account, filter, choice, isOpen, toggle }: AccountProps) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={`${id}-name`}>
      <header className="shortfall-head">
        <Button
          look="quiet"
          size="sm"
          icon={isOpen ? 'down' : 'next'}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Open'} ${account.name}`}
          iconOnly
          onClick={toggle}
        />
        <h2 id={`${id}-name`} className="cut">
          {account.name}
        </h2>
        <span className="code note">{account.reference}</span>
        <span className="push note nowrap">
          {countText(account.products_count, 'product')}, {countText(account.current_shortfall_qty, 'item')} short
        </span>
      </header>
      {isOpen && <ShortProducts key={JSON.stringify(filter)} account={account} filter={filter} choice={choice} />}
    </section>
  );
}

/** The SKUs that waiting orders lack, by client. The office chooses SKUs and creates draft purchase orders for them. */
export default function ShortfallReport() {
  const list = useListState({ orderBy: 'name', per_page: limits.shortfall_page, filters: ['supplier_id', 'is_uncovered'] });
  const [supplier, setSupplier] = useState<{ id: number; name: string } | null>(null);
  const [open, setOpen] = useState<ReadonlySet<number> | null>(null);
  const [chosen, setChosen] = useState<Choice['chosen']>(new Map());
  const query = useQuery({
    queryKey: ['shortfall', 'accounts', list.query],
    queryFn: ({ signal }) => readShortAccounts(list.query, signal),
    placeholderData: keepPreviousData,
  });
  const { write, busy, made } = useDraftPurchaseOrders('shortfall', () => setChosen(new Map()));
  const uncovered = useWrite({
    send: () => readUncovered({ search: list.search || undefined, supplier_id: list.filters.supplier_id }),
    success: ({ product_ids, is_cut }) =>
      is_cut
        ? `Only the first ${formatCount(product_ids.length)} are chosen.`
        : product_ids.length === 0
          ? 'Everything that is short is on order, or has no supplier.'
          : undefined,
    onSaved: ({ product_ids }) => setChosen(new Map(product_ids.map((id) => [id, chosen.get(id) ?? null]))),
  });
  const isTooMany = chosen.size > limits.shortfall_products;
  const order = {
    products: [...chosen.keys()],
    quantities: [...chosen].flatMap(([product_id, quantity]) => (quantity === null ? [] : [{ product_id, quantity }])),
  };
  const preview = useQuery({
    queryKey: ['shortfall', 'preview', order],
    queryFn: ({ signal }) => previewShortfall(order, signal),
    placeholderData: keepPreviousData,
    enabled: chosen.size > 0 && !isTooMany,
  });
  // Until the preview of the chosen SKUs arrives, the query returns the preview of the SKUs chosen before, which is not shown.
  const suppliers = preview.isPlaceholderData ? [] : (preview.data?.suppliers ?? []);
  const choice: Choice = {
    chosen,
    planned: new Map(suppliers.flatMap(({ lines }) => lines.map((line) => [line.product_id, line]))),
    choose: (ids, isChosen) =>
      setChosen((before) => {
        const next = new Map(before);
        for (const id of ids) {
          if (isChosen) next.set(id, before.get(id) ?? null);
          else next.delete(id);
        }
        return next;
      }),
    setQuantity: (id, quantity) => setChosen((before) => new Map(before).set(id, quantity)),
  };
  const isChosen = chosen.size > 0 && !isTooMany;
  const isPhone = useIsPhone();
  const { search, filters } = list;
  const filter = { ...(search && { search }), ...filters };
  const accounts = query.data?.items ?? [];
  // Until somebody opens or closes a client, only the first client is open.
  const openIds = open ?? new Set(accounts.slice(0, 1).map(({ id }) => id));
  const toggle = (id: number) => setOpen(new Set(openIds.has(id) ? [...openIds].filter((one) => one !== id) : [...openIds, id]));
  return (
    <Page
      title="Shortfall"
      sub={
        query.data && query.data.total > 0 && `${countText(query.data.total, 'client')}, ${countText(query.data.total_shortfall_qty, 'item')} short`
      }
      actions={
        <>
          {accounts.length > 0 && <ExportMenu path="/admin/reports/shortfall/export" query={list.query} />}
          <ButtonLink to="/admin/reports/reorder" look="quiet">
            Reorder
          </ButtonLink>
          <ButtonLink to="/admin/reports" look="quiet">
            Reports
          </ButtonLink>
        </>
      }
      foot={
        <>
          <strong>{countText(chosen.size, 'product')} chosen</strong>
          {chosen.size > 0 && (
            <Button look="quiet" size="sm" onClick={() => setChosen(new Map())}>
              Choose none
            </Button>
          )}
          <span className="push line">
            {isTooMany && <span className="note">At most {limits.shortfall_products} at a time</span>}
            {!isPhone && chosen.size > 0 && preview.data && <span className="note">{makesText(preview.data)}</span>}
            <Button look="primary" busy={busy} disabled={chosen.size === 0 || isTooMany} onClick={() => void write(order)}>
              Add {countText(chosen.size, 'product')} to PO
            </Button>
          </span>
        </>
      }
    >
      <div className="flow">
        {made}
        <div className="shortfall-tools">
          <SearchInput
            value={search}
            onSearch={(words) => list.set({ search: words })}
            label="Search shortfall"
            placeholder="Product, SKU or account"
            from={limits.search_min}
          />
          <SupplierChoice
            value={supplier}
            placeholder="Every supplier"
            onChange={(next) => {
              setSupplier(next);
              list.set({ supplier_id: next ? String(next.id) : '' });
            }}
          />
          <Tick checked={filters.is_uncovered === 'true'} onChange={({ target }) => list.set({ is_uncovered: target.checked ? 'true' : '' })}>
            Hide what is on order
          </Tick>
          <span className="push line">
            <Button look="quiet" size="sm" disabled={accounts.length === 0} onClick={() => setOpen(new Set(accounts.map(({ id }) => id)))}>
              Open all
            </Button>
            <Button
              look="quiet"
              size="sm"
              busy={uncovered.busy}
              busyText="Choosing"
              disabled={accounts.length === 0}
              onClick={() => void uncovered.write()}
            >
              Choose what has no order
            </Button>
          </span>
        </div>
        <Loaded query={query} noun="shortfall">
          {({ items, last_page, total }) =>
            items.length === 0 ? (
              <EmptyState title="No products found on shortfall report">
                <p>A product appears here when orders wait for more of it than is free.</p>
              </EmptyState>
            ) : (
              <div className={isChosen ? 'shortfall-split' : undefined}>
                <div className="flow">
                  {items.map((account) => (
                    <Account
                      key={account.id}
                      account={account}
                      filter={filter}
                      choice={choice}
                      isOpen={openIds.has(account.id)}
                      toggle={() => toggle(account.id)}
                    />
                  ))}
                  <Pager
                    label="Pages of clients"
                    noun={['client', 'clients']}
                    page={list.page}
                    last={last_page}
                    total={total}
                    onPage={(page) => list.set({ page })}
                  />
                </div>
                {isChosen && <WhatItMakes query={preview} chosen={chosen.size} />}
              </div>
            )
          }
        </Loaded>
      </div>
    </Page>
  );
}
