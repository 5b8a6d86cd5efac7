import { and, inArray, isNull, like, notLike, or, sql } from 'drizzle-orm';
import { endSessions } from '../auth/end-sessions.ts';
import type { Database, Db } from '../db/db.ts';
import {
  accounts,
  auditRows,
  emailChanges,
  kitSizeLinks,
  passwordResets,
  rolloutLinks,
  sessions,
  sizeLinks,
  totps,
  users,
} from '../db/tables/index.ts';

/** Demo people have addresses under a reserved name: no real person has one. */
const demoName = '%.test';

const demoPeople = and(like(users.email, demoName), isNull(users.deleted_at));

/** People who have the demo's password, whatever their address is: they all share one hash, and other people never share one. */
const withDemoPassword = sql`${users.password_hash} in (select password_hash from users where password_hash is not null group by password_hash having count(*) > 1)`;

/** The database of real people contains demo people. */
class DemoPeopleError extends Error {
  constructor() {
    super('The database has people of the demo, whose password everybody knows: run npm run clear-demo, or name another database, then start again.');
  }
}

/** Refuse a database in which people of the demo can sign in. */
export async function refuseDemoPeople(db: Db): Promise<void> {
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(or(demoPeople, and(withDemoPassword, isNull(users.deleted_at))))
    .limit(1);
  if (person) throw new DemoPeopleError();
}

/**
 * End the demo in a database that real people keep using: no demo person can sign in, and the demo's clients are archived. Orders, stock and the
 * ledger stay, because real people's work may depend on them. A demo person to whom somebody has given a real address stays, without the demo's
 * password. Returns the number of demo people and clients, and the addresses of those who stay.
 */
export const clearDemo = (database: Database, now: string): Promise<{ people: number; clients: number; staying: string[] }> =>
  database.unitOfWork(async (db) => {
    const staying = await db
      .update(users)
      .set({ password_hash: null, pin_hash: null })
      .where(and(withDemoPassword, notLike(users.email, demoName)))
      .returning({ id: users.id, email: users.email });
    const people = await db.update(users).set({ deleted_at: now, password_hash: null, pin_hash: null }).where(demoPeople).returning({ id: users.id });
    const clients = await db
      .update(accounts)
      .set({ deleted_at: now })
      .where(and(like(accounts.domain, demoName), isNull(accounts.deleted_at)))
      .returning({ id: accounts.id });

    // People without an email address have never signed in, but they may have size links.
    const removed = db
      .select({ id: users.id })
      .from(users)
      .where(
        or(
          like(users.email, demoName),
          inArray(users.account_id, demoClients(db)),
          inArray(
            users.id,
            staying.map(({ id }) => id),
          ),
        ),
      );
    await endSessions({ db, now }, inArray(sessions.user_id, removed));
    await db.delete(passwordResets).where(inArray(passwordResets.user_id, removed));
    await db.delete(emailChanges).where(inArray(emailChanges.user_id, removed));
    await db.delete(totps).where(inArray(totps.user_id, removed));
    await db.delete(sizeLinks).where(inArray(sizeLinks.employee_id, removed));
    await db.delete(kitSizeLinks).where(inArray(kitSizeLinks.employee_id, removed));
    await db.delete(rolloutLinks).where(inArray(rolloutLinks.user_id, removed));
    await db.insert(auditRows).values({
      who_id: null,
      at: now,
      what: 'demo.cleared',
      on_type: 'user',
      on_id: null,
      after: { people: people.length, staying: staying.length },
    });
    return { people: people.length, clients: clients.length, staying: staying.flatMap(({ email }) => email ?? []) };
  });

const demoClients = (db: Db) => db.select({ id: accounts.id }).from(accounts).where(like(accounts.domain, demoName));
