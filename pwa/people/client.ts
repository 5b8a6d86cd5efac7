import { hc } from 'hono/client';
import type { AccountEmployeeArchiveRoutes, EmployeeArchiveRoutes } from '../../server/archive/routes.ts';
import type { AdminOrderRoutes, OrderRoutes } from '../../server/ordering/routes.ts';
import type { AccountEmployeeRoutes, AccountResetRoutes, CheckRoutes, EmployeeRoutes } from '../../server/people/routes.ts';
import type { CheckInput } from '../../shared/people/check-input.ts';
import type { NewPerson, PersonChange } from '../../shared/people/person-input.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const employees = hc<EmployeeRoutes>('/api/employees', overTheWire);
const ends = hc<EmployeeArchiveRoutes>('/api/employees', overTheWire)[':id'];
const company = hc<AccountEmployeeRoutes>('/api/admin/accounts', overTheWire)[':id'].employees;
const companyEnds = hc<AccountEmployeeArchiveRoutes>('/api/admin/accounts', overTheWire)[':id'].employees;
const adminOrders = hc<AdminOrderRoutes>('/api/admin/orders', overTheWire);
const orders = hc<OrderRoutes>('/api/orders', overTheWire);
const check = hc<CheckRoutes>('/api/check-user-name', overTheWire);
const resets = hc<AccountResetRoutes>('/api/accounts', overTheWire)[':id'].employees[':userId']['send-reset'];
const { ':id': one } = employees;
const param = (id: number) => ({ id: String(id) });

/** Reads one person with their sites, roles and sets, and the actions that the caller may do. */
export const readPerson = (accountId: string | undefined) => (id: string, signal: AbortSignal) =>
  accountId === undefined
    ? answer(one.$get({ param: { id } }, { init: { signal } }))
    : answer(company[':employeeId'].$get({ param: { id: accountId, employeeId: id } }, { init: { signal } }));
/** A person as the forms use them. The spend of their budgets is left out: other screens show it, and the provider’s own people have no budgets. */
export type Person = Omit<Awaited<ReturnType<ReturnType<typeof readPerson>>>, 'budget_spend_data'>;

/** How many of a person’s newest orders are read to find a submitted one. */
const NEWEST = 5;
/** Reads when a person’s last order, as wearer or requester, was submitted; null if none of the newest orders was submitted. */
export async function readLastOrdered(employee_id: number, signal: AbortSignal): Promise<string | null> {
  const page = await answer(orders.index.$get({ query: stringQuery({ employee_id, per_page: NEWEST }) }, { init: { signal } }));
  return page.items.find(({ submitted_at }) => submitted_at !== null)?.submitted_at ?? null;
}

/** Reads a page of the people whom the caller manages; for the office, people of the client that `accountId` names. */
export const readPeople = (accountId: string | undefined) => (query: ListQuery & { include?: string }, signal: AbortSignal) =>
  accountId === undefined
    ? answer(employees.index.$get({ query: stringQuery(query) }, { init: { signal } }))
    : answer(company.$get({ param: { id: accountId }, query: stringQuery(query) }, { init: { signal } }));
export type ListedPerson = Awaited<ReturnType<ReturnType<typeof readPeople>>>['items'][number];

/** Reads the ids and names of everybody who matches a list’s search and filters. `is_cut` if more people match than can be changed at once. */
export const readMatching = (accountId: string | undefined, query: Omit<ListQuery, 'page' | 'per_page'>) =>
  accountId === undefined
    ? answer(employees.matching.$get({ query: stringQuery(query) }))
    : answer(company.matching.$get({ param: { id: accountId }, query: stringQuery(query) }));

/** Adds a person to the caller’s company, or to the company that the office names. If `id` is passed, changes the stored person. */
export const savePerson = (accountId: string | undefined, id: number | undefined) => (json: PersonChange, options: Once) => {
  if (accountId === undefined)
    return id === undefined
      ? answer(employees.index.$post({ json: json as NewPerson }, options))
      : answer(one.$put({ param: param(id), json }, options));
  return id === undefined
    ? answer(company.$post({ param: { id: accountId }, json: json as NewPerson }, options))
    : answer(company[':employeeId'].$put({ param: { id: accountId, employeeId: String(id) }, json }, options));
};
/** Sends a person the invitation again. */
export const invitePerson = (id: number, options: Once) => answer(one.invite.$post({ param: param(id) }, options));

/** Sends a person the link with which they set a new password. */
export const sendReset = (account_id: number) => (id: number, options: Once) =>
  answer(resets.$post({ param: { id: String(account_id), userId: String(id) } }, options));

/** Finds people who share some of the values that were typed for a new person. */
export const findDuplicates = (typed: CheckInput, signal: AbortSignal) =>
  answer(check.index.$get({ query: stringQuery(typed) }, { init: { signal } }));
export type Duplicates = Awaited<ReturnType<typeof findDuplicates>>;
/** Adds one of the caller’s sites to the sites of somebody of the same company. */
export const pullPerson = ({ id, site_id }: { id: number; site_id: number }, options: Once) =>
  answer(one.pull.$post({ param: param(id), json: { site_id } }, options));

/** Reads the orders and returns that are not finished for a person. */
export const readOpen = (id: number, signal: AbortSignal) => answer(ends.open.$get({ param: param(id) }, { init: { signal } }));
export const archivePerson = (id: number, options: Once) => answer(ends.archive.$post({ param: param(id) }, options));
export const restorePerson = (id: number, options: Once) => answer(ends.restore.$post({ param: param(id) }, options));
/** Archives a person so that only the office can restore them. */
export const deletePerson = (accountId: string | undefined) => (id: number, options: Once) =>
  accountId === undefined
    ? answer(ends.$delete({ param: param(id) }, options))
    : answer(companyEnds[':employeeId'].$delete({ param: { id: accountId, employeeId: String(id) } }, options));

/** Starts an order by the office for people of a client. */
export const startOfficeOrder = (account_id: number) => (ids: number[], options: Once) =>
  answer(adminOrders.index.$post({ json: { account_id, employees: ids } }, options));
