import { and, eq, gt, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { roleLabels, roles } from '../../shared/roles.ts';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { personName } from '../db/person-name.ts';
import { emailChanges, totps, users } from '../db/tables/index.ts';

export const profileSchema = z.object({
  id: z.int(),
  name: z.string(),
  forenames: z.string(),
  surname: z.string(),
  email: z.string().nullable(),
  /** The new address to which a link was sent and which is not confirmed yet. */
  pending_email: z.string().nullable(),
  employee_number: z.string().nullable(),
  contact_phone: z.string().nullable(),
  sex: z.string().nullable(),
  primary_role: z.enum(roles),
  primary_role_label: z.string(),
  has_password: z.boolean(),
  /** Whether signing in needs a code. */
  has_totp: z.boolean(),
  version: z.int(),
});
export type Profile = z.infer<typeof profileSchema>;

/** The caller's own profile. */
export async function profile(ctx: Ctx): Promise<Profile> {
  const [row] = await ctx.db
    .select({
      id: users.id,
      name: personName(users).as('name'),
      forenames: users.forenames,
      surname: users.surname,
      email: users.email,
      pending_email: emailChanges.email,
      password_hash: users.password_hash,
      totp_confirmed_at: totps.confirmed_at,
      employee_number: users.employee_number,
      contact_phone: users.contact_phone,
      sex: users.sex,
      primary_role: users.role,
      version: users.version,
    })
    .from(users)
    .leftJoin(emailChanges, and(eq(emailChanges.user_id, users.id), gt(emailChanges.expires_at, ctx.now)))
    .leftJoin(totps, and(eq(totps.user_id, users.id), isNotNull(totps.confirmed_at)))
    .where(eq(users.id, ctx.actor.id));
  const { password_hash, totp_confirmed_at, ...publicProfile } = requireFound(row);
  return {
    ...publicProfile,
    primary_role_label: roleLabels[publicProfile.primary_role],
    has_password: password_hash !== null,
    has_totp: totp_confirmed_at !== null,
  };
}
