import { hc } from 'hono/client';
import type { AdminProductRoutes, CategoryRoutes } from '../../server/catalogue/routes.ts';
import type { SupplierRoutes } from '../../server/suppliers/routes.ts';
import { answer } from './answer.ts';
import { stringQuery } from './string-query.ts';
import { overTheWire } from './transport.ts';

const products = hc<AdminProductRoutes>('/api/admin/products', overTheWire);
const categories = hc<CategoryRoutes>('/api/categories', overTheWire);
const suppliers = hc<SupplierRoutes>('/api/admin/suppliers', overTheWire);

/** How many open orders and drafts hold some of these products. */
export const readInUse = (ids: readonly number[], signal?: AbortSignal) =>
  answer(products['in-use'].$get({ query: { ids: ids.join(',') } }, { init: { signal } }));
/** Every category. */
export const readCategories = async (signal: AbortSignal) => (await answer(categories.index.$get(undefined, { init: { signal } }))).items;
/** The suppliers that can be chosen and whose name or code contains these words. */
export const findSuppliers = async (search: string, signal: AbortSignal) =>
  (await answer(suppliers.index.$get({ query: stringQuery({ search: search || undefined, stage: 'open' }) }, { init: { signal } }))).items;
