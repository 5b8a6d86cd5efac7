import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit, auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { byOf } from '../core/stale-version.ts';
import { run } from '../db/db.ts';
import { lastEditAfter } from '../db/last-edit.ts';
import { lockRows } from '../db/lock.ts';
import { accounts, clothingSetSites, orders, sites, userSites, users } from '../db/tables/index.ts';
import { peopleOnlyAt, recordedFields, siteOf } from './site-queries.ts';

export const deleteSiteQuery = z.object({
  move_to: z.coerce.number().int().positive().optional().describe('The site to which people move who have no other site'),
});

/** The number of drafts whose audit rows one statement writes. */
const MAX_DRAFTS_AT_ONCE = 500;

/** Remove a site from the drafts and requests that have it as delivery site. Before they can be submitted, somebody has to choose another site. */
async function clearDrafts(ctx: Ctx, site_id: number): Promise<number> {
  const atSite = and(eq(orders.delivery_site_id, site_id), isNull(orders.submitted_at), isNull(orders.deleted_at));
  const drafts = await lockRows(
    ctx.db
      .select({ id: orders.id, delivery_site_id: orders.delivery_site_id, delivery_address: orders.delivery_address })
      .from(orders)
      .where(atSite)
      .orderBy(orders.id),
  );
  const cleared = { delivery_site_id: null, delivery_address: null };
  await ctx.db
    .update(orders)
    .set({ ...cleared, version: sql`${orders.version} + 1`, last_edit: lastEditAfter(orders, byOf(ctx)) })
    .where(atSite);
  const entries = drafts.map(({ id, ...before }) => ({ on: { type: 'order' as const, id }, before, after: cleared }));
  for (let from = 0; from < entries.length; from += MAX_DRAFTS_AT_ONCE)
    await auditEach(ctx, 'order.details', entries.slice(from, from + MAX_DRAFTS_AT_ONCE));
  return drafts.length;
}

/**
 * Delete a site. The row stays for history, but people, clothing sets and drafts no longer refer to it. Submitted orders are unaffected: they store
 * their address. 422 on `move_to` if somebody would be left without a site.
 */
export async function deleteSite(ctx: Ctx, id: number, { move_to }: z.infer<typeof deleteSiteQuery>): Promise<{ id: number; deleted: true }> {
  authorize(policy.delete_sites(ctx.actor));
  const { db } = ctx;
  const { account_id } = await siteOf(ctx, id);
  // Locked so that two deletions in one account run one after the other. Otherwise both together could leave a person without a site, because each
  // finds that the person still has the site that the other deletes.
  await lockRows(db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account_id)));
  await lockRows(db.select({ id: sites.id }).from(sites).where(eq(sites.id, id)));
  // These people are locked, so that no other request can take away a person's only other site meanwhile.
  await lockRows(
    db.select({ id: users.id }).from(users).innerJoin(userSites, eq(userSites.user_id, users.id)).where(eq(userSites.site_id, id)).orderBy(users.id),
  );
  const site = await siteOf(ctx, id);

  if (move_to !== undefined) {
    const target = and(eq(sites.id, move_to), ne(sites.id, id), eq(sites.account_id, account_id), isNull(sites.deleted_at));
    if (!(await db.$count(sites, target))) throw invalid({ move_to: messages.unknown_site });
  }
  const { users_count, users_without_another_site } = site.counts;
  if (users_without_another_site > 0) {
    if (move_to === undefined) throw invalid({ move_to: messages.site_people_need_another(users_without_another_site) });
    await run(db, sql`insert into user_sites (user_id, site_id) select here.user_id, ${move_to} ${peopleOnlyAt(id)}`);
  }
  await db.delete(userSites).where(eq(userSites.site_id, id));
  const sets = await db.delete(clothingSetSites).where(eq(clothingSetSites.site_id, id)).returning({ id: clothingSetSites.clothing_set_id });
  const drafts = await clearDrafts(ctx, id);
  await db
    .update(sites)
    .set({ deleted_at: ctx.now, version: sql`${sites.version} + 1` })
    .where(eq(sites.id, id));
  await audit(ctx, 'site.deleted', { type: 'site', id }, recordedFields(site), {
    move_to: users_without_another_site > 0 ? (move_to ?? null) : null,
    people: users_count,
    people_moved: users_without_another_site,
    drafts,
    clothing_sets: sets.map((set) => set.id),
  });
  return { id, deleted: true };
}
