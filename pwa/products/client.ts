import { hc } from 'hono/client';
import type { ProductRoutes } from '../../server/catalogue/routes.ts';
import type { ClothingSetRoutes } from '../../server/clothing-sets/routes.ts';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const products = hc<ProductRoutes>('/api/products', overTheWire);
const accounts = hc<ClothingSetRoutes>('/api/accounts', overTheWire);

/** A page of the styles that one's clothing sets hold, and the categories they fall into. */
export const readProducts = (query: ListQuery & { clothing_set_id?: string; category_id?: string; account_id?: string }, signal: AbortSignal) =>
  answer(products.index.$get({ query: stringQuery(query) }, { init: { signal } }));
/** One product; of one set, or of all that one may look at. */
export const readProduct = (id: number, within: { clothing_set_id: string | undefined; account_id: string | undefined }, signal: AbortSignal) =>
  answer(products[':id'].$get({ param: { id: String(id) }, query: stringQuery(within) }, { init: { signal } }));
/** The clothing sets of a company that one may look at. */
export const readSets = (account_id: number, signal: AbortSignal) =>
  answer(
    accounts[':id']['clothing-sets'].$get(
      { param: { id: String(account_id) }, query: { per_page: String(limits.page_cap_clothing_sets) } },
      { init: { signal } },
    ),
  );

export type ListedProduct = Awaited<ReturnType<typeof readProducts>>['items'][number];
export type Product = Awaited<ReturnType<typeof readProduct>>;
export type Article = Product['children'][number];
export type ClothingSet = Awaited<ReturnType<typeof readSets>>['items'][number];
