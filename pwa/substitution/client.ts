import { hc, type InferResponseType } from 'hono/client';
import type { SubstitutionRoutes } from '../../server/substitution/routes.ts';
import { answer } from '../api/answer.ts';
import { overTheWire } from '../api/transport.ts';

export const substitution = hc<SubstitutionRoutes>('/api/admin/substitution', overTheWire);

/** Styles to be substituted, or SKUs to substitute them with. */
export const findProducts = async (kind: 'parents' | 'skus', search: string, signal: AbortSignal) =>
  (await answer(substitution.products.$get({ query: { search, kind } }, { init: { signal } }))).items;
/** The SKUs of a style that may replace others, in all colours and sizes. */
export const readStyle = async (style_id: number, signal: AbortSignal) =>
  (await answer(substitution.products.$get({ query: { style_id: String(style_id) } }, { init: { signal } }))).items;
/** Open lines of an account that wait for a style. */
export const readAffected = (account_id: number, from_date: string, parent_sku_id: number, signal: AbortSignal) =>
  answer(
    substitution.index.$get({ query: { account_id: String(account_id), from_date, parent_sku_id: String(parent_sku_id) } }, { init: { signal } }),
  );

export type Sku = Awaited<ReturnType<typeof findProducts>>[number];
export type Affected = Awaited<ReturnType<typeof readAffected>>;
export type AffectedLine = Affected['items'][number];
export type Preview = InferResponseType<typeof substitution.preview.$post, 200>;
export type SubstitutionInput = Parameters<typeof substitution.index.$post>[0]['json'];
