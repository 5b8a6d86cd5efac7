import { eq } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { hashPin } from '../../shared/sync/pin.ts';
import type { UserPinInput } from '../../shared/sync/set-pin-input.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { users } from '../db/tables/index.ts';
import { type Person, userOf } from './person-queries.ts';

async function authorizeFor(ctx: Ctx, id: number): Promise<void> {
  const { primary_role: role, is_archived } = await userOf(ctx, id);
  authorize(policy.set_pin_of(ctx.actor, { id, role }) && !is_archived);
}

/** The hash of the PIN that a super gives to somebody on the floor, made before any unit of work begins; null removes the PIN. */
export async function hashUserPin(ctx: Ctx, id: number, { pin }: UserPinInput): Promise<string | null> {
  await authorizeFor(ctx, id);
  return pin === null ? null : hashPin(pin);
}

/** Store the PIN by which somebody on the floor works on shared tablets, or remove it. The tablets get the change with their next pull. */
export async function setUserPin(ctx: Ctx, id: number, pin_hash: string | null): Promise<Person> {
  await authorizeFor(ctx, id);
  await ctx.db.update(users).set({ pin_hash }).where(eq(users.id, id));
  await audit(ctx, pin_hash ? 'pin.set' : 'pin.removed', { type: 'user', id });
  return userOf(ctx, id);
}
