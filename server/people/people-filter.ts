import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { limits } from '../../shared/limits.ts';
import type { PeopleFilter, PeopleView } from '../../shared/people/people-filter.ts';
import { type Actor, policy } from '../../shared/policy.ts';
import { authorize } from '../core/problem.ts';
import { personHas } from '../db/person-search.ts';
import { clothingSetProducts, clothingSets, products, sites, userClothingSets, userEmployeeRoles, userSites, users } from '../db/tables/index.ts';
import { visibleEmployees } from './scope.ts';

/** Whose people are listed: a client's, those of all clients in the caller's scope, or the provider's own. */
export type Whose = { account_id: number | undefined } | 'provider';

const scopeOf = (actor: Actor, whose: Whose, with_archived: boolean): SQL | undefined => {
  if (whose === 'provider') return and(isNull(users.account_id), with_archived ? undefined : isNull(users.deleted_at));
  const { account_id } = whose;
  return and(visibleEmployees(actor, { with_archived }), account_id === undefined ? undefined : eq(users.account_id, account_id));
};

/** The conditions on `users` of each view. */
export const views: Record<PeopleView, SQL> = {
  not_invited: sql`(${users.email} is not null and ${users.password_hash} is null and ${users.invited_at} is null and ${users.signed_in_at} is null)`,
  no_clothing_set: sql`not exists (select 1 from ${userClothingSets} join ${clothingSets} on ${clothingSets.id} = ${userClothingSets.clothing_set_id}
    where ${userClothingSets.user_id} = ${users.id} and ${clothingSets.deleted_at} is null)`,
  no_site: sql`not exists (select 1 from ${userSites} join ${sites} on ${sites.id} = ${userSites.site_id}
    where ${userSites.user_id} = ${users.id} and ${sites.deleted_at} is null)`,
  archived: isNotNull(users.deleted_at),
};

const isSearch = (search: string | undefined): search is string => search !== undefined && search.length >= limits.search_min;

/** The condition on `users` for people with a clothing set that holds a style, as a whole or some of its SKUs. */
const hasStyle = (product_id: number): SQL => sql`exists (select 1 from ${userClothingSets}
  join ${clothingSets} on ${clothingSets.id} = ${userClothingSets.clothing_set_id} and ${clothingSets.deleted_at} is null
  join ${clothingSetProducts} on ${clothingSetProducts.clothing_set_id} = ${clothingSets.id}
  join ${products} on ${products.id} = ${clothingSetProducts.product_id}
  where ${userClothingSets.user_id} = ${users.id} and (${products.id} = ${product_id} or ${products.parent_id} = ${product_id}))`;

const matches = ({ search, role, site_id, employee_role_id, clothing_set_id, product_id }: PeopleFilter): SQL | undefined =>
  and(
    isSearch(search) ? personHas(search) : undefined,
    role && eq(users.role, role),
    site_id === undefined
      ? undefined
      : sql`exists (select 1 from ${userSites} where ${userSites.user_id} = ${users.id} and ${userSites.site_id} = ${site_id})`,
    employee_role_id === undefined
      ? undefined
      : sql`exists (select 1 from ${userEmployeeRoles} where ${userEmployeeRoles.user_id} = ${users.id} and ${userEmployeeRoles.employee_role_id} = ${employee_role_id})`,
    clothing_set_id === undefined
      ? undefined
      : sql`exists (select 1 from ${userClothingSets} where ${userClothingSets.user_id} = ${users.id} and ${userClothingSets.clothing_set_id} = ${clothing_set_id})`,
    product_id === undefined ? undefined : hasStyle(product_id),
  );

/** The condition on `users` for the people in the caller's scope who match `filter`. 403 for archived people if `actor` may not edit people. */
export function listedPeople(actor: Actor, whose: Whose, filter: PeopleFilter): SQL | undefined {
  const { archived = false, show } = filter;
  const with_archived = archived || show === 'archived';
  if (with_archived) authorize(policy.edit_people(actor));
  return and(scopeOf(actor, whose, with_archived), show && views[show], matches(filter));
}

/** As `listedPeople`, but for all views together, so that each view can be counted. Archived people match only if `actor` may edit people. */
export const listedInAnyView = (actor: Actor, whose: Whose, filter: PeopleFilter): SQL | undefined =>
  and(scopeOf(actor, whose, policy.edit_people(actor)), matches(filter));
