import { hc } from 'hono/client';
import type { AdminAccountRoutes } from '../../server/accounts/routes.ts';
import { answer } from './answer.ts';
import { overTheWire } from './transport.ts';

/** The client companies, as the office sees them. */
export const accounts = hc<AdminAccountRoutes>('/api/admin/accounts', overTheWire);

/** Clients whose name or reference contains these words, for a selector. */
export const findAccounts = async (search: string, signal: AbortSignal) =>
  (await answer(accounts.index.$get({ query: { page: '1', per_page: '50', search } }, { init: { signal } }))).items;
export type Account = Awaited<ReturnType<typeof findAccounts>>[number];
