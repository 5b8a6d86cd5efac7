import { and, eq, isNull } from 'drizzle-orm';
import { type Actor, policy } from '../../shared/policy.ts';
import type { Db } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { users } from '../db/tables/index.ts';

/** The person in whose name a roll-out goes on in the background; null if they may no longer roll out kits. */
export async function rolloutActor(db: Db, user_id: number): Promise<Actor | null> {
  const [person] = await db
    .select({
      id: users.id,
      name: personName(users).as('name'),
      role: users.role,
      account_id: users.account_id,
      is_supervised_orderer: users.is_supervised_orderer,
      can_view_restricted_products: users.can_view_restricted_products,
    })
    .from(users)
    .where(and(eq(users.id, user_id), isNull(users.deleted_at), eq(users.is_disabled, false)));
  const actor = person && { ...person, site_ids: [], impersonator_id: null };
  return actor && policy.edit_rollouts(actor) ? actor : null;
}
