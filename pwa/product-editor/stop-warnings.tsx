import { useQuery } from '@tanstack/react-query';
import { holdersText, readInUse } from '../api/catalogue.ts';
import { Banner } from '../ui/banner.tsx';

/** How a product stops being sold. */
export type Stop = 'unpublish' | 'discontinue';
/** What each way of stopping means for orders. */
export const stopEffects: Readonly<Record<Stop, string>> = {
  unpublish: 'What is ordered is delivered all the same; nobody can order more, and drafts cannot be submitted with it.',
  discontinue: 'What is ordered is delivered all the same; from that day nobody can order more.',
};

/** Names the open orders and drafts that hold products which are about to be unpublished or discontinued; renders nothing if there are none. */
export function InUseWarning({ ids, stop }: { ids: readonly number[]; stop: Stop }) {
  const inUse = useQuery({ queryKey: ['products', 'in-use', ids], queryFn: () => readInUse(ids), staleTime: 0 });
  const holders = inUse.data && holdersText(inUse.data);
  return holders ? (
    <Banner tone="warn" live={false}>
      <p>
        {ids.length === 1 ? 'It is' : 'They are'} on {holders}. {stopEffects[stop]}
      </p>
    </Banner>
  ) : null;
}
