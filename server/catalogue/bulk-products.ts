import { and, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { BulkProducts, WhichProducts } from '../../shared/catalogue/bulk-products.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { type BulkResult, bulkResult, changeEach, inParts } from '../core/bulk.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { products } from '../db/tables/index.ts';
import { changeOneOfMany, enforceBulkFields } from './change-product.ts';
import { inUse, productsInUse } from './in-use.ts';
import { matchingIds } from './matching-products.ts';

/** One unit of work changes this many products. It takes some milliseconds, during which other requests wait. */
const AT_ONCE = 8;

export const bulkProductsAnswer = z.object({
  results: z.array(bulkResult).describe('For each product; none for a preview'),
  preview: productsInUse
    .omit({ without_successor: true })
    .extend({ products: z.int(), skus: z.int() })
    .optional()
    .describe('What a preview is about: how many products with how many SKUs, and how many open orders and drafts hold some of them'),
});

export type BulkProductsAnswer = z.infer<typeof bulkProductsAnswer>;

/** The products that a request is about. */
export async function idsOfWhich(ctx: Ctx, { ids, filter }: WhichProducts): Promise<number[]> {
  if (ids) return ids;
  const matching = await matchingIds(ctx, filter ?? {});
  if (matching.length >= limits.bulk_products) throw invalid({ filter: messages.too_many_products(limits.bulk_products) });
  return matching;
}

/** The ids of the products that a bulk change is about, divided into units of work. 422 if the change names a record that does not exist. */
export async function planBulkProducts(ctx: Ctx, input: BulkProducts): Promise<number[][]> {
  authorize(policy.edit_products(ctx.actor));
  await enforceBulkFields(ctx, input.change);
  return inParts(await idsOfWhich(ctx, input), AT_ONCE);
}

/** Change some of the products of a bulk change. A product that cannot be changed gets the reason as its result, and the others are still changed. */
export async function changeProducts(ctx: Ctx, ids: readonly number[], { change }: BulkProducts): Promise<BulkResult[]> {
  authorize(policy.edit_products(ctx.actor));
  // Products are locked in one fixed sequence, so that two bulk changes cannot deadlock.
  const inSequence = [...ids].sort((one, other) => one - other);
  const results = await changeEach(ctx, inSequence, async (id) =>
    (await changeOneOfMany(ctx, id, change)) ? messages.bulk.changed : messages.bulk.nothing,
  );
  const byId = new Map(results.map((result) => [result.id, result]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The products that a bulk change would change. */
export async function previewBulkProducts(ctx: Ctx, input: BulkProducts): Promise<BulkProductsAnswer> {
  authorize(policy.edit_products(ctx.actor));
  await enforceBulkFields(ctx, input.change);
  const list = idList(await idsOfWhich(ctx, input));
  const isThere = isNull(products.deleted_at);
  const rows = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(and(among(products.id, list), isThere));
  const skus = await ctx.db.$count(products, and(among(products.parent_id, list), isThere));
  const { orders, drafts } = await inUse(
    ctx,
    rows.map(({ id }) => id),
  );
  return { results: [], preview: { products: rows.length, skus, orders, drafts } };
}
