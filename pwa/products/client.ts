import { hc } from 'hono/client';
import type { ProductRoutes } from '../../server/catalogue/routes.ts';
import type { AdminSetRoutes, ClothingSetRoutes } from '../../server/clothing-sets/routes.ts';
import type { OrderRoutes } from '../../server/ordering/routes.ts';
import type { EmployeeRoutes } from '../../server/people/routes.ts';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { asApiError } from '../api/api-error.ts';
import { stringQuery } from '../api/string-query.ts';
import { overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const products = hc<ProductRoutes>('/api/products', overTheWire);
const accounts = hc<ClothingSetRoutes>('/api/accounts', overTheWire);
const allSets = hc<AdminSetRoutes>('/api/admin/clothing-sets', overTheWire);
export const orders = hc<OrderRoutes>('/api/orders', overTheWire);
const employees = hc<EmployeeRoutes>('/api/employees', overTheWire);
const everySet = { per_page: String(limits.page_cap_clothing_sets) };

/** A page of the styles in the person's clothing sets, and the categories of those styles. */
export const readProducts = (query: ListQuery & { clothing_set_id?: string; category_id?: string; account_id?: string }, signal: AbortSignal) =>
  answer(products.index.$get({ query: stringQuery(query) }, { init: { signal } }));
interface Within {
  clothing_set_id: string | undefined;
  account_id: string | undefined;
}
const readCard = (id: number, within: Within, signal: AbortSignal) =>
  answer(products[':id'].$get({ param: { id: String(id) }, query: stringQuery(within) }, { init: { signal } }));
/** Reads a style in one set, or in all sets that the person may look at. If `id` is a SKU, reads its style and returns the SKU as `variation`. */
export async function readProduct(id: number, within: Within, signal: AbortSignal) {
  const card = await readCard(id, within, signal).catch((error) => {
    // If this set does not hold the SKU, the SKU is read in all sets instead.
    if (within.clothing_set_id === undefined || asApiError(error).status !== 404) throw error;
    return readCard(id, { ...within, clothing_set_id: undefined }, signal);
  });
  if (!card.parent) return { ...card, variation: null };
  const style = await readCard(card.parent.id, within, signal);
  return { ...style, datasheets: card.datasheets, variation: style.children.find((child) => child.id === id) ?? null };
}
/** How many people the choice of a wearer shows; the others are found by a search. */
const WEARERS = 50;
/** The people in the person's scope whose clothing sets hold a style, by name. */
export const readWearersOf = (product_id: number, search: string, signal: AbortSignal) =>
  answer(
    employees.index.$get(
      { query: stringQuery({ product_id, per_page: WEARERS, orderBy: 'name', sortedBy: 'asc', ...(search && { search }) }) },
      { init: { signal } },
    ),
  );
/** The person's newest draft with this wearer; undefined if there is none. */
export const readOwnDraft = async (employee_id: number) =>
  (await answer(orders.index.$get({ query: stringQuery({ waits: 'draft', employee_id, per_page: 1 }) }))).items[0];
/** The clothing sets of a company that the person may look at. */
export const readSets = (account_id: number, signal: AbortSignal) =>
  answer(accounts[':id']['clothing-sets'].$get({ param: { id: String(account_id) }, query: everySet }, { init: { signal } }));
/** The clothing sets of all clients to which the signed-in embroiderer is assigned. */
export const readAssignedSets = (signal: AbortSignal) => answer(allSets.index.$get({ query: everySet }, { init: { signal } }));

export type ListedProduct = Awaited<ReturnType<typeof readProducts>>['items'][number];
export type Product = Awaited<ReturnType<typeof readProduct>>;
export type Article = Product['children'][number];
export type ClothingSet = Awaited<ReturnType<typeof readSets>>['items'][number];
