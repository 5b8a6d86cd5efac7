import { and, eq, isNull } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { accounts, users } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { authorize, found } from '../http/problem.ts';
import { openSession } from './login.ts';

/** Open a session as somebody else, never as a super; both people are named in all that is done in it. */
export async function impersonate(ctx: Ctx, user_id: number): Promise<{ token: string; expires_at: string }> {
  authorize(policy.use_office(ctx.actor));
  const [user] = await ctx.db
    .select({ id: users.id, role: users.role })
    .from(users)
    .leftJoin(accounts, eq(accounts.id, users.account_id))
    .where(and(eq(users.id, user_id), isNull(users.deleted_at), eq(users.is_disabled, false), isNull(accounts.deleted_at)));
  const other = found(user);
  authorize(policy.impersonate(ctx.actor, other));
  await audit(ctx, 'user.impersonated', { type: 'user', id: other.id });
  const { token, expires_at } = await openSession(ctx.db, other, new Date(ctx.now), { impersonator_id: ctx.actor.id });
  return { token, expires_at };
}
