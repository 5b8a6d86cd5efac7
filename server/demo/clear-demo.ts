import { and, inArray, isNull, like, or } from 'drizzle-orm';
import { endSessions } from '../auth/end-sessions.ts';
import type { Database, Db } from '../db/db.ts';
import { accounts, auditRows, emailChanges, passwordResets, sessions, sizeLinks, totps, users } from '../db/tables/index.ts';

/** Made-up people have addresses under a name that is reserved: nobody real has one. */
const demoName = '%.test';

const demoPeople = and(like(users.email, demoName), isNull(users.deleted_at));

/** Made-up people are in a database that real ones use. */
export class DemoPeopleError extends Error {
  constructor() {
    super('The database has people of the demo, whose password everybody knows: run npm run clear-demo, or name another database, then start again.');
  }
}

/** Refuse a database in which people of the demo can sign in. */
export async function refuseDemoPeople(db: Db): Promise<void> {
  const [person] = await db.select({ id: users.id }).from(users).where(demoPeople).limit(1);
  if (person) throw new DemoPeopleError();
}

/**
 * End the demo in a database that is kept: nobody of the demo can sign in any more, and its clients are archived. Orders, stock and the ledger
 * stay, because real people's work may stand on them. Answers how many people and clients there were.
 */
export const clearDemo = (database: Database, now: string): Promise<{ people: number; clients: number }> =>
  database.unitOfWork(async (db) => {
    const people = await db.update(users).set({ deleted_at: now, password_hash: null, pin_hash: null }).where(demoPeople).returning({ id: users.id });
    const clients = await db
      .update(accounts)
      .set({ deleted_at: now })
      .where(and(like(accounts.domain, demoName), isNull(accounts.deleted_at)))
      .returning({ id: accounts.id });

    // Those without an address never signed in, but a link by which a size is chosen may be out for them.
    const gone = db
      .select({ id: users.id })
      .from(users)
      .where(or(like(users.email, demoName), inArray(users.account_id, demoClients(db))));
    await endSessions(db, inArray(sessions.user_id, gone));
    await db.delete(passwordResets).where(inArray(passwordResets.user_id, gone));
    await db.delete(emailChanges).where(inArray(emailChanges.user_id, gone));
    await db.delete(totps).where(inArray(totps.user_id, gone));
    await db.delete(sizeLinks).where(inArray(sizeLinks.employee_id, gone));
    await db
      .insert(auditRows)
      .values({ who_id: null, at: now, what: 'demo.cleared', on_type: 'user', on_id: null, after: { people: people.length } });
    return { people: people.length, clients: clients.length };
  });

const demoClients = (db: Db) => db.select({ id: accounts.id }).from(accounts).where(like(accounts.domain, demoName));
