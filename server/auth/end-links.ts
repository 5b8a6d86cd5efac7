import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { emailChanges, passwordResets } from '../db/tables/index.ts';

/** End every link that was sent to a person to set a password or to confirm an address: what it was sent for has changed since. */
export async function endLinks(db: Db, user_id: number, now: string): Promise<void> {
  await db
    .update(passwordResets)
    .set({ used_at: now })
    .where(and(eq(passwordResets.user_id, user_id), isNull(passwordResets.used_at)));
  await db.delete(emailChanges).where(eq(emailChanges.user_id, user_id));
}
