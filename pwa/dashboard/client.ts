import { hc } from 'hono/client';
import type { AccountRoutes } from '../../server/accounts/routes.ts';
import type { DashboardRoutes } from '../../server/dashboards/routes.ts';
import type { OrderRoutes } from '../../server/ordering/routes.ts';
import type { SiteRoutes } from '../../server/sites/routes.ts';
import type { GraphName } from '../../shared/dashboards/graphs.ts';
import type { Timeframe } from '../../shared/dashboards/timeframe.ts';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { overTheWire } from '../api/transport.ts';

const dashboards = hc<DashboardRoutes>('/api/dashboards', overTheWire);
const orders = hc<OrderRoutes>('/api/orders', overTheWire);
const accounts = hc<AccountRoutes>('/api/accounts', overTheWire);
const sites = hc<SiteRoutes>('/api/sites', overTheWire);

/** The filter of a whole dashboard. */
export interface Narrowed {
  site_id: string | undefined;
}

/** One graph of the homepage. */
export const readGraph = (graph: GraphName, query: Narrowed & { timeframe: Timeframe }, signal: AbortSignal) =>
  answer(dashboards.homepage.graphs[':graph'].$get({ param: { graph }, query: stringQuery(query) }, { init: { signal } }));
/** Reads a page of the lines that have waited at least two weeks for their stock; with a search text, only the lines that match it. */
export const readShortfall = (query: Narrowed & { page: number; search?: string }, signal: AbortSignal) =>
  answer(dashboards.homepage.shortfall.$get({ query: stringQuery(query) }, { init: { signal } }));
/** The budgets that an order is charged to. */
export const readOrderBudgets = (uuid: string) => answer(orders[':uuid'].budgets.$get({ param: { uuid } }));
/** The person’s own company. */
export const readCompany = (id: number, signal: AbortSignal) => answer(accounts[':id'].$get({ param: { id: String(id) } }, { init: { signal } }));
/** The sites to choose from. */
export const readSites = (signal: AbortSignal) =>
  answer(sites.index.$get({ query: { per_page: String(limits.page_cap_sites) } }, { init: { signal } }));

export type Graph = Awaited<ReturnType<typeof readGraph>>;
export type Budget = Awaited<ReturnType<typeof readOrderBudgets>>['items'][number];
export type Shortfall = Awaited<ReturnType<typeof readShortfall>>['items'][number];
