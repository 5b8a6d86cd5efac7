import { and, isNull } from 'drizzle-orm';
import { among, idList } from '../db/among.ts';
import type { Db } from '../db/db.ts';
import { emailChanges, passwordResets } from '../db/tables/index.ts';

/**
 * End every link that was sent to one or several people to set a password or to confirm an address, because their password, address or access has
 * changed.
 */
export async function endLinks(db: Db, of: number | readonly number[], now: string): Promise<void> {
  const people = idList([of].flat() as number[]);
  await db
    .update(passwordResets)
    .set({ used_at: now })
    .where(and(among(passwordResets.user_id, people), isNull(passwordResets.used_at)));
  await db.delete(emailChanges).where(among(emailChanges.user_id, people));
}
