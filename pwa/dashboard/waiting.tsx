import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { listText } from '../../shared/list-text.ts';
import { useOrderNews } from '../api/order-news.ts';
import { countText, formatCount } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { readWaiting, type Waiting } from './client.ts';
import { DecisionCard } from './decision-card.tsx';
import '../ui/waits.css';

/** The key begins as that of the lists of orders, so that a change of an order reads it again. */
const queryKey = ['orders', 'waiting'] as const;

/** What waits for a client's person; it is read again when an order changes. */
export function useWaiting(enabled: boolean) {
  const queries = useQueryClient();
  useOrderNews(() => void queries.invalidateQueries({ queryKey }));
  return useQuery({ queryKey, queryFn: ({ signal }) => readWaiting(signal), enabled });
}

/** Whether a request waits for the reader, so that its button is the main one of the page. */
export const hasDecision = (waiting: Waiting | undefined): boolean => waiting !== undefined && waiting.decisions.count > 0;

/** What waits for a client's person, before any chart: the oldest request, then a row for each other kind that has something. */
export function WaitingCards({ query }: { query: ReturnType<typeof useWaiting> }) {
  if (query.isError && !query.data) return <LoadFailed error={query.error} noun="list of what waits" retry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonText lines={4} />;
  const { decisions, ...waiting } = query.data;
  const rows = rowsOf(waiting);
  return (
    <div className="waiting">
      {decisions.oldest && <DecisionCard order={decisions.oldest} count={decisions.count} />}
      <section className="card" aria-label="Waits for you">
        {rows.length > 0 ? (
          <ul className="waits">{rows}</ul>
        ) : (
          <p className="sub waiting-none">{decisions.oldest ? 'Nothing else waits for you.' : 'Nothing waits for you.'}</p>
        )}
      </section>
    </div>
  );
}

function rowsOf({ sizes, drafts, parcels, returns }: Omit<Waiting, 'decisions'>): ReactNode[] {
  const names = (of: readonly { name: string; count: number }[]): string => of.map(({ name, count }) => `${name} ${count}`).join(', ');
  const draft = drafts.latest;
  return [
    sizes.count > 0 && (
      <WaitRow
        key="sizes"
        count={sizes.count}
        title={sizes.count === 1 ? 'Size missing' : 'Sizes missing'}
        about={names(sizes.people)}
        to={sizes.order ? `/orders/${sizes.order}` : '/orders#waits=size'}
      />
    ),
    draft && (
      <WaitRow
        key="drafts"
        count={drafts.count}
        title={drafts.count === 1 ? 'Draft to go on with' : 'Drafts to go on with'}
        about={[draft.order_number, draft.employees?.length && countText(draft.employees.length, 'person', 'people')].filter(Boolean).join(', ')}
        to={drafts.count === 1 ? `/orders/${draft.uuid}/edit` : '/orders#waits=draft'}
      />
    ),
    parcels.count > 0 && (
      <WaitRow
        key="parcels"
        count={parcels.count}
        title={parcels.count === 1 ? 'Parcel on its way' : 'Parcels on their way'}
        about={listText(parcels.sites.map(({ name, count }) => (parcels.sites.length > 1 ? `${name} ${count}` : name)))}
        to="/orders#waits=parcel"
      />
    ),
    returns.latest && (
      <WaitRow
        key="returns"
        count={returns.count}
        title={returns.count === 1 ? 'Return to be decided' : 'Returns to be decided'}
        about={`${returns.latest.product_name}, order ${returns.latest.order_number}`}
        to={returns.count === 1 ? `/returns/${returns.latest.id}` : '/returns'}
      />
    ),
  ].filter(Boolean);
}

/** The largest number that a row shows. */
const MAX_COUNT = 99;

function WaitRow({ count, title, about, to }: { count: number; title: string; about: string; to: string }) {
  return (
    <li>
      <Link to={to}>
        <b>{count > MAX_COUNT ? `${MAX_COUNT}+` : formatCount(count)}</b>
        <div>
          <p className="strong cut">{title}</p>
          <p className="cut" title={about}>
            {about}
          </p>
        </div>
        <Icon name="next" />
      </Link>
    </li>
  );
}
