import { hc } from 'hono/client';
import type { SiteRoutes } from '../../server/sites/routes.ts';
import type { SupplierRoutes } from '../../server/suppliers/routes.ts';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { overTheWire } from '../api/transport.ts';

const sites = hc<SiteRoutes>('/api/sites', overTheWire);
const suppliers = hc<SupplierRoutes>('/api/admin/suppliers', overTheWire);

/** How many choices a selector requests. */
const CHOICES = { page: '1', per_page: '50' };

export const findSuppliers = async (search: string, signal: AbortSignal) =>
  (await answer(suppliers.index.$get({ query: stringQuery({ ...CHOICES, search }) }, { init: { signal } }))).items;
export const findSites = async (account_id: number | undefined, search: string, signal: AbortSignal) =>
  (await answer(sites.index.$get({ query: stringQuery({ ...CHOICES, search, account_id }) }, { init: { signal } }))).items;
/** All sites that the person may see, to choose some from. */
export const readSites = async (signal: AbortSignal) =>
  (await answer(sites.index.$get({ query: { per_page: String(limits.page_cap_sites) } }, { init: { signal } }))).items;

export type Supplier = Awaited<ReturnType<typeof findSuppliers>>[number];
export type Site = Awaited<ReturnType<typeof findSites>>[number];
