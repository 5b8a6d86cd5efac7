import { hc } from 'hono/client';
import type { AccountRoutes } from '../../server/accounts/routes.ts';
import type { SiteRoutes } from '../../server/sites/routes.ts';
import { limits } from '../../shared/limits.ts';
import { answer } from './answer.ts';
import { stringQuery } from './string-query.ts';
import { overTheWire } from './transport.ts';

const accounts = hc<AccountRoutes>('/api/accounts', overTheWire);
const sites = hc<SiteRoutes>('/api/sites', overTheWire);

/**
 * Reads the sites, employee roles and clothing sets that the caller may give to a person of this company. `withUsual` adds what the people of each
 * role usually wear.
 */
export const readOffered = async (account_id: number, signal: AbortSignal, withUsual = false) => {
  const init = { init: { signal } };
  const [{ items }, rolesAndSets] = await Promise.all([
    answer(sites.index.$get({ query: stringQuery({ account_id, per_page: limits.page_cap_sites }) }, init)),
    answer(accounts[':id']['employee-roles'].$get({ param: { id: String(account_id) }, query: withUsual ? { include: 'usual' } : {} }, init)),
  ]);
  return { sites: items, ...rolesAndSets };
};
export type Offered = Awaited<ReturnType<typeof readOffered>>;
