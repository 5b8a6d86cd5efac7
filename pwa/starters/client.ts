import { hc, type InferResponseType } from 'hono/client';
import type { AccountRoutes } from '../../server/accounts/routes.ts';
import type { LeaverRoutes, WearerCollectionRoutes } from '../../server/collections/routes.ts';
import type { StarterRoutes } from '../../server/starters/routes.ts';
import type { StarterSettingsChange } from '../../shared/accounts/account.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const { ':id': starters } = hc<StarterRoutes>('/api/accounts', overTheWire);
const { ':id': leavers } = hc<LeaverRoutes>('/api/accounts', overTheWire);
const { ':id': wearer } = hc<WearerCollectionRoutes>('/api/employees', overTheWire);
const { ':id': account } = hc<AccountRoutes>('/api/accounts', overTheWire);

/** Reads a page of the people who start, with how many are in each state and how many will be late. */
export const readStarters = (id: string) => (query: Partial<ListQuery>, signal: AbortSignal) =>
  answer(starters.starters.$get({ param: { id }, query: stringQuery(query) }, { init: { signal } }));
export type StarterPage = InferResponseType<(typeof starters)['starters']['$get'], 200>;
export type ListedStarter = StarterPage['items'][number];

/** Reads a page of the people who leave, with how many are in each state. */
export const readLeavers = (id: string) => (query: Partial<ListQuery>, signal: AbortSignal) =>
  answer(leavers.leavers.$get({ param: { id }, query: stringQuery(query) }, { init: { signal } }));
export type LeaverPage = InferResponseType<(typeof leavers)['leavers']['$get'], 200>;
export type ListedLeaver = LeaverPage['items'][number];
/** Opens a collection of everything that a person holds and that may come back. */
export const openCollection = (id: number) => (_: undefined, options: Once) =>
  answer(wearer.collections.$post({ param: { id: String(id) }, json: {} }, options));

/** Reads what the company wants when somebody who starts is added. */
export const readSettings = (id: string, signal: AbortSignal) => answer(account.$get({ param: { id } }, { init: { signal } }));
/** Changes what the company wants when somebody who starts is added. */
export const saveSettings = (id: string) => (json: StarterSettingsChange, options: Once) => answer(account.$put({ param: { id }, json }, options));
/** Reads the employee roles of the company. */
export const readRoles = async (id: string, signal: AbortSignal) =>
  (await answer(account['employee-roles'].$get({ param: { id }, query: {} }, { init: { signal } }))).employee_roles;
