import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { profileFields } from '../../shared/people/profile-input.ts';
import { audit } from '../audit/audit.ts';
import { users } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { enforceVersion, invalid } from '../http/problem.ts';
import { type Profile, profile } from './profile-queries.ts';

export const profileBody = profileFields.partial().extend({ version: z.int().optional() });

/** Change one's own name, address and phone. A role is nobody's own to change. */
export async function changeProfile(ctx: Ctx, { version, ...body }: z.infer<typeof profileBody>): Promise<Profile> {
  const before = await profile(ctx);
  enforceVersion(version, before.version, before);
  if (body.email && body.email !== before.email) {
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
  }
  return profile(ctx);
}
