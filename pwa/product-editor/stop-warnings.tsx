import { useQuery } from '@tanstack/react-query';
import { holdersText, readInUse, readWithoutSuccessor, withoutSuccessorText } from '../api/catalogue.ts';
import { Banner } from '../ui/banner.tsx';

/** How a product stops being sold. */
export type Stop = 'unpublish' | 'discontinue';
/** What that means for orders. */
export const stopEffects: Readonly<Record<Stop, string>> = {
  unpublish: 'What is ordered is delivered all the same; nobody can order more, and drafts cannot be submitted with it.',
  discontinue: 'What is ordered is delivered all the same; from that day nobody can order more.',
};

/** Names the open orders and drafts that hold products which are to be sold no more; nothing where none does. */
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

/** Says how many clothing sets hold a product and not what is to follow it, and that a decoration is chosen anew; nothing where none does. */
export function SuccessorWarning({ pairs }: { pairs: readonly (readonly [id: number, successor_id: number])[] }) {
  const without = useQuery({
    queryKey: ['products', 'without-successor', pairs],
    queryFn: ({ signal }) => readWithoutSuccessor(pairs, signal),
    enabled: pairs.length > 0,
    staleTime: 0,
  });
  if (pairs.length === 0 || !without.data || without.data.sets === 0) return null;
  const { decorated, first } = without.data;
  return (
    <Banner tone="warn">
      <p>
        {withoutSuccessorText(without.data)}, such as {first}. Its people are not offered the successor until the set holds it
        {decorated > 0 && ', and lines with decoration are ordered anew, because decorations belong to the set'}.
      </p>
    </Banner>
  );
}
