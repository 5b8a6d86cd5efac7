import { and, eq, isNull } from 'drizzle-orm';
import { audit, auditEach } from '../audit/audit.ts';
import type { Services } from '../core/context.ts';
import { secretKeyChecks, totps, users } from '../db/tables/index.ts';

/**
 * Turn off, from outside the API, the second factor of somebody who has lost it; afterwards their password alone signs them in. Returns false if
 * they had none.
 */
export async function removeTotp({ database, clock }: Pick<Services, 'database' | 'clock'>, email: string): Promise<boolean> {
  return database.unitOfWork(async (db) => {
    const [user] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email.toLowerCase()), isNull(users.deleted_at)));
    if (!user) return false;
    const removed = await db.delete(totps).where(eq(totps.user_id, user.id)).returning({ user_id: totps.user_id });
    if (!removed.length) return false;
    const ctx = { db, now: clock().toISOString(), actor: { id: user.id, impersonator_id: null }, request_id: null };
    await audit(ctx, 'totp.removed', { type: 'user', id: user.id });
    return true;
  });
}

/**
 * Turn off everybody's second factor, because the key that encrypts them is lost, and allow the next server that starts to use another key. Returns
 * how many second factors there were.
 */
export async function removeEveryTotp({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<number> {
  return database.unitOfWork(async (db) => {
    const removed = await db.delete(totps).returning({ user_id: totps.user_id });
    const ctx = { db, now: clock().toISOString(), actor: { id: null, impersonator_id: null }, request_id: null };
    await auditEach(
      ctx,
      'totp.removed',
      removed.map(({ user_id }) => ({ on: { type: 'user', id: user_id } })),
    );
    await db.delete(secretKeyChecks);
    return removed.length;
  });
}
