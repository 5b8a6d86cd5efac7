import { hc } from 'hono/client';
import type { SupplierRoutes } from '../../server/suppliers/routes.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

export const suppliers = hc<SupplierRoutes>('/api/admin/suppliers', overTheWire);

/** A page of the suppliers. */
export const readSuppliers = (query: ListQuery, signal: AbortSignal) =>
  answer(suppliers.index.$get({ query: stringQuery(query) }, { init: { signal } }));
/** One supplier with its notes. */
export const readSupplier = (id: string, signal: AbortSignal) => answer(suppliers[':id'].$get({ param: { id } }, { init: { signal } }));
