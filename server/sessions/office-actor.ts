import { and, eq, isNull, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { type Actor, policy } from '../../shared/policy.ts';
import { Problem } from '../core/problem.ts';
import { type Db, prepared } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { users } from '../db/tables/index.ts';

const personById = prepared('office_actor', (db) =>
  db
    .select({
      id: users.id,
      name: personName(users),
      role: users.role,
      account_id: users.account_id,
      is_supervised_orderer: users.is_supervised_orderer,
      can_view_restricted_products: users.can_view_restricted_products,
    })
    .from(users)
    .where(and(eq(users.id, sql.placeholder('id')), isNull(users.deleted_at), eq(users.is_disabled, false))),
);

/** The person for whom an import runs in the background; 403 if they may no longer run imports. */
export async function officeActor(db: Db, user_id: number): Promise<Actor> {
  const [person] = await personById(db, { id: user_id });
  const actor = person && { ...person, site_ids: [], impersonator_id: null };
  if (!actor || !policy.run_imports(actor)) throw new Problem(403, { message: messages.not_allowed });
  return actor;
}
