import { useQuery, useQueryClient } from '@tanstack/react-query';
import { hc } from 'hono/client';
import type { OrderRoutes } from '../../server/ordering/routes.ts';
import { answer } from './answer.ts';
import { useOrderNews } from './order-news.ts';
import { overTheWire } from './transport.ts';
import { WithQueries } from './with-queries.tsx';

const orders = hc<OrderRoutes>('/api/orders', overTheWire);
/** The key begins as that of the lists of orders, so that a change of an order counts again. */
const queryKey = ['orders', 'to-decide'] as const;

/** How many requests wait for the decision of a client's person, beside an entry of the navigation; nothing if none waits. */
export default function DecisionCount() {
  return (
    <WithQueries>
      <Count />
    </WithQueries>
  );
}

function Count() {
  const queries = useQueryClient();
  useOrderNews(() => void queries.invalidateQueries({ queryKey }));
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => answer(orders.index.$get({ query: { waits: 'decision', per_page: '1' } }, { init: { signal } })),
    staleTime: 60_000,
  });
  if (!data?.total) return null;
  return (
    <span className="nav-count">
      <span className="sr">, </span>
      {data.total}
      <span className="sr"> to decide</span>
    </span>
  );
}
