import { hc } from 'hono/client';
import type { AccountRoutes } from '../../server/accounts/routes.ts';
import type { ProductRoutes } from '../../server/catalogue/routes.ts';
import type { OrderRoutes, WearerProductRoutes } from '../../server/ordering/routes.ts';
import type { EmployeeRoutes } from '../../server/people/routes.ts';
import type { OrderReturnRoutes, ReturnReasonRoutes, ReturnRoutes, SizeSwapRoutes } from '../../server/returns/routes.ts';
import type { SiteRoutes } from '../../server/sites/routes.ts';
import type { EmployeeSizeRoutes, OrderSizeRoutes } from '../../server/sizes/routes.ts';
import type { UsualRoutes } from '../../server/usual/routes.ts';
import { limits } from '../../shared/limits.ts';
import type { NewReturn } from '../../shared/returns/create-return.ts';
import type { NewExchangeInput } from '../../shared/returns/exchange-input.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

export const orders = hc<OrderRoutes>('/api/orders', overTheWire);
export const orderReturns = hc<OrderReturnRoutes>('/api/orders', overTheWire);
const returns = hc<ReturnRoutes>('/api/returns', overTheWire);
const returnReasons = hc<ReturnReasonRoutes>('/api/return-reasons', overTheWire);
export const employees = hc<EmployeeRoutes>('/api/employees', overTheWire);
const wearerProducts = hc<WearerProductRoutes>('/api/employees', overTheWire);
const accounts = hc<AccountRoutes>('/api/accounts', overTheWire);
export const orderSizes = hc<OrderSizeRoutes>('/api/orders', overTheWire);
export const usualOrders = hc<UsualRoutes>('/api/orders', overTheWire);
const employeeSizes = hc<EmployeeSizeRoutes>('/api/employees', overTheWire);
const sites = hc<SiteRoutes>('/api/sites', overTheWire);
const sizeSwaps = hc<SizeSwapRoutes>('/api/size-swaps', overTheWire);
const products = hc<ProductRoutes>('/api/products', overTheWire);

/** A page of the orders that the person may see. */
export const readOrders = (query: ListQuery & { include?: string; waits?: string }, signal: AbortSignal) =>
  answer(orders.index.$get({ query: stringQuery(query) }, { init: { signal } }));
/** A page of the orders that the person may see, each with its wearers and lines, for a list that says for whom and what. */
export const readListedOrders = (query: ListQuery, signal: AbortSignal) => readOrders({ ...query, include: 'lines,employees' }, signal);
/** Reads one order with its lines, its wearers and the actions that the person may do. */
export const readOrder = (uuid: string) => answer(orders[':uuid'].$get({ param: { uuid }, query: {} }));
/** The history of an order: who did what, and when, oldest first. */
export const readTimeline = (uuid: string, signal: AbortSignal) => answer(orders[':uuid'].timeline.$get({ param: { uuid } }, { init: { signal } }));
/** Reads how many items of each line of an order may still be returned. */
export const readReturnable = (uuid: string, signal: AbortSignal) =>
  answer(orderReturns[':uuid'].returnable.$get({ param: { uuid } }, { init: { signal } }));
/** Requests the return of items of an order. */
export const createReturn = (uuid: string) => (json: NewReturn, options: Once) =>
  answer(orderReturns[':uuid'].returns.$post({ param: { uuid }, json }, options));
/** Reads what a line can be exchanged for, and when `quantity` items of each size can leave. */
export const readExchangeChoices = (uuid: string, line_id: number, quantity: number, signal: AbortSignal) =>
  answer(
    orderReturns[':uuid'].lines[':lineId']['exchange-choices'].$get(
      { param: { uuid, lineId: String(line_id) }, query: { quantity: String(quantity) } },
      { init: { signal } },
    ),
  );
/** Requests the return of items and orders another size of them at once. */
export const createExchange = (uuid: string) => (json: NewExchangeInput, options: Once) =>
  answer(orderReturns[':uuid'].exchanges.$post({ param: { uuid }, json }, options));
/** Withdraws a return that has not arrived, and its exchange. */
export const withdrawReturn = (id: number, options: Once) => answer(returns[':id'].withdraw.$post({ param: { id: String(id) } }, options));
/** Sends the label of a return to the person who wears its items. */
export const mailReturnLabel = (id: number, options: Once) => answer(returns[':id']['mail-label'].$post({ param: { id: String(id) } }, options));
export const readReturnReasons = (signal: AbortSignal) => answer(returnReasons.index.$get({}, { init: { signal } }));
/** Reads the lines of a draft that would prevent its submission to this site. */
export const readUnavailable = (uuid: string, delivery_site_id: number, signal: AbortSignal) =>
  answer(
    orders[':uuid']['unavailable-lines'].$get(
      { param: { uuid }, query: delivery_site_id > 0 ? { delivery_site_id: String(delivery_site_id) } : {} },
      { init: { signal } },
    ),
  );
