import { hc } from 'hono/client';
import type { ReplacementRoutes } from '../../server/replacements/routes.ts';
import type { ReplacementsInput } from '../../shared/replacements/replacement.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const { replacements } = hc<ReplacementRoutes>('/api/accounts', overTheWire)[':id'];
const param = (account_id: number) => ({ id: String(account_id) });

/** Reads a page of the items of a company’s people whose wear life is over. */
export const readReplacements = (account_id: number) => (query: ListQuery, signal: AbortSignal) =>
  answer(replacements.$get({ param: param(account_id), query: stringQuery(query) }, { init: { signal } }));
export type ReplacementPage = Awaited<ReturnType<ReturnType<typeof readReplacements>>>;
export type Replacement = ReplacementPage['items'][number];

/** Begins drafts that replace items, one for each site. */
export const orderReplacements = (account_id: number) => (json: ReplacementsInput, options: Once) =>
  answer(replacements.$post({ param: param(account_id), json }, options));
export type ReplacementOrder = Awaited<ReturnType<ReturnType<typeof orderReplacements>>>['items'][number];
