import { hc, type InferResponseType } from 'hono/client';
import type { AdminProductRoutes, BrandRoutes, PriceChangeRoutes } from '../../server/catalogue/routes.ts';
import type { AdminSetRoutes } from '../../server/clothing-sets/routes.ts';
import type { ReorderRoutes } from '../../server/shortfall/routes.ts';
import type { BulkProducts } from '../../shared/catalogue/bulk-products.ts';
import type { NewPriceChangeInput } from '../../shared/catalogue/price-change.ts';
import type { Product, ProductField, ProductFields, SkusFollow } from '../../shared/catalogue/product.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const products = hc<AdminProductRoutes>('/api/admin/products', overTheWire);
const brands = hc<BrandRoutes>('/api/brands', overTheWire);
const priceChanges = hc<PriceChangeRoutes>('/api/admin/price-changes', overTheWire);

const sets = hc<AdminSetRoutes>('/api/admin/clothing-sets', overTheWire);
const reorder = hc<ReorderRoutes>('/api/admin/reports/reorder', overTheWire);

export type FoundProduct = InferResponseType<typeof products.index.$get, 200>['items'][number];
export type ProductListQuery = ListQuery & {
  brand?: string;
  category_id?: string;
  supplier_id?: string;
  published?: boolean;
  waiting?: boolean;
  ending?: boolean;
};

/** A page of the catalogue’s styles. */
export const readProducts = (query: ProductListQuery, signal?: AbortSignal) =>
  answer(products.index.$get({ query: stringQuery({ parent_only: query.waiting ? undefined : true, ...query }) }, { init: { signal } }));

/** A page of the catalogue’s SKUs, with what is on order. */
export const readSkus = (query: ListQuery & { brand?: string; supplier_id?: string }, signal: AbortSignal) =>
  answer(products.index.$get({ query: stringQuery({ disable_parent: true, include_on_order_count: true, ...query }) }, { init: { signal } }));

/** A page of the SKUs that will run out. */
export const readReorder = (query: ListQuery & { brand?: string; supplier_id?: string }, signal: AbortSignal) =>
  answer(reorder.index.$get({ query: stringQuery(query) }, { init: { signal } }));
export type ReorderProduct = Awaited<ReturnType<typeof readReorder>>['items'][number];

/** Reads how many products match in each view of the list, with the same search and filters. */
export const readCounts = async (query: Omit<ProductListQuery, 'page' | 'per_page'>, signal: AbortSignal) =>
  (await answer(products.index.$get({ query: stringQuery({ ...query, per_page: 1, include: 'counts' }) }, { init: { signal } }))).counts;
/** Reads the products of all pages of the list. `is_cut` is true if the response lacks some, because there are too many to change at once. */
export const readMatching = (query: Omit<ProductListQuery, 'page' | 'per_page'>) => answer(products.matching.$get({ query: stringQuery(query) }));
/** Changes the same fields of many products and returns a result for each. A preview only counts what would be affected. */
export const changeProducts = (json: BulkProducts, options?: Once) => answer(products.bulk.$post({ json }, options));
/** Products with their SKUs as a CSV document that can be imported. */
export const exportProducts = async (ids: number[]) => (await products.export.$post({ json: { ids } })).blob();
/** Adds products to a clothing set and returns a result for each. */
export const addToSet = (id: number) => (product_ids: number[], options: Once) =>
  answer(sets[':id'].products.bulk.$post({ param: { id: String(id) }, json: { product_ids } }, options));

/** A change of one field of a product. */
export interface FieldChange<Field extends ProductField = ProductField> {
  id: number;
  field: Field;
  value: ProductFields[Field];
  version?: number | undefined;
  /** Which SKUs of the style get the same new price or cost. */
  skus?: SkusFollow;
}

/** The SKUs of a style, colour by colour and each colour in the order of its sizes. */
export const readVariations = async (id: number, signal: AbortSignal) =>
  (await answer(products[':id'].variations.$get({ param: { id: String(id) } }, { init: { signal } }))).items;
/** What the clothing sets that hold a style charge for it and its SKUs. */
export const readStylePrices = async (style_id: number, signal: AbortSignal) =>
  (await answer(sets['style-prices'].$get({ query: { style_id: String(style_id) } }, { init: { signal } }))).items;
/** Sets the price of a product in a clothing set; null is the product's own price. */
export const saveSetPrice = (
  { set_id, product_id, ...json }: { set_id: number; product_id: number; price: number | null; version?: number },
  options: Once,
) => answer(sets[':id'].products[':productId'].$put({ param: { id: String(set_id), productId: String(product_id) }, json }, options));

/** Changes one field of a product. */
export const saveField = async ({ id, ...json }: FieldChange, options: Once): Promise<Product> =>
  (await answer(products[':id'].$put({ param: { id: String(id) }, json: json as never }, options))) as Product;

export const readBrands = async (signal: AbortSignal) => (await answer(brands.index.$get(undefined, { init: { signal } }))).items;

/** A page of the price changes. */
export const readPriceChanges = (query: ListQuery & { status?: string }, signal: AbortSignal) =>
  answer(priceChanges.index.$get({ query: stringQuery(query) }, { init: { signal } }));
/** Changes prices of many products from a given day on, or previews the change. */
export const changePrices = (json: NewPriceChangeInput, options?: Once) => answer(priceChanges.index.$post({ json }, options));
export type PriceChangePreview = Awaited<ReturnType<typeof changePrices>>;
/** Reads a price change. Before its day, the response includes the effect on today's prices. */
export const readPriceChange = (id: number, signal: AbortSignal) =>
  answer(priceChanges[':id'].$get({ param: { id: String(id) } }, { init: { signal } }));
/** Withdraws a price change before its day. */
export const withdrawPriceChange = (id: number, options: Once) => answer(priceChanges[':id'].$delete({ param: { id: String(id) } }, options));
