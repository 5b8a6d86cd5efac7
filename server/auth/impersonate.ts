import { and, eq, isNull } from 'drizzle-orm';
import type { ImpersonateInput } from '../../shared/auth/auth-input.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { lockForReading } from '../db/lock.ts';
import { accounts, sessions, users } from '../db/tables/index.ts';
import { proveIdentity } from './credentials.ts';
import { beginImpersonation } from './end-impersonations.ts';
import { openSession } from './login.ts';

async function findOther(ctx: Ctx, user_id: number) {
  authorize(policy.use_office(ctx.actor));
  const [user] = await ctx.db
    .select({ id: users.id, role: users.role })
    .from(users)
    .leftJoin(accounts, eq(accounts.id, users.account_id))
    .where(and(eq(users.id, user_id), isNull(users.deleted_at), eq(users.is_disabled, false), isNull(accounts.deleted_at)));
  const other = requireFound(user);
  authorize(policy.impersonate(ctx.actor, other));
  return other;
}

/**
 * Continue only if the caller may act as this person and proves their own identity again. The check is slow on purpose, so it runs before the unit
 * of work.
 */
export async function proveImpersonator(ctx: Ctx, user_id: number, { password, totp }: ImpersonateInput, address: string): Promise<void> {
  await findOther(ctx, user_id);
  await proveIdentity(ctx, { password, totp }, address);
}

/**
 * Open a session of a super as somebody who is not a super. The session ends with the super's own at the latest. The audit names both people for
 * every act in it, and the person gets an email afterwards.
 */
export async function impersonate(
  ctx: Ctx,
  user_id: number,
  { reason }: ImpersonateInput,
  { session_id: own_session_id, ...from }: { session_id: number; address: string; user_agent: string | undefined },
): Promise<{ token: string; expires_at: string }> {
  const other = await findOther(ctx, user_id);
  // The super's own session may have ended while their identity was being checked.
  const [ownSession] = await lockForReading(ctx.db.select({ expires_at: sessions.expires_at }).from(sessions).where(eq(sessions.id, own_session_id)));
  const own = requireFound(ownSession);
  await audit(ctx, 'user.impersonated', { type: 'user', id: other.id }, null, { reason });
  const impersonator = { id: ctx.actor.id, session_id: own_session_id, expires_at: own.expires_at };
  const { token, expires_at, session_id } = await openSession(ctx.db, other, new Date(ctx.now), { ...from, impersonator });
  await beginImpersonation(ctx, { session_id, user_id: other.id, impersonator_id: ctx.actor.id, reason, expires_at });
  return { token, expires_at };
}
