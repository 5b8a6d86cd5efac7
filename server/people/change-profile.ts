import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { profileFields } from '../../shared/people/profile-input.ts';
import { audit } from '../audit/audit.ts';
import { provePassword } from '../auth/change-password.ts';
import { users } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { enforceVersion, found, invalid } from '../http/problem.ts';
import { emailChangedLetter } from '../mail/letters/email-changed.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { type Profile, profile } from './profile-queries.ts';

export const profileBody = profileFields.partial().extend({
  version: z.int().optional(),
  /** Needed where the e-mail changes, with which one signs in. */
  current_password: z.string().max(limits.password_max).optional(),
});
type ProfileBody = z.infer<typeof profileBody>;

/** Whether it is proven that whoever changes their e-mail knows their password. */
export async function proveEmailChange(ctx: Ctx, { email, current_password }: ProfileBody, address: string): Promise<boolean> {
  const [user] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, ctx.actor.id));
  if (!email || email === found(user).email) return false;
  if (!current_password) throw invalid({ current_password: messages.password_needed });
  await provePassword(ctx, current_password, address);
  return true;
}

/** Change one's own name, address and phone. A role is nobody's own to change. An e-mail that is given up is told of it. */
export async function changeProfile(ctx: Ctx, { version, ...body }: ProfileBody, isProven: boolean): Promise<Profile> {
  const before = await profile(ctx);
  enforceVersion(version, before.version, before);
  const isMoving = body.email !== undefined && body.email !== before.email;
  if (body.email && isMoving) {
    if (!isProven) throw invalid({ current_password: messages.password_needed });
    const [taken] = await ctx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, body.email), isNull(users.deleted_at), ne(users.id, before.id)));
    if (taken) throw invalid({ email: messages.email_taken });
  }
  const values: Partial<typeof users.$inferInsert> = {};
  if (body.forenames) values.forenames = body.forenames;
  if (body.surname) values.surname = body.surname;
  if (body.email) values.email = body.email;
  if (body.contact_phone !== undefined) values.contact_phone = body.contact_phone || null;
  if (body.sex !== undefined) values.sex = body.sex || null;
  if (Object.keys(values).length) {
    await ctx.db
      .update(users)
      .set({ ...values, version: sql`${users.version} + 1` })
      .where(eq(users.id, before.id));
    await audit(ctx, 'profile.changed', { type: 'user', id: before.id }, before, values);
    if (before.email && body.email && isMoving) {
      const letter = emailChangedLetter({ name: before.forenames, email: body.email, url: `${ctx.services.settings.public_url}/profile` });
      await queueMail(ctx, { ...letter, to: before.email, account_id: ctx.actor.account_id });
    }
  }
  return profile(ctx);
}
