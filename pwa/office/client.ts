import { hc } from 'hono/client';
import type { dispatchRoutes } from '../../server/dispatch/routes.ts';
import type { AdminOrderLineRoutes, AdminOrderRoutes, OrderRoutes, WearerProductRoutes } from '../../server/ordering/routes.ts';
import type { AccountEmployeeRoutes, EmployeeRoutes } from '../../server/people/routes.ts';
import type { SiteRoutes } from '../../server/sites/routes.ts';
import type { LineSubstitutionRoutes, SubstitutionRoutes } from '../../server/substitution/routes.ts';
import { answer } from '../api/answer.ts';
import { overTheWire } from '../api/transport.ts';

export const adminOrders = hc<AdminOrderRoutes>('/api/admin/orders', overTheWire);
export const orderLines = hc<AdminOrderLineRoutes>('/api/admin/order-lines', overTheWire);
export const orders = hc<OrderRoutes>('/api/orders', overTheWire);
export const employees = hc<EmployeeRoutes>('/api/employees', overTheWire);
const accountEmployees = hc<AccountEmployeeRoutes>('/api/admin/accounts', overTheWire);
const wearerProducts = hc<WearerProductRoutes>('/api/employees', overTheWire);
export const sites = hc<SiteRoutes>('/api/sites', overTheWire);
/** `substitute` is the API that substitutes the product of a line, `substitutes` the API of the products that may be the substitute. */
export const { substitute } = hc<LineSubstitutionRoutes>('/api/admin/order-lines', overTheWire)[':id'];
export const { products: substitutes } = hc<SubstitutionRoutes>('/api/admin/substitution', overTheWire);
const provider = hc<typeof dispatchRoutes>('/api/admin', overTheWire);
export const stuckOrders = provider.orders[':uuid']['set-as-allocated'];
export const { dispatches } = provider.shipping.orders;

/** Reads one order with its lines and the actions that are allowed now. */
export const readOrder = (uuid: string) => answer(orders[':uuid'].$get({ param: { uuid }, query: {} }));
export const readBudgets = (uuid: string) => answer(orders[':uuid'].budgets.$get({ param: { uuid } }));
export const readOffer = (employee_id: number, order: string) =>
  answer(wearerProducts[':id'].products.$get({ param: { id: String(employee_id) }, query: { order } }));
export const readCounts = (query: Parameters<typeof adminOrders.counts.$get>[0]['query'], signal?: AbortSignal) =>
  answer(adminOrders.counts.$get({ query }, { init: { signal } }));

/** Reads the dispatches, short picks and returns of an order. */
export const readFulfilment = (uuid: string, signal?: AbortSignal) =>
  answer(adminOrders[':uuid'].fulfilment.$get({ param: { uuid } }, { init: { signal } }));
/** Reads the history of an order, with its open stock checks. */
export const readTimeline = (uuid: string, signal?: AbortSignal) =>
  answer(adminOrders[':uuid'].timeline.$get({ param: { uuid } }, { init: { signal } }));
export type OrderEvent = Awaited<ReturnType<typeof readTimeline>>['items'][number];

export type Fulfilment = Awaited<ReturnType<typeof readFulfilment>>;

export type Order = Awaited<ReturnType<typeof readOrder>>;
export type Line = Order['lines'][number];
export type Budget = Awaited<ReturnType<typeof readBudgets>>['items'][number];
export type Offer = Awaited<ReturnType<typeof readOffer>>;
export type Style = Offer['items'][number];
export type ListedOrder = Awaited<ReturnType<typeof listOrders>>['items'][number];
export type Person = Awaited<ReturnType<typeof findPeople>>[number];
export type Site = Awaited<ReturnType<typeof findSites>>[number];

export const listOrders = (query: Parameters<typeof adminOrders.index.$get>[0]['query'], signal?: AbortSignal) =>
  answer(adminOrders.index.$get({ query }, { init: { signal } }));

/** Reads the orders of all pages of a list view. */
export const readMatching = (query: Parameters<typeof adminOrders.matching.$get>[0]['query']) => answer(adminOrders.matching.$get({ query }));

/** The page that a selector requests: the first 50 choices. */
const CHOICES = { page: '1', per_page: '50' };

export const findPeople = async (account_id: number, search: string, signal: AbortSignal) =>
  (await answer(accountEmployees[':id'].employees.$get({ param: { id: String(account_id) }, query: { ...CHOICES, search } }, { init: { signal } })))
    .items;
export const findSites = async (account_id: number, search: string, signal: AbortSignal) =>
  (
    await answer(
      sites.index.$get({ query: { ...CHOICES, search, account_id: String(account_id), include: 'delivery_address' } }, { init: { signal } }),
    )
  ).items;
