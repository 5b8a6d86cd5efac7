import type { InferResponseType } from 'hono/client';
import { hc } from 'hono/client';
import type { AdminAccountRoutes } from '../../server/accounts/routes.ts';
import type { AllocationRunRoutes } from '../../server/allocation/routes.ts';
import { answer } from '../api/answer.ts';
import { overTheWire } from '../api/transport.ts';

export const runs = hc<AllocationRunRoutes>('/api/admin/allocation-runs', overTheWire);
const accounts = hc<AdminAccountRoutes>('/api/admin/accounts', overTheWire);

export type Run = InferResponseType<(typeof runs)[':id']['$get'], 200>;
export type RunOrder = InferResponseType<(typeof runs)[':id']['orders']['$get'], 200>['items'][number];
export type RunLine = RunOrder['lines'][number];

export const findAccounts = async (search: string, signal: AbortSignal) =>
  (await answer(accounts.index.$get({ query: { page: '1', per_page: '50', search } }, { init: { signal } }))).items;
export type Account = Awaited<ReturnType<typeof findAccounts>>[number];
