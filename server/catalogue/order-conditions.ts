import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from '../db/db.ts';
import { clothingSetSites, clothingSets, products, userSites } from '../db/tables/index.ts';
import { isOrderable } from './is-orderable.ts';

/** The style of an article, if it has one. */
export const parent = alias(products, 'parent');

/** People order the variations of a style; a style without variations is itself the article. */
export const isArticle = sql`not exists (select 1 from ${products} as child where child.parent_id = ${products.id} and child.deleted_at is null)`;

/** Whether an article is published. */
export const isPublished = sql`${products.is_published}`;

/** Whether neither an article nor its style is restricted. If `restricted` is 1, restricted articles pass too. */
export const isUnrestricted = (restricted: number | Placeholder): SQL =>
  sql`(${restricted} = 1 or not (${products.is_restricted} or coalesce(${parent.is_restricted}, ${products.is_restricted})))`;

/** True if neither an article nor its style is discontinued at `now`. */
export const isCurrent = (now: string | Placeholder): SQL => isOrderable(now, products, parent) ?? sql`1 = 1`;

/**
 * The condition that a person is offered a clothing set at a delivery site: a set can exclude sites. Before a site is chosen (0), a person is not
 * offered a set if it excludes all of their sites.
 */
export const isOfferedAt = (site_id: number | Placeholder, user_id: SQLWrapper): SQL =>
  sql`(not exists (select 1 from ${clothingSetSites} where ${clothingSetSites.clothing_set_id} = ${clothingSets.id} and ${clothingSetSites.site_id} = ${site_id})
    and (${site_id} <> 0
      or not exists (select 1 from ${userSites} where ${userSites.user_id} = ${user_id})
      or exists (select 1 from ${userSites} where ${userSites.user_id} = ${user_id} and not exists (
        select 1 from ${clothingSetSites} where ${clothingSetSites.clothing_set_id} = ${clothingSets.id} and ${clothingSetSites.site_id} = ${userSites.site_id}))))`;
