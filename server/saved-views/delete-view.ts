import { and, eq } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { savedViewSchema } from '../../shared/saved-views/saved-view.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { columnsOf } from '../db/columns-of.ts';
import { savedViews } from '../db/tables/index.ts';

/** Delete one of the caller's views. */
export async function deleteView(ctx: Ctx, id: number): Promise<{ id: number; deleted: true }> {
  const { db, actor } = ctx;
  authorize(policy.use_office(actor));
  const [deletedView] = await db
    .delete(savedViews)
    .where(and(eq(savedViews.id, id), eq(savedViews.user_id, actor.id)))
    .returning(columnsOf(savedViews, savedViewSchema));
  await audit(ctx, 'view.deleted', { type: 'user', id: actor.id }, requireFound(deletedView));
  return { id, deleted: true };
}
