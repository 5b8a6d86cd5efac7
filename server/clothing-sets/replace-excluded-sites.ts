import { and, eq, inArray, isNull } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { Ctx } from '../core/context.ts';
import { invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { clothingSetSites, sites } from '../db/tables/index.ts';

/**
 * Replace the sites at which a locked clothing set is excluded; `before` are the present ones. Returns whether anything has changed. 422 for a site
 * that is not the company's.
 */
export async function replaceExcludedSites(
  { db }: Pick<Ctx, 'db'>,
  account_id: number,
  set_id: number,
  site_ids: readonly number[],
  before: readonly { id: number }[],
): Promise<boolean> {
  const siteRows = await db
    .select({ id: sites.id })
    .from(sites)
    .where(and(eq(sites.account_id, account_id), isNull(sites.deleted_at), among(sites.id, idList(site_ids))));
  const siteIds = new Set(siteRows.map(({ id }) => id));
  const place = site_ids.findIndex((id) => !siteIds.has(id));
  if (place >= 0) throw invalid({ [`excluded_sites.${place}`]: messages.unknown_site });

  const excludedIds = new Set(before.map(({ id }) => id));
  const added = [...siteIds].filter((id) => !excludedIds.has(id));
  const removedIds = [...excludedIds].filter((id) => !siteIds.has(id));
  if (removedIds.length)
    await db.delete(clothingSetSites).where(and(eq(clothingSetSites.clothing_set_id, set_id), inArray(clothingSetSites.site_id, removedIds)));
  if (added.length)
    await db
      .insert(clothingSetSites)
      .values(added.map((site_id) => ({ clothing_set_id: set_id, site_id })))
      .onConflictDoNothing();
  return added.length + removedIds.length > 0;
}
