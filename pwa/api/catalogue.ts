import { useQuery } from '@tanstack/react-query';
import { hc, type InferResponseType } from 'hono/client';
import type { AdminProductRoutes, CategoryRoutes } from '../../server/catalogue/routes.ts';
import type { SupplierRoutes } from '../../server/suppliers/routes.ts';
import type { CatalogueColour } from '../../shared/catalogue/catalogue-colour.ts';
import { foldText } from '../../shared/folded.ts';
import { limits } from '../../shared/limits.ts';
import { countText } from '../ui/count-text.ts';
import { answer } from './answer.ts';
import { stringQuery } from './string-query.ts';
import { overTheWire } from './transport.ts';

const products = hc<AdminProductRoutes>('/api/admin/products', overTheWire);
const categories = hc<CategoryRoutes>('/api/categories', overTheWire);
const suppliers = hc<SupplierRoutes>('/api/admin/suppliers', overTheWire);

/** Reads how many open orders and drafts contain any of these products. */
export const readInUse = (ids: readonly number[], signal?: AbortSignal) =>
  answer(products['in-use'].$get({ query: { ids: ids.join(',') } }, { init: { signal } }));
/** The number of open orders and drafts that contain products, as text; empty if there are none. */
export const holdersText = ({ orders, drafts }: { orders: number; drafts: number }): string =>
  [orders > 0 && countText(orders, 'open order'), drafts > 0 && countText(drafts, 'draft')].filter(Boolean).join(' and ');
/** Says how many clothing sets hold a product but not its successor, and how many of those sets decorate the product. */
export function withoutSuccessorText({ sets, decorated }: { sets: number; decorated: number }): string {
  const decoration = !decorated ? '' : decorated === sets ? ', with decoration' : `, ${decorated} of them with decoration`;
  return `Its successor is missing from ${countText(sets, 'clothing set')}${decoration}`;
}

/** Finds a colour by its name. Returns the hex value and the code that most styles have for the colour. */
export type FindColour = (name: string) => CatalogueColour | undefined;
/** Reads the colours of the catalogue. Until they have loaded, no colour is found. */
export function useCatalogueColours(): FindColour {
  const colours = useQuery({
    queryKey: ['products', 'colours'],
    queryFn: async ({ signal }) => (await answer(products.colours.$get(undefined, { init: { signal } }))).items,
    select: (items) => new Map(items.map((one) => [foldText(one.name), one])),
  });
  return (name) => colours.data?.get(foldText(name.trim()));
}

/** Every category. */
export const readCategories = async (signal: AbortSignal) => (await answer(categories.index.$get(undefined, { init: { signal } }))).items;
/** The active suppliers whose name or code contains these words. */
export const findSuppliers = async (search: string, signal: AbortSignal) =>
  (await answer(suppliers.index.$get({ query: stringQuery({ search: search || undefined, stage: 'open' }) }, { init: { signal } }))).items;
export type FoundProduct = InferResponseType<typeof products.index.$get, 200>['items'][number];
/** Finds SKUs by words of their names and codes, or by barcode. */
export const findSkus = async (query: { search?: string | undefined; supplier_id?: number }, signal: AbortSignal): Promise<FoundProduct[]> =>
  (await answer(products.index.$get({ query: stringQuery({ ...query, disable_parent: true, per_page: limits.page_cap }) }, { init: { signal } })))
    .items;
export type FoundSupplier = Awaited<ReturnType<typeof findSuppliers>>[number];
