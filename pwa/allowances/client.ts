import { hc } from 'hono/client';
import type { AccountRoutes } from '../../server/accounts/routes.ts';
import type { AllowanceRoutes } from '../../server/allowances/routes.ts';
import type { ProductRoutes } from '../../server/catalogue/routes.ts';
import type { AccountEmployeeRoutes, EmployeeRoutes } from '../../server/people/routes.ts';
import type { AllowanceChange, AllowanceCopies, AllowancePreview } from '../../shared/allowances/allowance.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const { allowances } = hc<AllowanceRoutes>('/api/accounts', overTheWire)[':id'];
const { ':allowanceId': one } = allowances;
const { 'employee-roles': roles } = hc<AccountRoutes>('/api/accounts', overTheWire)[':id'];
const employees = hc<EmployeeRoutes>('/api/employees', overTheWire);
const company = hc<AccountEmployeeRoutes>('/api/admin/accounts', overTheWire)[':id'].employees;
const products = hc<ProductRoutes>('/api/products', overTheWire);

/** A record by its id and its name. */
export interface Named {
  id: number;
  name: string;
}

/** A page of the allowances of a client company. */
export const readAllowances = (id: string) => (query: ListQuery, signal: AbortSignal) =>
  answer(allowances.$get({ param: { id }, query: stringQuery(query) }, { init: { signal } }));
/** One allowance of a client company. */
export const readAllowance = (id: string) => (allowanceId: string, signal: AbortSignal) =>
  answer(one.$get({ param: { id, allowanceId } }, { init: { signal } }));
/** Adds an allowance to a client company. If `allowanceId` is passed, changes the stored one. */
export const saveAllowance = (id: string, allowanceId: number | undefined) => (json: AllowanceChange, options: Once) =>
  allowanceId === undefined
    ? answer(allowances.$post({ param: { id }, json }, options))
    : answer(one.$put({ param: { id, allowanceId: String(allowanceId) }, json }, options));
/** Ends an allowance at once. */
export const endAllowance = (id: string) => (allowanceId: number, options: Once) =>
  answer(one.$delete({ param: { id, allowanceId: String(allowanceId) } }, options));
/** Gives other roles the same allowance. */
export const copyAllowance = (id: string, allowanceId: number) => (json: AllowanceCopies, options: Once) =>
  answer(one.copy.$post({ param: { id, allowanceId: String(allowanceId) }, json }, options));
/** For whom an allowance would be, and who has had more already. Nothing is stored. */
export const previewAllowance = (id: string, json: AllowancePreview, signal?: AbortSignal) =>
  answer(allowances.preview.$post({ param: { id }, json }, { init: { signal } }));
export type Preview = Awaited<ReturnType<typeof previewAllowance>>;

/** The employee roles and clothing sets of a client company. */
export const readRolesAndSets = (id: string, signal: AbortSignal) => answer(roles.$get({ param: { id }, query: {} }, { init: { signal } }));
/** Finds people of a client company by words of their names. `isOffice`: the caller is not of the company. */
export async function findPeople(id: string, isOffice: boolean, search: string, signal: AbortSignal): Promise<Named[]> {
  const query = stringQuery({ search, per_page: 20 });
  const page = isOffice
    ? await answer(company.$get({ param: { id }, query }, { init: { signal } }))
    : await answer(employees.index.$get({ query }, { init: { signal } }));
  return page.items.map((person) => ({ id: person.id, name: person.name }));
}
/** The categories of the styles in the clothing sets of a client company. */
export const readCategoriesOf = async (id: string, signal: AbortSignal): Promise<Named[]> =>
  (await answer(products.index.$get({ query: stringQuery({ account_id: id, per_page: 1 }) }, { init: { signal } }))).categories;
/** Finds styles in the clothing sets of a client company. */
export async function findStyles(id: string, search: string, signal: AbortSignal): Promise<Named[]> {
  const page = await answer(products.index.$get({ query: stringQuery({ account_id: id, search, per_page: 20 }) }, { init: { signal } }));
  return page.items.map((style) => ({ id: style.id, name: style.name }));
}
