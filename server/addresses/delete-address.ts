import { and, eq } from 'drizzle-orm';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { savedAddresses } from '../db/tables/index.ts';

/** Delete one of the caller's addresses. */
export async function deleteAddress(ctx: Ctx, id: number): Promise<{ id: number; deleted: true }> {
  const [deletedAddress] = await ctx.db
    .delete(savedAddresses)
    .where(and(eq(savedAddresses.id, id), eq(savedAddresses.user_id, ctx.actor.id)))
    .returning();
  const before = requireFound(deletedAddress);
  await audit(ctx, 'address.deleted', { type: 'user', id: ctx.actor.id }, before);
  return { id, deleted: true };
}
