import { asc } from 'drizzle-orm';
import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { byName } from '../db/folded.ts';
import { categories } from '../db/tables/index.ts';

const MAX_CATEGORIES = 1000;
export const categoryList = z.object({ items: z.array(z.object({ id: z.int(), name: z.string() })) });

/** The categories of the catalogue. */
export async function listCategories(ctx: Ctx): Promise<z.infer<typeof categoryList>> {
  authorize(policy.read_products(ctx.actor));
  const items = await ctx.db
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .orderBy(byName(categories.name), asc(categories.id))
    .limit(MAX_CATEGORIES);
  return { items };
}
