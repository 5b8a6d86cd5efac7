import { and, eq, sql } from 'drizzle-orm';
import { type Actor, policy } from '../../shared/policy.ts';
import { type Db, prepared } from '../db/db.ts';
import { syncDeviceUsers, users } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';

const actorOnDevice = prepared('sync_actor', (db: Db) =>
  db
    .select({
      id: users.id,
      forenames: users.forenames,
      surname: users.surname,
      role: users.role,
      is_disabled: users.is_disabled,
      deleted_at: users.deleted_at,
    })
    .from(users)
    .innerJoin(syncDeviceUsers, and(eq(syncDeviceUsers.user_id, users.id), eq(syncDeviceUsers.device, sql.placeholder('device'))))
    .where(eq(users.id, sql.placeholder('id'))),
);

/**
 * Who acted. Somebody else than the bearer has to have signed in on this tablet, has a warehouse's rights whatever their own, and
 * the audit names both.
 */
export async function actorOf(
  { db, actor: bearer }: Ctx,
  device: string,
  id: number,
): Promise<Actor | 'ACTOR_UNKNOWN' | 'ACTOR_DISABLED' | 'NOT_ALLOWED'> {
  if (id === bearer.id) return bearer;
  const [person] = await actorOnDevice(db, { device, id });
  if (!person) return 'ACTOR_UNKNOWN';
  if (person.is_disabled || person.deleted_at) return 'ACTOR_DISABLED';
  const actor: Actor = {
    id,
    name: `${person.forenames} ${person.surname}`.trim(),
    role: person.role,
    account_id: null,
    site_ids: [],
    is_supervised_orderer: false,
    can_view_restricted_products: false,
    impersonator_id: bearer.id,
  };
  return policy.use_floor(actor) ? { ...actor, role: 'warehouse' } : 'NOT_ALLOWED';
}
