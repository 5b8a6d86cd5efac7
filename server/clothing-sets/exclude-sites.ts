import { and, eq, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { lockRows } from '../db/lock.ts';
import { clothingSetSites, clothingSets, sites } from '../db/tables/index.ts';
import { enforceSet } from './find-set.ts';
import { type ClothingSet, setOf } from './set-queries.ts';

export const excludeSitesBody = z.object({ excluded_sites: z.array(z.int().positive()).max(limits.page_cap_sites) });

/** Set the sites of its company at which a clothing set is excluded, the list as a whole. 422 for a site that is not the company's. */
export async function excludeSites(
  ctx: Ctx,
  account_id: number,
  set_id: number,
  { excluded_sites }: z.infer<typeof excludeSitesBody>,
): Promise<ClothingSet> {
  const { db } = ctx;
  await enforceSet(ctx, set_id, account_id);
  authorize(policy.edit_clothing_sets(ctx.actor));
  // A concurrent change of the same set waits here, and what it excludes is read after that.
  await lockRows(db.select({ id: clothingSets.id }).from(clothingSets).where(eq(clothingSets.id, set_id)));
  const before = await setOf(ctx, account_id, set_id);
  const there = await db
    .select({ id: sites.id })
    .from(sites)
    .where(and(eq(sites.account_id, account_id), isNull(sites.deleted_at), among(sites.id, idList(excluded_sites))));
  const siteIds = new Set(there.map(({ id }) => id));
  const place = excluded_sites.findIndex((id) => !siteIds.has(id));
  if (place >= 0) throw invalid({ [`excluded_sites.${place}`]: messages.unknown_site });

  const excludedIds = new Set(before.excluded_sites.map(({ id }) => id));
  const added = [...siteIds].filter((id) => !excludedIds.has(id));
  const removedIds = [...excludedIds].filter((id) => !siteIds.has(id));
  if (removedIds.length)
    await db.delete(clothingSetSites).where(and(eq(clothingSetSites.clothing_set_id, set_id), inArray(clothingSetSites.site_id, removedIds)));
  if (added.length)
    await db
      .insert(clothingSetSites)
      .values(added.map((site_id) => ({ clothing_set_id: set_id, site_id })))
      .onConflictDoNothing();
  if (!added.length && !removedIds.length) return before;
  const after = await setOf(ctx, account_id, set_id);
  const names = ({ excluded_sites: excluded }: ClothingSet) => ({ excluded_sites: excluded.map(({ name }) => name) });
  await audit(ctx, 'clothing_set.sites_excluded', { type: 'clothing_set', id: set_id }, names(before), names(after));
  return after;
}
