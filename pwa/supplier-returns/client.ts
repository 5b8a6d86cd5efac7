import { hc } from 'hono/client';
import type { SupplierReturnRoutes } from '../../server/supplier-returns/routes.ts';
import type { SupplierRoutes } from '../../server/suppliers/routes.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

export const supplierReturns = hc<SupplierReturnRoutes>('/api/admin/supplier-returns', overTheWire);
const suppliers = hc<SupplierRoutes>('/api/admin/suppliers', overTheWire);

/** A page of the supplier returns. */
export const readSupplierReturns = (query: ListQuery, signal: AbortSignal) =>
  answer(supplierReturns.index.$get({ query: stringQuery(query) }, { init: { signal } }));
/** One supplier return with its lines and the free stock of each SKU. */
export const readSupplierReturn = (id: string, signal: AbortSignal) =>
  answer(supplierReturns[':id'].$get({ param: { id }, query: {} }, { init: { signal } }));
/** Suppliers to choose from. */
export const findSuppliers = async (search: string, signal: AbortSignal) =>
  (await answer(suppliers.index.$get({ query: { search, stage: 'open', per_page: '50' } }, { init: { signal } }))).items;
/** SKUs of the return's supplier, those in stock first. */
export const findSkus = async (id: number, search: string, signal: AbortSignal) =>
  (await answer(supplierReturns[':id'].products.$get({ param: { id: String(id) }, query: { search } }, { init: { signal } }))).items;

export type ListedSupplierReturn = Awaited<ReturnType<typeof readSupplierReturns>>['items'][number];
export type SupplierReturn = Awaited<ReturnType<typeof readSupplierReturn>>;
export type SupplierReturnLine = SupplierReturn['lines'][number];
export type Supplier = Awaited<ReturnType<typeof findSuppliers>>[number];
export type Sku = Awaited<ReturnType<typeof findSkus>>[number];