/** The budgets that an order is charged to. */
export const readBudgets = (uuid: string) => answer(orders[':uuid'].budgets.$get({ param: { uuid } }));
/** A page of the people whom the person may order for, by name. */
export const readEmployees = (query: ListQuery, signal: AbortSignal) =>
  answer(employees.index.$get({ query: stringQuery({ ...query, orderBy: 'name', sortedBy: 'asc' }) }, { init: { signal } }));
/** One person with the roles and clothing sets that they have. */
export const readPerson = (id: number, signal: AbortSignal) => answer(employees[':id'].$get({ param: { id: String(id) } }, { init: { signal } }));
/** The roles and clothing sets of a company, to choose from. */
export const readRolesAndSets = (account_id: number, signal: AbortSignal) =>
  answer(accounts[':id']['employee-roles'].$get({ param: { id: String(account_id) }, query: {} }, { init: { signal } }));
/** Reads the products that a wearer may have on an order. */
export const readProducts = (employee_id: number, order: string, signal: AbortSignal) =>
  answer(wearerProducts[':id'].products.$get({ param: { id: String(employee_id) }, query: { order } }, { init: { signal } }));
/** The makers' information about a style. */
export const readDatasheets = async (style_id: number, signal: AbortSignal) =>
  (await answer(products[':id'].$get({ param: { id: String(style_id) }, query: { include: 'datasheets' } }, { init: { signal } }))).datasheets;
/** Reads the sizes of styles that others often exchanged for another size. */
export const readSizeSwaps = (styles: readonly number[], signal: AbortSignal) =>
  answer(sizeSwaps.index.$get({ query: { styles: styles.join(',') } }, { init: { signal } }));
/** Reads, for each style, the size that a wearer last kept. */
export const readSizesOnFile = (employee_id: number, signal: AbortSignal) =>
  answer(employeeSizes[':id'].sizes.$get({ param: { id: String(employee_id) } }, { init: { signal } }));
/** Reads the wearers with missing sizes on an order, and when each was asked for the sizes. */
export const readMissingSizes = (uuid: string, signal: AbortSignal) =>
  answer(orderSizes[':uuid']['missing-sizes'].$get({ param: { uuid } }, { init: { signal } }));
/** Reads what the wearers of a draft usually have; only one of them if `employee_id` is passed. */
export const readUsual = (uuid: string, employee_id: number | undefined, signal: AbortSignal) =>
  answer(
    usualOrders[':uuid'].usual.$get(
      { param: { uuid }, query: employee_id === undefined ? {} : { employees: String(employee_id) } },
      { init: { signal } },
    ),
  );
/** All the sites that the person may deliver to. */
export const readSites = (signal: AbortSignal) =>
  answer(sites.index.$get({ query: { include: 'delivery_address', per_page: String(limits.page_cap_sites) } }, { init: { signal } }));

export type ListedOrder = Awaited<ReturnType<typeof readOrders>>['items'][number];
export type Order = Awaited<ReturnType<typeof readOrder>>;
export type Line = Order['lines'][number];
export type Wearer = Order['employees'][number];
export type Dispatch = Order['dispatches'][number];
export type TimelineItem = Awaited<ReturnType<typeof readTimeline>>['items'][number];
export type Returnable = Awaited<ReturnType<typeof readReturnable>>['lines'][number];
export type CreatedReturn = Awaited<ReturnType<ReturnType<typeof createReturn>>>;
export type ExchangeChoices = Awaited<ReturnType<typeof readExchangeChoices>>;
export type CreatedExchange = Awaited<ReturnType<ReturnType<typeof createExchange>>>;
export type ReturnReason = Awaited<ReturnType<typeof readReturnReasons>>['items'][number];
export type Budget = Awaited<ReturnType<typeof readBudgets>>['items'][number];
export type UnavailableLine = Awaited<ReturnType<typeof readUnavailable>>['items'][number];
export type PersonOrdering = Awaited<ReturnType<typeof readPerson>>;
export type RolesAndSets = Awaited<ReturnType<typeof readRolesAndSets>>;
export type Employee = Awaited<ReturnType<typeof readEmployees>>['items'][number];
export type WearerProducts = Awaited<ReturnType<typeof readProducts>>;
export type WearerUsual = Awaited<ReturnType<typeof readUsual>>['items'][number];
export type MissingSizes = Awaited<ReturnType<typeof readMissingSizes>>['items'];
/** A product that a wearer may have, in all the colours and sizes of the wearer's sets. */
export type Style = WearerProducts['items'][number];
/** A product that can be ordered: a style in one colour and size. */
export type Size = Style['children'][number];
