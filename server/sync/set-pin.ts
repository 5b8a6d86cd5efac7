import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { hashPin, pin } from '../../shared/sync/pin.ts';
import { audit } from '../audit/audit.ts';
import { checkPassword } from '../auth/password.ts';
import { users } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { authorize, invalid } from '../http/problem.ts';

export const setPinBody = z.object({ pin: pin.nullable(), current_password: z.string().max(200) });

/** Check the password and hash the PIN, before any unit of work begins. */
export async function preparePin(ctx: Ctx, { pin: digits, current_password }: z.infer<typeof setPinBody>): Promise<string | null> {
  authorize(policy.use_floor(ctx.actor));
  const [user] = await ctx.db.select({ password_hash: users.password_hash }).from(users).where(eq(users.id, ctx.actor.id));
  if (!(await checkPassword(user?.password_hash, current_password))) throw invalid({ current_password: messages.password_wrong });
  return digits === null ? null : hashPin(digits);
}

/** Keep the PIN by which somebody chooses themself on a shared tablet; null takes it away. Their tablets learn of it with the next pull. */
export async function setPin(ctx: Ctx, pin_hash: string | null): Promise<{ has_pin: boolean }> {
  authorize(policy.use_floor(ctx.actor));
  await ctx.db.update(users).set({ pin_hash }).where(eq(users.id, ctx.actor.id));
  await audit(ctx, pin_hash ? 'pin.set' : 'pin.removed', { type: 'user', id: ctx.actor.id });
  return { has_pin: pin_hash !== null };
}
