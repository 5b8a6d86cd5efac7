import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { lockRows } from '../db/lock.ts';
import { clothingSets } from '../db/tables/index.ts';
import { enforceSet } from './find-set.ts';
import { replaceExcludedSites } from './replace-excluded-sites.ts';
import { type ClothingSet, setOf } from './set-queries.ts';

export const excludeSitesBody = z.object({ excluded_sites: z.array(z.int().positive()).max(limits.page_cap_sites) });

/** Exclude a clothing set at exactly these sites of the set's company. 422 for a site of another company. */
export async function excludeSites(
  ctx: Ctx,
  account_id: number,
  set_id: number,
  { excluded_sites }: z.infer<typeof excludeSitesBody>,
): Promise<ClothingSet> {
  const { db } = ctx;
  await enforceSet(ctx, set_id, account_id);
  authorize(policy.edit_clothing_sets(ctx.actor));
  // The excluded sites are read only once the set is locked, because another request may be changing them.
  await lockRows(db.select({ id: clothingSets.id }).from(clothingSets).where(eq(clothingSets.id, set_id)));
  const before = await setOf(ctx, account_id, set_id);
  if (!(await replaceExcludedSites(ctx, account_id, set_id, excluded_sites, before.excluded_sites))) return before;
  await db
    .update(clothingSets)
    .set({ version: sql`${clothingSets.version} + 1` })
    .where(eq(clothingSets.id, set_id));
  const after = await setOf(ctx, account_id, set_id);
  const names = ({ excluded_sites: excluded }: ClothingSet) => ({ excluded_sites: excluded.map(({ name }) => name) });
  await audit(ctx, 'clothing_set.sites_excluded', { type: 'clothing_set', id: set_id }, names(before), names(after));
  return after;
}
