import { useQuery } from '@tanstack/react-query';
import type { OrderWait } from '../../shared/ordering/order-waits.ts';
import { useSession } from '../session/use-session.ts';
import type { ListState } from '../ui/use-list-state.ts';
import { readSites } from './client.ts';

const waitWords: Record<OrderWait, string> = {
  decision: 'To decide',
  size: 'Sizes missing',
  draft: 'My drafts',
  parcel: 'On the way',
  return: 'Returned',
};

/** The filters of a client's list of orders: what waits in them, and the site. */
export function OrderFilters({ list }: { list: ListState<'waits' | 'site_id'> }) {
  const { can } = useSession();
  const forOthers = can('order_for_others');
  const sites = useQuery({ queryKey: ['sites'], queryFn: ({ signal }) => readSites(signal), staleTime: 60_000, enabled: forOthers });
  const siteChoices = sites.data?.items ?? [];
  const waits = Object.entries(waitWords).filter(([wait]) => forOthers || wait !== 'decision');
  return (
    <>
      <select className="in" aria-label="Orders" value={list.filters.waits ?? ''} onChange={(event) => list.set({ waits: event.target.value })}>
        <option value="">All orders</option>
        {waits.map(([wait, words]) => (
          <option key={wait} value={wait}>
            {words}
          </option>
        ))}
      </select>
      {siteChoices.length > 1 && (
        <select className="in" aria-label="Site" value={list.filters.site_id ?? ''} onChange={(event) => list.set({ site_id: event.target.value })}>
          <option value="">All sites</option>
          {siteChoices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </>
  );
}
