import { hc } from 'hono/client';
import type { attentionRoutes } from '../../server/attention/routes.ts';
import type { DayRoutes } from '../../server/day/routes.ts';
import type { dispatchRoutes } from '../../server/dispatch/routes.ts';
import type { AdminOrderRoutes } from '../../server/ordering/routes.ts';
import type { mailRoutes } from '../../server/outbox/routes.ts';
import type { PurchaseOrderRoutes } from '../../server/purchasing/routes.ts';
import type { AdminReturnRoutes } from '../../server/returns/routes.ts';
import type { StockRoutes } from '../../server/stock/routes.ts';
import type { TabletRoutes } from '../../server/sync/routes.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';

const day = hc<DayRoutes>('/api/admin/day', overTheWire);
const orders = hc<AdminOrderRoutes>('/api/admin/orders', overTheWire);
const returns = hc<AdminReturnRoutes>('/api/admin/returns', overTheWire);
const attention = hc<typeof attentionRoutes>('/api/admin/attention', overTheWire);
const purchaseOrders = hc<PurchaseOrderRoutes>('/api/admin/purchase-orders', overTheWire);
const tablets = hc<TabletRoutes>('/api/admin/tablets', overTheWire);
const mail = hc<typeof mailRoutes>('/api/admin/mail', overTheWire);
const { shipping } = hc<typeof dispatchRoutes>('/api/admin', overTheWire);
const { stock } = hc<StockRoutes>('/api/admin', overTheWire);

type Query = Record<string, string | number>;

/** What waits for the office today. */
export const readDay = (signal: AbortSignal) => answer(day.index.$get({}, { init: { signal } }));
export type Day = Awaited<ReturnType<typeof readDay>>;

export const listOrders = (query: Query, signal: AbortSignal) => answer(orders.index.$get({ query: stringQuery(query) }, { init: { signal } }));
/** Reads the ids of all orders of a view. */
export const readMatching = (query: Query) => answer(orders.matching.$get({ query: stringQuery(query) }));
export const listReturns = (query: Query, signal: AbortSignal) => answer(returns.index.$get({ query: stringQuery(query) }, { init: { signal } }));
export const listAttention = (query: Query, signal: AbortSignal) => answer(attention.index.$get({ query: stringQuery(query) }, { init: { signal } }));
export const listPurchaseOrders = (query: Query, signal: AbortSignal) =>
  answer(purchaseOrders.index.$get({ query: stringQuery(query) }, { init: { signal } }));
export const listDispatches = (query: Query, signal: AbortSignal) =>
  answer(shipping.orders.dispatches.$get({ query: stringQuery(query) }, { init: { signal } }));
export const listTablets = (query: Query, signal: AbortSignal) => answer(tablets.index.$get({ query: stringQuery(query) }, { init: { signal } }));
export const listMail = (query: Query, signal: AbortSignal) => answer(mail.index.$get({ query: stringQuery(query) }, { init: { signal } }));
export const listSkus = (query: Query, signal: AbortSignal) => answer(stock.skus.$get({ query: stringQuery(query) }, { init: { signal } }));

/** Sends failed emails again. */
export const sendAgain = (ids: number[], options: Once) => answer(mail.again.$post({ json: { ids } }, options));

export type ListedOrder = Awaited<ReturnType<typeof listOrders>>['items'][number];
