import { hc } from 'hono/client';
import type { WearerProductRoutes } from '../../server/ordering/routes.ts';
import type { AccountEmployeeRoutes, EmployeeRoutes } from '../../server/people/routes.ts';
import { limits } from '../../shared/limits.ts';
import { answer } from './answer.ts';
import { stringQuery } from './string-query.ts';
import { overTheWire } from './transport.ts';

const wearerProducts = hc<WearerProductRoutes>('/api/employees', overTheWire)[':id'];
const employees = hc<EmployeeRoutes>('/api/employees', overTheWire);
const accountEmployees = hc<AccountEmployeeRoutes>('/api/admin/accounts', overTheWire)[':id'].employees;

/** Why a wearer may have a product, or may not. */
export const readWhy = (employee_id: number, product_id: number, signal: AbortSignal) =>
  answer(wearerProducts.products[':productId'].why.$get({ param: { id: String(employee_id), productId: String(product_id) } }, { init: { signal } }));
export type Why = Awaited<ReturnType<typeof readWhy>>;

/** Finds, by name or SKU, the products about which the caller can ask. */
export const findAskableProducts = (employee_id: number) => async (search: string, signal: AbortSignal) =>
  (await answer(wearerProducts['product-search'].$get({ param: { id: String(employee_id) }, query: stringQuery({ search }) }, { init: { signal } })))
    .items;
export type AskableProduct = Awaited<ReturnType<ReturnType<typeof findAskableProducts>>>[number];

/**
 * Finds people about whom the caller can ask, by name, number or email: people of the company `account_id`, or of the caller's own company if
 * `account_id` is null.
 */
export const findWearers = (account_id: number | null) => async (search: string, signal: AbortSignal) => {
  const query = stringQuery({ search, per_page: limits.product_search_page });
  const init = { init: { signal } };
  const page = await (account_id === null
    ? answer(employees.index.$get({ query }, init))
    : answer(accountEmployees.$get({ param: { id: String(account_id) }, query }, init)));
  // A person may ask only about people whom they may change.
  return page.items.filter(({ can }) => can.edit);
};
export type AskableWearer = Awaited<ReturnType<ReturnType<typeof findWearers>>>[number];
