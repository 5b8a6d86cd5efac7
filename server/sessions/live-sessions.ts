import { and, eq, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Actor } from '../../shared/policy.ts';
import { isClientRole, type Role } from '../../shared/roles.ts';
import { requireFound } from '../core/problem.ts';
import { hashToken } from '../core/token.ts';
import { type Db, prepared } from '../db/db.ts';
import { accounts, sessions, userSites, users } from '../db/tables/index.ts';

/** The condition that a session is valid at a time and that its person may sign in, for queries that join sessions with users and accounts. */
const isLive = (now: SQLWrapper | string): SQL | undefined =>
  and(
    sql`${sessions.expires_at} > ${now}`,
    isNull(users.deleted_at),
    eq(users.is_disabled, false),
    or(isNull(users.account_id), isNull(accounts.deleted_at)),
    // A super acts as somebody else only while the super's own session is valid and the super may sign in.
    or(
      isNull(sessions.impersonator_id),
      sql`exists (select 1 from ${sessions} as parent join ${users} as impersonator on impersonator.id = parent.user_id where parent.id = ${sessions.parent_id} and impersonator.id = ${sessions.impersonator_id} and parent.expires_at > ${now} and impersonator.deleted_at is null and not impersonator.is_disabled)`,
    ),
  );

const sessionByToken = prepared('session_by_token', (db: Db) =>
  db
    .select({
      session_id: sessions.id,
      impersonator_id: sessions.impersonator_id,
      last_seen_at: sessions.last_seen_at,
      created_at: sessions.created_at,
      slides_minutes: sessions.slides_minutes,
      id: users.id,
      forenames: users.forenames,
      surname: users.surname,
      role: users.role,
      account_id: users.account_id,
      is_supervised_orderer: users.is_supervised_orderer,
      can_view_restricted_products: users.can_view_restricted_products,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .leftJoin(accounts, eq(accounts.id, users.account_id))
    .where(and(eq(sessions.token_hash, sql.placeholder('token_hash')), isLive(sql.placeholder('now')))),
);

/** The sessions that match `which` and are still valid at a time, with the roles of their people. */
export const liveSessions = (db: Db, now: string, which: SQL): Promise<{ id: number; role: Role }[]> =>
  db
    .select({ id: sessions.id, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .leftJoin(accounts, eq(accounts.id, users.account_id))
    .where(and(which, isLive(now)));

const sitesOfUser = prepared('sites_of_user', (db: Db) =>
  db
    .select({ site_id: userSites.site_id })
    .from(userSites)
    .where(eq(userSites.user_id, sql.placeholder('user_id'))),
);

export interface Session {
  id: number;
  actor: Actor;
  last_seen_at: string;
  created_at: string;
  slides_minutes: number | null;
}

/** The longest life of a session in milliseconds, however much it is used. */
const LONGEST = 30 * 24 * 60 * 60_000;

/** The expiry of a session that is used at `now`; nothing if use does not move the session's expiry. */
export function extended({ created_at, slides_minutes }: Session, now: Date): { expires_at: string } | Record<string, never> {
  if (!slides_minutes) return {};
  const until = Math.min(now.getTime() + slides_minutes * 60_000, Date.parse(created_at) + LONGEST);
  return { expires_at: new Date(until).toISOString() };
}

/** The session of a token that was just issued; 404 if the session has already ended. */
export const requireSession = async (db: Db, token: string, now: string): Promise<Session> => requireFound(await findSession(db, token, now));

/** The session of a token, with its person. Null if the token is unknown, the session has ended, or the person may no longer sign in. */
export async function findSession(db: Db, token: string, now: string): Promise<Session | null> {
  const [row] = await sessionByToken(db, { token_hash: hashToken(token), now });
  if (!row) return null;
  const site_ids = isClientRole(row.role) ? (await sitesOfUser(db, { user_id: row.id })).map(({ site_id }) => site_id) : [];
  const { session_id, last_seen_at, created_at, slides_minutes, forenames, surname, ...rest } = row;
  return { id: session_id, last_seen_at, created_at, slides_minutes, actor: { ...rest, name: `${forenames} ${surname}`.trim(), site_ids } };
}
