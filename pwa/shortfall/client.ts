import { hc } from 'hono/client';
import type { ShortfallRoutes } from '../../server/shortfall/routes.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { overTheWire } from '../api/transport.ts';
import type { ToOrder } from '../api/use-draft-purchase-orders.tsx';
import type { ListQuery } from '../ui/page-of.ts';

const shortfall = hc<ShortfallRoutes>('/api/admin/reports/shortfall', overTheWire);

/** A page of the clients for which items are short. */
export const readShortAccounts = (query: ListQuery, signal: AbortSignal) =>
  answer(shortfall.index.$get({ query: stringQuery(query) }, { init: { signal } }));
/** A page of the SKUs that are short for one client. */
export const readShortProducts = (account_id: number, query: object, signal: AbortSignal) =>
  answer(shortfall[':accountId'].$get({ param: { accountId: String(account_id) }, query: stringQuery(query) }, { init: { signal } }));
/** The SKUs that match a search and a supplier and whose shortfall is not covered. */
export const readUncovered = (query: object) => answer(shortfall.uncovered.$get({ query: stringQuery(query) }));

/** The draft purchase orders that ordering these SKUs would create or extend. */
export const previewShortfall = (order: ToOrder, signal: AbortSignal) =>
  answer(shortfall.preview.$post({ json: { ...order, join_drafts: true } }, { init: { signal } }));

export type ShortAccount = Awaited<ReturnType<typeof readShortAccounts>>['items'][number];
export type ShortProduct = Awaited<ReturnType<typeof readShortProducts>>['items'][number];
export type ShortfallPreview = Awaited<ReturnType<typeof previewShortfall>>;
export type PreviewedLine = ShortfallPreview['suppliers'][number]['lines'][number];
