import { hc, type InferResponseType } from 'hono/client';
import type { AccountRoutes } from '../../server/accounts/routes.ts';
import type { StarterRoutes } from '../../server/starters/routes.ts';
import type { StarterSettingsChange } from '../../shared/accounts/account.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const { ':id': starters } = hc<StarterRoutes>('/api/accounts', overTheWire);
const { ':id': account } = hc<AccountRoutes>('/api/accounts', overTheWire);

/** Reads a page of the people who start, with how many are in each state and how many will be late. */
export const readStarters = (id: string) => (query: Partial<ListQuery>, signal: AbortSignal) =>
  answer(starters.starters.$get({ param: { id }, query: stringQuery(query) }, { init: { signal } }));
export type StarterPage = InferResponseType<(typeof starters)['starters']['$get'], 200>;
export type ListedStarter = StarterPage['items'][number];

/** Reads what the company wants when somebody who starts is added. */
export const readSettings = (id: string, signal: AbortSignal) => answer(account.$get({ param: { id } }, { init: { signal } }));
/** Changes what the company wants when somebody who starts is added. */
export const saveSettings = (id: string) => (json: StarterSettingsChange, options: Once) => answer(account.$put({ param: { id }, json }, options));
/** Reads the employee roles of the company. */
export const readRoles = async (id: string, signal: AbortSignal) =>
  (await answer(account['employee-roles'].$get({ param: { id }, query: {} }, { init: { signal } }))).employee_roles;
