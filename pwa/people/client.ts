import { hc } from 'hono/client';
import type { AccountRoutes } from '../../server/accounts/routes.ts';
import type { AccountEmployeeArchiveRoutes, EmployeeArchiveRoutes } from '../../server/archive/routes.ts';
import type { AccountEmployeeBulkRoutes, EmployeeBulkRoutes } from '../../server/bulk-people/routes.ts';
import type { AdminOrderRoutes, OrderRoutes } from '../../server/ordering/routes.ts';
import type { AccountEmployeeRoutes, AccountResetRoutes, CheckRoutes, EmployeeRoutes } from '../../server/people/routes.ts';
import type { SiteRoutes } from '../../server/sites/routes.ts';
import { limits } from '../../shared/limits.ts';
import type { BulkInput } from '../../shared/people/bulk-input.ts';
import type { CheckInput } from '../../shared/people/check-input.ts';
import type { NewPerson, PersonChange } from '../../shared/people/person-input.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const employees = hc<EmployeeRoutes>('/api/employees', overTheWire);
const ends = hc<EmployeeArchiveRoutes>('/api/employees', overTheWire)[':id'];
const accounts = hc<AccountRoutes>('/api/accounts', overTheWire);
const company = hc<AccountEmployeeRoutes>('/api/admin/accounts', overTheWire)[':id'].employees;
const companyEnds = hc<AccountEmployeeArchiveRoutes>('/api/admin/accounts', overTheWire)[':id'].employees;
const { bulk } = hc<EmployeeBulkRoutes>('/api/employees', overTheWire);
const companyBulk = hc<AccountEmployeeBulkRoutes>('/api/admin/accounts', overTheWire)[':id'].employees.bulk;
const adminOrders = hc<AdminOrderRoutes>('/api/admin/orders', overTheWire);
const orders = hc<OrderRoutes>('/api/orders', overTheWire);
const check = hc<CheckRoutes>('/api/check-user-name', overTheWire);
const resets = hc<AccountResetRoutes>('/api/accounts', overTheWire)[':id'].employees[':userId']['send-reset'];
const sites = hc<SiteRoutes>('/api/sites', overTheWire);
const { ':id': one } = employees;
const param = (id: number) => ({ id: String(id) });

/** One person with their sites, roles and sets, and what the caller may do to them. */
export const readPerson = (accountId: string | undefined) => (id: string, signal: AbortSignal) =>
  accountId === undefined
    ? answer(one.$get({ param: { id } }, { init: { signal } }))
    : answer(company[':employeeId'].$get({ param: { id: accountId, employeeId: id } }, { init: { signal } }));
/** A person as the forms have them; what is spent of their budgets is shown elsewhere, and the provider’s own people have none. */
export type Person = Omit<Awaited<ReturnType<ReturnType<typeof readPerson>>>, 'budget_spend_data'>;

/** How many of somebody’s newest orders are read to find one that was submitted. */
const NEWEST = 5;
/** When the last order was submitted that a person wears or ordered; null where none of the newest was. */
export async function readLastOrdered(employee_id: number, signal: AbortSignal): Promise<string | null> {
  const page = await answer(orders.index.$get({ query: stringQuery({ employee_id, per_page: NEWEST }) }, { init: { signal } }));
  return page.items.find(({ submitted_at }) => submitted_at !== null)?.submitted_at ?? null;
}

/** A page of the people whom the caller looks after: of one client, where the office names it. */
export const readPeople = (accountId: string | undefined) => (query: ListQuery & { include?: string }, signal: AbortSignal) =>
  accountId === undefined
    ? answer(employees.index.$get({ query: stringQuery(query) }, { init: { signal } }))
    : answer(company.$get({ param: { id: accountId }, query: stringQuery(query) }, { init: { signal } }));
export type ListedPerson = Awaited<ReturnType<ReturnType<typeof readPeople>>>['items'][number];

/** The ids and names of everybody who matches a list’s search and filters; `is_cut` where there are more than can be changed at once. */
export const readMatching = (accountId: string | undefined, query: Omit<ListQuery, 'page' | 'per_page'>) =>
  accountId === undefined
    ? answer(employees.matching.$get({ query: stringQuery(query) }))
    : answer(company.matching.$get({ param: { id: accountId }, query: stringQuery(query) }));

/** Changes many people at once; each has a result of their own. */
export const changePeople = (accountId: string | undefined) => (json: BulkInput, options: Once) =>
  accountId === undefined ? answer(bulk.$post({ json }, options)) : answer(companyBulk.$post({ param: { id: accountId }, json }, options));

/** Adds a person to the caller’s company, or to the one that the office names, or changes the stored one with this id. */
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

/** Finds people who have some of what is typed for a new person. */
export const findDuplicates = (typed: CheckInput, signal: AbortSignal) =>
  answer(check.index.$get({ query: stringQuery(typed) }, { init: { signal } }));
export type Duplicates = Awaited<ReturnType<typeof findDuplicates>>;
/** Lets somebody of the same company work at one of the caller’s sites too. */
export const pullPerson = ({ id, site_id }: { id: number; site_id: number }, options: Once) =>
  answer(one.pull.$post({ param: param(id), json: { site_id } }, options));

/** What is not finished for a person. */
export const readOpen = (id: number, signal: AbortSignal) => answer(ends.open.$get({ param: param(id) }, { init: { signal } }));
export const archivePerson = (id: number, options: Once) => answer(ends.archive.$post({ param: param(id) }, options));
export const restorePerson = (id: number, options: Once) => answer(ends.restore.$post({ param: param(id) }, options));
/** Archives a person so that only the office restores them. */
export const deletePerson = (accountId: string | undefined) => (id: number, options: Once) =>
  accountId === undefined
    ? answer(ends.$delete({ param: param(id) }, options))
    : answer(companyEnds[':employeeId'].$delete({ param: { id: accountId, employeeId: String(id) } }, options));

/** Starts an order of the office for people of a client. */
export const startOfficeOrder = (account_id: number) => (ids: number[], options: Once) =>
  answer(adminOrders.index.$post({ json: { account_id, employees: ids } }, options));

/**
 * The sites, employee roles and clothing sets that the caller may give somebody of this company; with `withUsual` also what the people of each role
 * usually wear.
 */
export const readOffered = async (account_id: number, signal: AbortSignal, withUsual = false) => {
  const init = { init: { signal } };
  const [{ items }, rolesAndSets] = await Promise.all([
    answer(sites.index.$get({ query: stringQuery({ account_id, per_page: limits.page_cap_sites }) }, init)),
    answer(accounts[':id']['employee-roles'].$get({ param: param(account_id), query: withUsual ? { include: 'usual' } : {} }, init)),
  ]);
  return { sites: items, ...rolesAndSets };
};
export type Offered = Awaited<ReturnType<typeof readOffered>>;
