import { and, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { byName } from '../db/folded.ts';
import { products } from '../db/tables/index.ts';

const MAX_BRANDS = 1000;
export const brandList = z.object({ items: z.array(z.string()) });

/** The brands of the catalogue. */
export async function listBrands(ctx: Ctx): Promise<z.infer<typeof brandList>> {
  authorize(policy.read_products(ctx.actor));
  const rows = await ctx.db
    .select({ brand: products.brand })
    .from(products)
    .where(and(isNull(products.parent_id), isNull(products.deleted_at), isNotNull(products.brand)))
    .groupBy(products.brand)
    .orderBy(byName(products.brand))
    .limit(MAX_BRANDS);
  return { items: rows.flatMap(({ brand }) => brand ?? []) };
}
