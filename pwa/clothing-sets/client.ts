import { hc } from 'hono/client';
import type { AdminProductRoutes, CustomProductRoutes } from '../../server/catalogue/routes.ts';
import type { AccountSetRoutes, AdminSetRoutes } from '../../server/clothing-sets/routes.ts';
import type { SiteRoutes } from '../../server/sites/routes.ts';
import type { NewCustomProduct } from '../../shared/catalogue/custom-product.ts';
import type { ClothingSetChange, ClothingSetCopy, NewClothingSet, SetProductChange } from '../../shared/clothing-sets/clothing-set.ts';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const { 'clothing-sets': ofAccount } = hc<AccountSetRoutes>('/api/admin/accounts', overTheWire)[':id'];
const { ':setId': oneOfAccount } = ofAccount;
const { ':id': one } = hc<AdminSetRoutes>('/api/admin/clothing-sets', overTheWire);
const { ':productId': product } = one.products;
const catalogue = hc<AdminProductRoutes>('/api/admin/products', overTheWire);
const { 'custom-products': customProducts } = hc<CustomProductRoutes>('/api/admin/accounts', overTheWire)[':id'];
const sites = hc<SiteRoutes>('/api/sites', overTheWire);

const setParam = (id: string, setId: number) => ({ id, setId: String(setId) });
const productParam = (setId: number, productId: number) => ({ id: String(setId), productId: String(productId) });

/** One clothing set of a client company. */
export const readSet = (id: string, setId: number, signal: AbortSignal) =>
  answer(oneOfAccount.$get({ param: setParam(id, setId) }, { init: { signal } }));
/** Adds a clothing set to a client company, or changes the stored one with this id. */
export const saveSet = (id: string, setId: number | undefined) => (json: ClothingSetChange, options: Once) =>
  setId === undefined
    ? answer(ofAccount.$post({ param: { id }, json: json as NewClothingSet }, options))
    : answer(oneOfAccount.$put({ param: setParam(id, setId), json }, options));
/** Deletes a clothing set. */
export const removeSet = (id: string) => (setId: number, options: Once) => answer(oneOfAccount.$delete({ param: setParam(id, setId) }, options));
/** Copies a clothing set within its company or to another one. */
export const copySet = (id: string, setId: number) => (json: ClothingSetCopy, options: Once) =>
  answer(oneOfAccount.copy.$post({ param: setParam(id, setId), json }, options));

/** Reads a page of the styles that a set holds, with the categories of all its styles. */
export const readSetProducts = (setId: number, query: ListQuery & { category_id?: string | undefined }, signal: AbortSignal) =>
  answer(one.products.$get({ param: { id: String(setId) }, query: stringQuery(query) }, { init: { signal } }));
/** Reads a style with the set's prices and texts, and with all its SKUs. */
export const readSetProduct = (setId: number, productId: number, signal: AbortSignal) =>
  answer(product.$get({ param: productParam(setId, productId) }, { init: { signal } }));
/** Adds a style with all its SKUs to a set. */
export const addSetProduct = (setId: number) => (productId: number, options: Once) =>
  answer(one.products.$post({ param: { id: String(setId) }, json: { product_id: productId } }, options));
/** Changes the price, texts, decorations or SKUs that a set has for a product. */
export const saveSetProduct = (setId: number, productId: number) => (json: SetProductChange, options: Once) =>
  answer(product.$put({ param: productParam(setId, productId), json }, options));
/** Removes a product from a set. */
export const removeSetProduct = (setId: number) => (productId: number, options: Once) =>
  answer(product.$delete({ param: productParam(setId, productId) }, options));
/** Finds styles that can be ordered and that a set of this company may hold, by words of their names and codes. */
export const findStyles = (query: { account_id: string; clothing_set_id?: number; search: string }, signal: AbortSignal) =>
  answer(catalogue.index.$get({ query: stringQuery({ ...query, orderable: true, per_page: limits.offered_styles }) }, { init: { signal } }));
/** Creates a custom product: a style of this client company alone. */
export const createCustomProduct = (accountId: number) => (json: NewCustomProduct, options: Once) =>
  answer(customProducts.$post({ param: { id: String(accountId) }, json }, options));
export type FoundStyle = Awaited<ReturnType<typeof findStyles>>['items'][number];

/** Reads a page of the people who wear a set, and the number of all its wearers by employee role. */
export const readWearers = (setId: number, query: ListQuery, signal: AbortSignal) =>
  answer(one.people.$get({ param: { id: String(setId) }, query: stringQuery(query) }, { init: { signal } }));
/** All sites of a client company. */
export const readAllSites = (account_id: string, signal: AbortSignal) =>
  answer(sites.index.$get({ query: stringQuery({ account_id, per_page: limits.page_cap_sites }) }, { init: { signal } }));
