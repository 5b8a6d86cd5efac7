import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../shared/policy.ts';
import { isClientRole } from '../../shared/roles.ts';
import { clothingSetSites, clothingSets, userClothingSets, userSites } from '../db/tables/index.ts';

const nothing = sql`1 = 0`;

/**
 * The SQL condition on `clothing_sets` for the sets that the caller may see. The office sees all sets, an embroiderer sees the sets assigned to them,
 * managers see their company's sets, and a wearer sees the sets from which they order.
 */
export function visibleSets(actor: Actor): SQL {
  const here = isNull(clothingSets.deleted_at);
  if (actor.role === 'super') return here;
  if (actor.role === 'embroiderer') return and(here, isAssigned(actor.id)) ?? nothing;
  if (!isClientRole(actor.role) || actor.account_id === null) return nothing;
  const own = and(here, eq(clothingSets.account_id, actor.account_id));
  const isWearer = actor.role === 'employee' || actor.role === 'employee_with_order';
  return (isWearer ? and(own, wornBy(actor.id)) : own) ?? nothing;
}

const isAssigned = (user_id: number): SQL => sql`exists (select 1 from ${userClothingSets}
    where ${userClothingSets.clothing_set_id} = ${clothingSets.id} and ${userClothingSets.user_id} = ${user_id})`;

/** A wearer has a set that is assigned to them, unless it excludes all of their sites. */
const wornBy = (user_id: number): SQL => sql`${isAssigned(user_id)}
  and (not exists (select 1 from ${userSites} where ${userSites.user_id} = ${user_id})
    or exists (select 1 from ${userSites} where ${userSites.user_id} = ${user_id} and not exists (select 1 from ${clothingSetSites}
      where ${clothingSetSites.clothing_set_id} = ${clothingSets.id} and ${clothingSetSites.site_id} = ${userSites.site_id})))`;
