import { and, eq, isNull } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { cleanKeys, type KeyClash } from '../db/clean-keys.ts';
import type { Database } from '../db/db.ts';
import { users } from '../db/tables/index.ts';
import { notify } from '../notifications/notify.ts';

/** How many clashes a notification names. */
const MAX_NAMED = 20;

/**
 * Clean the keys of the database after its migrations, and tell the office which records have keys that read alike. Nothing is merged: people decide
 * which record stays. Returns the clashes.
 */
export async function checkKeys(database: Database, now: string): Promise<KeyClash[]> {
  return database.unitOfWork(async (db) => {
    const clashes = await cleanKeys(db);
    if (!clashes.length) return clashes;
    const office = await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, 'super'), isNull(users.deleted_at)));
    const named = clashes.slice(0, MAX_NAMED).map(({ label, keys }) => `${label}: ${keys.join(' · ')}`);
    await notify(
      { db, now },
      office.map(({ id }) => id),
      { title: messages.keys_alike(clashes.length), message: messages.keys_alike_are(named, clashes.length - named.length) },
      'key_clashes',
    );
    return clashes;
  });
}
