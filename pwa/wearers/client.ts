import { hc } from 'hono/client';
import type { WearerCollectionRoutes } from '../../server/collections/routes.ts';
import type { OrderRoutes, WearerProductRoutes } from '../../server/ordering/routes.ts';
import type { EmployeeRoutes } from '../../server/people/routes.ts';
import type { ReturnReasonRoutes, ReturnRoutes } from '../../server/returns/routes.ts';
import type { EmployeeSizeRoutes } from '../../server/sizes/routes.ts';
import type { WearerRoutes } from '../../server/wearers/routes.ts';
import { limits } from '../../shared/limits.ts';
import type { NewReturn } from '../../shared/returns/create-return.ts';
import type { RecordSizeInput } from '../../shared/sizes/size-input.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';

const employees = hc<EmployeeRoutes>('/api/employees', overTheWire);
const wearers = hc<WearerRoutes>('/api/employees', overTheWire)[':id'];
const collections = hc<WearerCollectionRoutes>('/api/employees', overTheWire)[':id'].collections;
const products = hc<WearerProductRoutes>('/api/employees', overTheWire)[':id'].products;
const sizes = hc<EmployeeSizeRoutes>('/api/employees', overTheWire)[':id'].sizes;
const orders = hc<OrderRoutes>('/api/orders', overTheWire);
const returns = hc<ReturnRoutes>('/api/returns', overTheWire);
const returnReasons = hc<ReturnReasonRoutes>('/api/return-reasons', overTheWire);

const param = (id: number) => ({ id: String(id) });

/** One person with their sites, roles and sets, and what the caller may do to them. */
export const readPerson = (id: string, signal: AbortSignal) => answer(employees[':id'].$get({ param: { id } }, { init: { signal } }));
/** A wearer without their budgets, which the card of budgets reads itself. */
export type Person = Omit<Awaited<ReturnType<typeof readPerson>>, 'budget_spend_data'>;

/** A page of the products that a person was sent, or of those that they still hold. */
export const readIssued = (id: number, query: { page: number; held?: true }, signal: AbortSignal) =>
  answer(wearers.issued.$get({ param: param(id), query: stringQuery(query) }, { init: { signal } }));
export type Issued = Awaited<ReturnType<typeof readIssued>>['items'][number];
/** The items that a person holds, by the order lines with which they were sent. */
export const readHeld = (id: number, signal: AbortSignal) => answer(wearers['held-items'].$get({ param: param(id) }, { init: { signal } }));
export type HeldItem = Awaited<ReturnType<typeof readHeld>>['items'][number];
/** What a person holds, with its age and value. */
export const readHoldings = (id: number, signal: AbortSignal) => answer(wearers.holdings.$get({ param: param(id) }, { init: { signal } }));
export type Holding = Awaited<ReturnType<typeof readHoldings>>['items'][number];
/** A page of a person's collections, the newest first. */
export const readCollections = (id: number, page: number, signal: AbortSignal) =>
  answer(collections.$get({ param: param(id), query: stringQuery({ page }) }, { init: { signal } }));
export type Collection = Awaited<ReturnType<typeof readCollections>>['items'][number];
/** Opens a collection of everything that a person holds and that may come back. */
export const openCollection = (id: number) => (_: undefined, options: Once) => answer(collections.$post({ param: param(id), json: {} }, options));
export const readReturnReasons = (signal: AbortSignal) => answer(returnReasons.index.$get({}, { init: { signal } }));
/** Requests the return of items that a person holds: a return for each order. */
export const startReturns = (id: number) => (json: NewReturn, options: Once) => answer(wearers.returns.$post({ param: param(id), json }, options));
export type StartedReturn = Awaited<ReturnType<ReturnType<typeof startReturns>>>['items'][number];

/** The products that a person may order for themself, and those that are withheld from them. */
export const readOffered = (id: number, signal: AbortSignal) =>
  answer(products.$get({ param: param(id), query: { for_themself: 'true' } }, { init: { signal } }));
export type OfferedProducts = Awaited<ReturnType<typeof readOffered>>;

export const readBudgets = (id: number, signal: AbortSignal) => answer(wearers.budgets.$get({ param: param(id) }, { init: { signal } }));
export const readSizes = (id: number, signal: AbortSignal) => answer(sizes.$get({ param: param(id) }, { init: { signal } }));
export type SizeOnFile = Awaited<ReturnType<typeof readSizes>>['items'][number];
/** Records which size of a style fits a person. */
export const recordSize = (id: number, styleId: number) => (json: RecordSizeInput, options: Once) =>
  answer(sizes[':styleId'].$put({ param: { ...param(id), styleId: String(styleId) }, json }, options));
/** Removes the recorded size of a style. */
export const removeRecordedSize = (id: number) => (styleId: number, options: Once) =>
  answer(sizes[':styleId'].$delete({ param: { ...param(id), styleId: String(styleId) } }, options));
/** A page of the changes to a person’s record. */
export const readChanges = (id: number, page: number, signal: AbortSignal) =>
  answer(wearers.changes.$get({ param: param(id), query: stringQuery({ page }) }, { init: { signal } }));

/** A page of the drafts, requests and open orders in which a person is a wearer or which they ordered. */
export const readOpenOrders = (employee_id: number, page: number, signal: AbortSignal) =>
  answer(
    orders.index.$get({ query: stringQuery({ employee_id, unfinished: true, page, per_page: limits.wearer_orders_page }) }, { init: { signal } }),
  );
export type OpenOrder = Awaited<ReturnType<typeof readOpenOrders>>['items'][number];
/** A page of the undecided returns of items that a person wears. */
export const readOpenReturns = (employee_id: number, page: number, signal: AbortSignal) =>
  answer(returns.index.$get({ query: stringQuery({ employee_id, status: 'new', page, per_page: limits.wearer_orders_page }) }, { init: { signal } }));
export type OpenReturn = Awaited<ReturnType<typeof readOpenReturns>>['items'][number];
