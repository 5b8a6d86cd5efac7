import { hc } from 'hono/client';
import type { AdminOrderRoutes, OrderRoutes } from '../../server/ordering/routes.ts';
import type { SearchRoutes } from '../../server/search/routes.ts';
import { answer } from '../api/answer.ts';
import { overTheWire } from '../api/transport.ts';

export const orders = hc<OrderRoutes>('/api/orders', overTheWire);
export const adminOrders = hc<AdminOrderRoutes>('/api/admin/orders', overTheWire);
const search = hc<SearchRoutes>('/api/admin/search', overTheWire);

/** Everything of the office that a text finds, by kind. */
export const searchOffice = (q: string, signal: AbortSignal) => answer(search.index.$get({ query: { q } }, { init: { signal } }));

export type Found = Awaited<ReturnType<typeof searchOffice>>;
