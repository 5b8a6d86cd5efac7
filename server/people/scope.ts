import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../shared/policy.ts';
import { clientRoles, isClientRole } from '../../shared/roles.ts';
import { among, idList } from '../db/among.ts';
import { userSites, users } from '../db/tables/index.ts';

/**
 * The condition on `users` under which a client's person may be seen: the office sees everybody, a Client Manager the people of the company, other
 * managers the people at their own sites, and everybody else only themself. A Department Manager sees nobody above their own role.
 */
export function visibleEmployees(actor: Actor, { with_archived = false } = {}): SQL {
  const here = [with_archived ? undefined : isNull(users.deleted_at), inArray(users.role, [...clientRoles])];
  const nothing = sql`1 = 0`;
  if (actor.role === 'super') return and(...here) ?? nothing;
  if (!isClientRole(actor.role) || actor.account_id === null) return nothing;
  const own = [...here, eq(users.account_id, actor.account_id)];
  if (actor.role === 'client_admin') return and(...own) ?? nothing;
  const self = eq(users.id, actor.id);
  if (actor.role === 'employee' || actor.role === 'employee_with_order') return and(...own, self) ?? nothing;
  const atOwnSite = sql`exists (select 1 from ${userSites} where ${userSites.user_id} = ${users.id} and ${among(userSites.site_id, idList(actor.site_ids))})`;
  const below = actor.role === 'manager' ? inArray(users.role, ['employee', 'employee_with_order', 'manager']) : undefined;
  return and(...own, or(self, and(atOwnSite, below))) ?? nothing;
}

/** The condition on `users` under which the caller may look after somebody, archived or not. A super may also look after the provider's people. */
export const manageablePeople = (actor: Actor): SQL => (actor.role === 'super' ? sql`1 = 1` : visibleEmployees(actor, { with_archived: true }));
