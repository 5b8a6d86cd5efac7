import { eq } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { hashPin } from '../../shared/sync/pin.ts';
import type { SetPinInput } from '../../shared/sync/set-pin-input.ts';
import { audit } from '../audit/audit.ts';
import { provePassword } from '../auth/credentials.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { users } from '../db/tables/index.ts';

/** Check the password and hash the PIN, before any unit of work begins. Wrong passwords count as failed attempts to sign in. */
export async function preparePin(ctx: Ctx, { pin: digits, current_password }: SetPinInput, address: string): Promise<string | null> {
  authorize(policy.use_floor(ctx.actor));
  await provePassword(ctx, current_password, address);
  return digits === null ? null : hashPin(digits);
}

/** Store the PIN with which a person takes over a shared tablet; null removes the PIN. The person's tablets get the change with the next pull. */
export async function setPin(ctx: Ctx, pin_hash: string | null): Promise<{ has_pin: boolean }> {
  authorize(policy.use_floor(ctx.actor));
  await ctx.db.update(users).set({ pin_hash }).where(eq(users.id, ctx.actor.id));
  await audit(ctx, pin_hash ? 'pin.set' : 'pin.removed', { type: 'user', id: ctx.actor.id });
  return { has_pin: pin_hash !== null };
}
