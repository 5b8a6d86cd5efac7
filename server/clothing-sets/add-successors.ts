import { and, isNull } from 'drizzle-orm';
import type { NewSetSuccessors, SetSuccessors, SuccessorPair } from '../../shared/clothing-sets/successors.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { inParts } from '../core/bulk.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, notFound, Problem } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { clothingSetProducts, products } from '../db/tables/index.ts';
import { lockSet } from './save-set.ts';
import { rowsOfStyles, type SetRow, styleIdOf, termsOf } from './set-product-queries.ts';
import { removeSetProduct, storeSetProduct } from './set-products.ts';

/** The number of products that one unit of work removes. */
const AT_ONCE = 16;

/**
 * The price and decoration of a product in a set: from the product's row, otherwise from the row of its style. If the product is a style, and the set
 * contains only single SKUs of it, the result is the terms that all these SKUs share. Undefined if the set does not contain the product.
 */
function termsInSet(product_id: number, style_id: number, rows: readonly SetRow[]): Pick<SetRow, 'price' | 'decoration'> | undefined {
  const row = rows.find((one) => one.product_id === product_id) ?? rows.find((one) => one.product_id === style_id);
  return row ?? (product_id === style_id && rows.length ? termsOf(style_id, rows) : undefined);
}

/** Whether a set contains a product: the product itself, its style, or, for a style, one of its SKUs. */
async function isInSet(ctx: Ctx, set_id: number, product_id: number): Promise<boolean> {
  const style_id = await styleIdOf(ctx, product_id);
  const rows = await rowsOfStyles(ctx.db, set_id, [style_id]);
  return rows.some((row) => product_id === style_id || row.product_id === product_id || row.product_id === style_id);
}

/** Checks the successors, and returns the ids of the sets that get successors. Each set is a unit of work. */
export async function planSuccessors(ctx: Ctx, { clothing_set_ids, successors }: NewSetSuccessors): Promise<number[]> {
  authorize(policy.edit_clothing_sets(ctx.actor));
  const ids = successors.flatMap(({ product_id, successor_id }) => [product_id, successor_id]);
  const rows = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(and(among(products.id, idList(ids)), isNull(products.deleted_at)));
  const existingIds = new Set(rows.map(({ id }) => id));
  const place = successors.findIndex(({ product_id, successor_id }) => !existingIds.has(product_id) || !existingIds.has(successor_id));
  if (place >= 0) throw invalid({ [`successors.${place}`]: messages.unknown_successor });
  return clothing_set_ids;
}

/**
 * Add successors to a set, each with the price and decoration that its product has in the set. A pair is skipped if the set does not contain the
 * product, or already contains the successor.
 */
export async function addSuccessors(ctx: Ctx, set_id: number, pairs: readonly SuccessorPair[]): Promise<SetSuccessors['added']> {
  const set = await lockSet(ctx, set_id);
  const added: SetSuccessors['added'] = [];
  for (const { product_id, successor_id } of pairs) {
    const style_id = await styleIdOf(ctx, product_id);
    const terms = termsInSet(product_id, style_id, await rowsOfStyles(ctx.db, set_id, [style_id]));
    if (!terms || (await isInSet(ctx, set_id, successor_id))) continue;
    const { price, decoration } = terms;
    const isAdded = await storeSetProduct(ctx, set, { product_id: successor_id, price: price ?? undefined, decoration: decoration ?? undefined });
    if (isAdded) added.push({ clothing_set_id: set_id, product_id: successor_id });
  }
  return added;
}

/** The added successors that are to be removed from sets, divided into units of work; 404 if no set contains any of them. */
export async function planRemoval(ctx: Ctx, { added }: SetSuccessors): Promise<SetSuccessors['added'][]> {
  authorize(policy.edit_clothing_sets(ctx.actor));
  const named = and(
    among(clothingSetProducts.clothing_set_id, idList(added.map(({ clothing_set_id }) => clothing_set_id))),
    among(clothingSetProducts.product_id, idList(added.map(({ product_id }) => product_id))),
  );
  const rows = await ctx.db
    .select({ clothing_set_id: clothingSetProducts.clothing_set_id, product_id: clothingSetProducts.product_id })
    .from(clothingSetProducts)
    .where(named);
  const isThere = (one: (typeof added)[number]) =>
    rows.some((row) => row.clothing_set_id === one.clothing_set_id && row.product_id === one.product_id);
  if (!added.some(isThere)) throw notFound();
  return inParts(added, AT_ONCE);
}

/** Remove added successors from sets. Returns the removed successors; successors that somebody else had removed before are left out. */
export async function removeSuccessors(ctx: Ctx, added: SetSuccessors['added']): Promise<SetSuccessors['added']> {
  const removed: SetSuccessors['added'] = [];
  for (const one of added) {
    const isRemoved = await removeSetProduct(ctx, one.clothing_set_id, one.product_id).catch((error: unknown) => {
      if (error instanceof Problem && error.status === 404) return null;
      throw error;
    });
    if (isRemoved) removed.push(one);
  }
  return removed;
}
