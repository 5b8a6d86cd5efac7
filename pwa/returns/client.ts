import { hc } from 'hono/client';
import type { AdminReturnRoutes, ReturnRoutes } from '../../server/returns/routes.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const returns = hc<ReturnRoutes>('/api/returns', overTheWire);
export const adminReturns = hc<AdminReturnRoutes>('/api/admin/returns', overTheWire);

/** A page of the returns that the person may see. */
export const readReturns = (query: ListQuery, signal: AbortSignal) => answer(returns.index.$get({ query: stringQuery(query) }, { init: { signal } }));
/** One return with its lines. */
export const readReturn = (id: string, signal: AbortSignal) => answer(returns[':id'].$get({ param: { id } }, { init: { signal } }));
/** Withdraws a return that has not arrived, and its exchange. */
export const withdrawReturn = (id: number, options: Once) => answer(returns[':id'].withdraw.$post({ param: { id: String(id) } }, options));
/** Sends the label of a return to the person who wears its items. */
export const mailReturnLabel = (id: number, options: Once) => answer(returns[':id']['mail-label'].$post({ param: { id: String(id) } }, options));
/** A page of all returns, for the people who decide them. */
export const readOfficeReturns = (query: ListQuery, signal: AbortSignal) =>
  answer(adminReturns.index.$get({ query: stringQuery(query) }, { init: { signal } }));
export const readOfficeReturn = (id: string, signal: AbortSignal) => answer(adminReturns[':id'].$get({ param: { id } }, { init: { signal } }));

export type ListedReturn = Awaited<ReturnType<typeof readReturns>>['items'][number];
export type Return = Awaited<ReturnType<typeof readReturn>>;
