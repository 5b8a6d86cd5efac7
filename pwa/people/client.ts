import { hc } from 'hono/client';
import type { AccountRoutes } from '../../server/accounts/routes.ts';
import type { EmployeeRoutes } from '../../server/people/routes.ts';
import type { SiteRoutes } from '../../server/sites/routes.ts';
import { limits } from '../../shared/limits.ts';
import { newPerson, type PersonChange } from '../../shared/people/person-input.ts';
import { answer } from '../api/answer.ts';
import { type Once, overTheWire } from '../api/transport.ts';

const employees = hc<EmployeeRoutes>('/api/employees', overTheWire);
const accounts = hc<AccountRoutes>('/api/accounts', overTheWire);
const sites = hc<SiteRoutes>('/api/sites', overTheWire);
const { ':id': one } = employees;

/** One person with their sites, roles and sets, and what the caller may do to them. */
export const readPerson = (id: string, signal: AbortSignal) => answer(one.$get({ param: { id } }, { init: { signal } }));
export type Person = Awaited<ReturnType<typeof readPerson>>;
/** Adds a person to the caller's company, or changes the stored one with this id. */
export const savePerson = (id: number | undefined) => (json: PersonChange, options: Once) =>
  id === undefined
    ? answer(employees.index.$post({ json: newPerson.parse(json) }, options))
    : answer(one.$put({ param: { id: String(id) }, json }, options));
/** Sends a person the invitation again. */
export const invitePerson = (id: number) => (_: undefined, options: Once) => answer(one.invite.$post({ param: { id: String(id) } }, options));
/** The sites, employee roles and clothing sets that the caller may give somebody of this company. */
export const readOffered = async (account_id: number, signal: AbortSignal) => {
  const init = { init: { signal } };
  const [{ items }, rolesAndSets] = await Promise.all([
    answer(sites.index.$get({ query: { per_page: String(limits.page_cap_sites) } }, init)),
    answer(accounts[':id']['employee-roles'].$get({ param: { id: String(account_id) } }, init)),
  ]);
  return { sites: items, ...rolesAndSets };
};
export type Offered = Awaited<ReturnType<typeof readOffered>>;
