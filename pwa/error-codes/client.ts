import { hc } from 'hono/client';
import type { ErrorCodeRoutes } from '../../server/error-codes/routes.ts';
import type { ErrorCodeChange, NewErrorCode } from '../../shared/error-codes/error-code.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const codes = hc<ErrorCodeRoutes>('/api/admin/error-codes', overTheWire);
const { ':id': one } = codes;

/** A page of the reasons for picking anomalies. */
export const readErrorCodes = (query: ListQuery, signal: AbortSignal) =>
  answer(codes.index.$get({ query: stringQuery(query) }, { init: { signal } }));
/** One reason. */
export const readErrorCode = (id: string, signal: AbortSignal) => answer(one.$get({ param: { id } }, { init: { signal } }));
/** Adds a reason, or changes the stored one with this id. The form has checked its fields. */
export const saveErrorCode = (id: number | undefined) => (json: ErrorCodeChange, options: Once) =>
  id === undefined
    ? answer(codes.index.$post({ json: json as NewErrorCode }, options))
    : answer(one.$put({ param: { id: String(id) }, json }, options));
