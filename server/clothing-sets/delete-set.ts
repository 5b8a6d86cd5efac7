import { asc, eq, inArray, sql } from 'drizzle-orm';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { lockRows } from '../db/lock.ts';
import { clothingSets, userClothingSets, users } from '../db/tables/index.ts';
import { lockSet, recordedSet } from './save-set.ts';

/**
 * Delete a clothing set. Its wearers lose the set; its row and its contents stay for history. Lines of drafts stay too, but an order with a product
 * that is in none of its wearer's sets cannot be submitted.
 */
export async function deleteSet(ctx: Ctx, account_id: number, id: number): Promise<{ id: number; deleted: true }> {
  const set = await lockSet(ctx, id, account_id);
  await ctx.db
    .update(clothingSets)
    .set({ deleted_at: ctx.now, version: sql`${clothingSets.version} + 1` })
    .where(eq(clothingSets.id, id));
  // The people are locked before their links to the set, in the same sequence as when one person's sets are changed.
  const holders = ctx.db.select({ user_id: userClothingSets.user_id }).from(userClothingSets).where(eq(userClothingSets.clothing_set_id, id));
  await lockRows(ctx.db.select({ id: users.id }).from(users).where(inArray(users.id, holders)).orderBy(asc(users.id)));
  const unlinked = await ctx.db
    .delete(userClothingSets)
    .where(eq(userClothingSets.clothing_set_id, id))
    .returning({ user_id: userClothingSets.user_id });
  const employees = unlinked.map(({ user_id }) => user_id).sort((a, b) => a - b);
  await ctx.db
    .update(users)
    .set({ version: sql`${users.version} + 1` })
    .where(among(users.id, idList(employees)));
  await audit(ctx, 'clothing_set.deleted', { type: 'clothing_set', id }, { ...recordedSet(set), employees });
  return { id, deleted: true };
}
