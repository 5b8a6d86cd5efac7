import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import { savedViewSchema } from '../../shared/saved-views/saved-view.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { columnsOf } from '../db/columns-of.ts';
import { savedViews } from '../db/tables/index.ts';

export const savedViewsSchema = z.object({ items: z.array(savedViewSchema) });

/** The views that the caller has saved, of all lists, by name. */
export async function listViews({ db, actor }: Ctx): Promise<z.infer<typeof savedViewsSchema>> {
  authorize(policy.use_office(actor));
  const items = await db
    .select(columnsOf(savedViews, savedViewSchema))
    .from(savedViews)
    .where(eq(savedViews.user_id, actor.id))
    .orderBy(asc(savedViews.list), asc(savedViews.name), asc(savedViews.id));
  return { items };
}
