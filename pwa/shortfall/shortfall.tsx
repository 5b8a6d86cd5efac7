import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { SupplierChoice } from '../api/supplier-choice.tsx';
import { useDraftPurchaseOrders } from '../api/use-draft-purchase-orders.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Tick } from '../ui/tick.tsx';
import { useListState } from '../ui/use-list-state.ts';
import { readShortAccounts, type ShortAccount } from './client.ts';
import { type Choice, ShortProducts } from './short-products.tsx';
import './shortfall.css';

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

/** What waiting orders lack, by client; the chosen SKUs become draft purchase orders. */
export default function ShortfallReport() {
  const list = useListState({ orderBy: 'name', per_page: limits.shortfall_page, filters: ['supplier_id', 'is_uncovered'] });
  const [supplier, setSupplier] = useState<{ id: number; name: string } | null>(null);
  const [open, setOpen] = useState<ReadonlySet<number> | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const query = useQuery({
    queryKey: ['shortfall', 'accounts', list.query],
    queryFn: ({ signal }) => readShortAccounts(list.query, signal),
    placeholderData: keepPreviousData,
  });
  const { write, busy } = useDraftPurchaseOrders('shortfall', () => setChosen(new Set()));
  const choice: Choice = {
    chosen,
    choose: (ids, isChosen) => setChosen((before) => new Set(isChosen ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id)))),
  };
  const { search, filters } = list;
  const filter = { ...(search && { search }), ...filters };
  const accounts = query.data?.items ?? [];
  // The first client is open until somebody opens or closes one.
  const openIds = open ?? new Set(accounts.slice(0, 1).map(({ id }) => id));
  const toggle = (id: number) => setOpen(new Set(openIds.has(id) ? [...openIds].filter((one) => one !== id) : [...openIds, id]));
  const isTooMany = chosen.size > limits.shortfall_products;
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
            <Button look="quiet" size="sm" onClick={() => setChosen(new Set())}>
              Choose none
            </Button>
          )}
          <span className="push line">
            {isTooMany && <span className="note">At most {limits.shortfall_products} at a time</span>}
            <Button look="primary" busy={busy} disabled={chosen.size === 0 || isTooMany} onClick={() => void write([...chosen])}>
              Add {countText(chosen.size, 'product')} to PO
            </Button>
          </span>
        </>
      }
    >
      <div className="flow">
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
          <Button
            look="quiet"
            size="sm"
            className="push"
            disabled={accounts.length === 0}
            onClick={() => setOpen(new Set(accounts.map(({ id }) => id)))}
          >
            Open all
          </Button>
        </div>
        <Loaded query={query} noun="shortfall">
          {({ items, last_page, total }) =>
            items.length === 0 ? (
              <EmptyState title="No products found on shortfall report" />
            ) : (
              <>
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
              </>
            )
          }
        </Loaded>
      </div>
    </Page>
  );
}
