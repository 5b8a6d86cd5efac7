import { hc } from 'hono/client';
import type { AdminAccountRoutes } from '../../server/accounts/routes.ts';
import type { AccountSetRoutes } from '../../server/clothing-sets/routes.ts';
import type { AccountDetails } from '../../shared/accounts/account.ts';
import { answer } from './answer.ts';
import { stringQuery } from './string-query.ts';
import { overTheWire } from './transport.ts';

/** The API of the client companies for the office. */
export const accounts = hc<AdminAccountRoutes>('/api/admin/accounts', overTheWire);
const { 'clothing-sets': sets } = hc<AccountSetRoutes>('/api/admin/accounts', overTheWire)[':id'];

/** One account with its counts. */
export const readAccount = (id: string, signal: AbortSignal): Promise<AccountDetails> =>
  answer(accounts[':id'].$get({ param: { id } }, { init: { signal } }));

/** Clients whose name or reference contains these words, for a selector. */
export const findAccounts = async (search: string, signal: AbortSignal) =>
  (await answer(accounts.index.$get({ query: { page: '1', per_page: '50', search } }, { init: { signal } }))).items;
export type Account = Awaited<ReturnType<typeof findAccounts>>[number];

/** Finds clothing sets of a client company by words of their names. Without words, returns the company's first sets. */
export const findSets = (id: string, search: string, signal: AbortSignal) =>
  answer(sets.$get({ param: { id }, query: stringQuery({ search: search || undefined }) }, { init: { signal } }));
