import { and, desc, eq, gt } from 'drizzle-orm';
import { alias, type Db } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { sessions, users } from '../db/tables/index.ts';

const impersonators = alias(users, 'impersonators');

/** Upper limit of the sessions in the list; nobody looks through more. */
const MAX_SESSIONS = 100;

/** The sessions of a person, the most recently used first. */
export async function listSessions(db: Db, user_id: number, now: string) {
  const sessionRows = await db
    .select({
      id: sessions.id,
      device_name: sessions.device_name,
      user_agent: sessions.user_agent,
      address: sessions.address,
      impersonator_id: impersonators.id,
      impersonator_name: personName(impersonators).as('impersonator_name'),
      created_at: sessions.created_at,
      last_seen_at: sessions.last_seen_at,
      expires_at: sessions.expires_at,
    })
    .from(sessions)
    .leftJoin(impersonators, eq(impersonators.id, sessions.impersonator_id))
    .where(and(eq(sessions.user_id, user_id), gt(sessions.expires_at, now)))
    .orderBy(desc(sessions.last_seen_at), desc(sessions.id))
    .limit(MAX_SESSIONS);
  return sessionRows.map(({ impersonator_id, impersonator_name, ...session }) => ({
    ...session,
    impersonator: impersonator_id === null ? null : { id: impersonator_id, name: impersonator_name },
  }));
}
