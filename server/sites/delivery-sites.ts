import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { clothingSetSites, clothingSets, sites, userClothingSets, userSites } from '../db/tables/index.ts';
import { visibleSites } from './site-queries.ts';

/** The site to which a person's items are sent. */
export interface DeliverySite {
  id: number;
  name: string;
  delivery_address: (typeof sites.$inferSelect)['delivery_address'];
}

/**
 * The probable delivery site of each of these people: of the sites to which the caller may send, the one that the fewest of the person's clothing sets
 * exclude; if several sites are equal, the caller's own. People without such a site are left out.
 */
export async function deliverySitesOf({ db, actor }: Pick<Ctx, 'db' | 'actor'>, user_ids: readonly number[]): Promise<Map<number, DeliverySite>> {
  const excluding = sql<number>`(select count(*) from ${userClothingSets}
    join ${clothingSets} on ${clothingSets.id} = ${userClothingSets.clothing_set_id} and ${isNull(clothingSets.deleted_at)}
    join ${clothingSetSites} on ${clothingSetSites.clothing_set_id} = ${clothingSets.id}
    where ${userClothingSets.user_id} = ${userSites.user_id} and ${clothingSetSites.site_id} = ${sites.id})`.mapWith(Number);
  const rows = await db
    .select({
      user_id: userSites.user_id,
      site: { id: sites.id, name: sites.name, delivery_address: sites.delivery_address },
      excluding: excluding.as('excluding'),
    })
    .from(userSites)
    .innerJoin(sites, eq(sites.id, userSites.site_id))
    .where(and(among(userSites.user_id, idList(user_ids)), visibleSites(actor)))
    .orderBy(asc(userSites.user_id), sql`excluding`, asc(sites.id));
  const best = new Map<number, (typeof rows)[number]>();
  for (const row of rows) {
    const current = best.get(row.user_id);
    const isBetter =
      current && row.excluding === current.excluding && !actor.site_ids.includes(current.site.id) && actor.site_ids.includes(row.site.id);
    if (!current || isBetter) best.set(row.user_id, row);
  }
  return new Map([...best].map(([user_id, { site }]) => [user_id, site]));
}
