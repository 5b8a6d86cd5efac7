import { formatCount } from '../ui/count-text.ts';
import { useWaiting, type Waiting } from './waiting.ts';
import { WithQueries } from './with-queries.tsx';

interface WaitingCountsProps {
  /** The address of the entry of the navigation. */
  to: string;
}

interface WaitingCount {
  count: number;
  /** What everybody reads after the number, and what only a screen reader reads. */
  noun?: string;
  spoken: string;
}

/** How much waits behind an entry of a client's navigation; nothing if nothing waits. */
export default function WaitingCounts(props: WaitingCountsProps) {
  return (
    <WithQueries>
      <Counts {...props} />
    </WithQueries>
  );
}

const countsOf = (to: string, { decisions, sizes, notices }: Waiting): WaitingCount[] =>
  to === '/notices'
    ? [{ count: notices.count, spoken: 'new' }]
    : [
        { count: decisions.count, spoken: 'to decide' },
        { count: sizes.count, noun: sizes.count === 1 ? 'size' : 'sizes', spoken: 'missing' },
      ];

function Counts({ to }: WaitingCountsProps) {
  const { data } = useWaiting(true, 60_000);
  if (!data) return null;
  return countsOf(to, data)
    .filter(({ count }) => count > 0)
    .map(({ count, noun, spoken }) => (
      <span key={spoken} className={noun ? 'nav-count plain' : 'nav-count'}>
        <span className="sr">, </span>
        {formatCount(count)}
        {noun && ` ${noun}`}
        <span className="sr"> {spoken}</span>
      </span>
    ));
}
