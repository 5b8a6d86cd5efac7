import { and, eq } from 'drizzle-orm';
import type { Note } from '../../shared/note.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { supplierComments } from '../db/tables/index.ts';
import { supplierOf } from './supplier-queries.ts';

/** Add a note about a supplier. */
export async function addComment(ctx: Ctx, supplier_id: number, comment: string): Promise<Note> {
  authorize(policy.edit_suppliers(ctx.actor));
  await supplierOf(ctx, supplier_id);
  await ctx.db.insert(supplierComments).values({ supplier_id, comment, commentator_id: ctx.actor.id, created_at: ctx.now });
  await audit(ctx, 'supplier.comment_added', { type: 'supplier', id: supplier_id }, null, { comment });
  return requireFound((await supplierOf(ctx, supplier_id)).comments[0]);
}

/** Delete a note that the caller wrote. The audit keeps the text of the note. */
export async function deleteComment(ctx: Ctx, supplier_id: number, id: number): Promise<{ id: number; deleted: true }> {
  authorize(policy.edit_suppliers(ctx.actor));
  const one = and(eq(supplierComments.supplier_id, supplier_id), eq(supplierComments.id, id));
  const [row] = await ctx.db
    .select({ comment: supplierComments.comment, commentator_id: supplierComments.commentator_id })
    .from(supplierComments)
    .where(one);
  const { comment, commentator_id } = requireFound(row);
  authorize(policy.delete_comment(ctx.actor, { id: commentator_id }));
  await ctx.db.delete(supplierComments).where(one);
  await audit(ctx, 'supplier.comment_deleted', { type: 'supplier', id: supplier_id }, { comment });
  return { id, deleted: true };
}
