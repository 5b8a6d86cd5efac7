import { and, eq, sql } from 'drizzle-orm';
import { type Actor, policy } from '../../shared/policy.ts';
import type { WireMutation } from '../../shared/sync/wire.ts';
import type { Ctx } from '../core/context.ts';
import { type Db, prepared } from '../db/db.ts';
import { syncDeviceUsers, users } from '../db/tables/index.ts';

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

/** Whether only the tablet vouches for who acted: the action came with somebody else's token, or was done by PIN. */
export const isAsserted = ({ actor }: Pick<Ctx, 'actor'>, { actor_id, asserted }: Pick<WireMutation, 'actor_id' | 'asserted'>): boolean =>
  asserted || actor_id !== actor.id;

/** The person who is responsible for requests with a token: the token's owner, or the super who impersonates the owner. */
export const carrierOf = ({ id, impersonator_id }: Actor): number => impersonator_id ?? id;

/**
 * The person who acted. Somebody whom only the tablet vouches for has the rights of the warehouse role, whatever their own role. A person other than
 * the token's owner must have signed in on this tablet, and the audit also names the owner, or the super who impersonates the owner.
 */
export async function actorOf(
  { db, actor: bearer }: Ctx,
  device: string,
  { actor_id: id, asserted }: Pick<WireMutation, 'actor_id' | 'asserted'>,
): Promise<Actor | 'ACTOR_UNKNOWN' | 'ACTOR_DISABLED' | 'NOT_ALLOWED'> {
  if (id === bearer.id) return asserted ? { ...bearer, role: 'warehouse' } : bearer;
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
    impersonator_id: carrierOf(bearer),
  };
  return policy.use_floor(actor) ? { ...actor, role: 'warehouse' } : 'NOT_ALLOWED';
}
