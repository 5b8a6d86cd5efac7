import { eq, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { ProfileInput } from '../../shared/people/profile-input.ts';
import { audit } from '../audit/audit.ts';
import { requestEmailChange } from '../auth/change-email.ts';
import { provePassword } from '../auth/credentials.ts';
import type { Ctx } from '../core/context.ts';
import { invalid, requireFound } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { users } from '../db/tables/index.ts';
import { enforceName } from './person-fields.ts';
import { type Profile, profile } from './profile-queries.ts';

/** Check the caller's password if the input changes the caller's email address. Returns false if the input does not change the address. */
export async function proveEmailChange(ctx: Ctx, { email, current_password }: ProfileInput, address: string): Promise<boolean> {
  const [user] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, ctx.actor.id));
  if (!email || email === requireFound(user).email) return false;
  if (!current_password) throw invalid({ current_password: messages.password_needed });
  await provePassword(ctx, current_password, address);
  return true;
}

/**
 * Change the caller's own name and phone. Nobody can change their own role. A new email address waits in `pending_email` until the
 * link that is sent to it is opened.
 */
export async function changeProfile(ctx: Ctx, { version, email, ...body }: ProfileInput, isProven: boolean): Promise<Profile> {
  const before = await profile(ctx);
  await enforceVersion(ctx, version, before, () => before);
  if (email !== undefined && email !== before.email) {
    if (!isProven) throw invalid({ current_password: messages.password_needed });
    await requestEmailChange(ctx, { ...before, account_id: ctx.actor.account_id }, email);
  }
  const values: Partial<typeof users.$inferInsert> = {};
  enforceName(before, body);
  if (body.forenames !== undefined) values.forenames = body.forenames;
  if (body.surname !== undefined) values.surname = body.surname;
  if (body.contact_phone !== undefined) values.contact_phone = body.contact_phone || null;
  if (body.sex !== undefined) values.sex = body.sex || null;
  if (Object.keys(values).length) {
    await ctx.db
      .update(users)
      .set({ ...values, version: sql`${users.version} + 1` })
      .where(eq(users.id, before.id));
    await audit(ctx, 'profile.changed', { type: 'user', id: before.id }, before, values);
  }
  return profile(ctx);
}
