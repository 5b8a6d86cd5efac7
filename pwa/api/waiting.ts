import { useQuery, useQueryClient } from '@tanstack/react-query';
import { hc } from 'hono/client';
import type { OrderRoutes } from '../../server/ordering/routes.ts';
import { answer } from './answer.ts';
import { useOrderNews } from './order-news.ts';
import { overTheWire } from './transport.ts';

const orders = hc<OrderRoutes>('/api/orders', overTheWire);

/** The key begins as that of the lists of orders, so that a change of an order reads what waits again. */
export const waitingKey = ['orders', 'waiting'] as const;

/** Reads what waits for the person: requests, sizes, drafts, parcels, returns and notices. */
const readWaiting = (signal: AbortSignal) => answer(orders.waiting.$get({}, { init: { signal } }));
export type Waiting = Awaited<ReturnType<typeof readWaiting>>;

/** What waits for a client's person; it is read again when an order changes. The home and the navigation share the answer. */
export function useWaiting(enabled: boolean, staleTime = 0) {
  const queries = useQueryClient();
  useOrderNews(() => void queries.invalidateQueries({ queryKey: waitingKey }));
  return useQuery({ queryKey: waitingKey, queryFn: ({ signal }) => readWaiting(signal), enabled, staleTime });
}
