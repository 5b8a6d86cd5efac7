import { eq, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { NewUser, UserChange } from '../../shared/people/person-input.ts';
import { policy } from '../../shared/policy.ts';
import type { Role } from '../../shared/roles.ts';
import { audit } from '../audit/audit.ts';
import { setEmail } from '../auth/change-email.ts';
import { endLinks } from '../auth/end-links.ts';
import { endSessions } from '../auth/end-sessions.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { sessions, users } from '../db/tables/index.ts';
import { announceSessions } from '../sessions/announce-sessions.ts';
import { endAccess } from './end-access.ts';
import { enforceFreeNumber } from './enforce-number.ts';
import { invite } from './invite.ts';
import { enforceAnotherSuper, lockManagedPerson } from './managed-person.ts';
import { columnsIn, enforceDays, enforceName, hashFor, recorded, setsIn } from './person-fields.ts';
import { setLinks } from './person-links.ts';
import { type Person, userOf } from './person-queries.ts';

/** The hash of a password that a super has typed for one of the provider's people; null if no password was typed. */
export async function hashUserPassword(ctx: Ctx, { password, ...change }: UserChange, id?: number): Promise<string | null> {
  if (password === undefined) return null;
  authorize(policy.use_office(ctx.actor));
  const owner = id === undefined ? null : await userOf(ctx, id);
  authorize(owner?.can.edit ?? true);
  return hashFor(owner, password, change);
}

/** The clothing sets that somebody is to have; only an embroiderer has any. */
function setsFor(role: Role, change: UserChange): readonly number[] | undefined {
  const sets = setsIn(change);
  if (role === 'embroiderer') return sets;
  if (sets?.length) throw invalid({ clothing_sets: messages.embroiderer_has_sets });
  return [];
}

/** Add one of the provider's own people, and invite them if requested. */
export async function createUser(ctx: Ctx, input: NewUser, password_hash: string | null): Promise<Person> {
  authorize(policy.use_office(ctx.actor));
  const role = input.roles[0] as Role;
  const clothing_sets = setsFor(role, input);
  const { forenames, surname, email } = input;
  await enforceFreeNumber(ctx, { account_id: null }, input.employee_number);
  const [created] = await ctx.db
    .insert(users)
    .values({ ...columnsIn(input), forenames, surname, email, role, password_hash, created_at: ctx.now })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (!created) throw invalid({ email: messages.email_taken });
  const { id } = created;
  await setLinks(ctx, { id, account_id: null, sites: [], employee_roles: [], clothing_sets: [] }, { clothing_sets });
  const after = await userOf(ctx, id);
  await audit(ctx, 'employee.created', { type: 'user', id }, null, recorded(after));
  if (!input.invite) return after;
  await invite(ctx, after);
  return userOf(ctx, id);
}

/**
 * Change one of the provider's own people, or disable them: a disabled person cannot sign in, and their sessions end at once.
 * 409 `last_super` if nobody who can use the office would be left. Callers change their own record in the profile instead.
 */
export async function changeUser(ctx: Ctx, id: number, change: UserChange, password_hash: string | null): Promise<Person> {
  const { db, now, services } = ctx;
  authorize(policy.use_office(ctx.actor));
  // This also locks everybody who can use the office: two concurrent changes must leave at least one of these people.
  const managed = await lockManagedPerson(ctx, id);
  const before = await userOf(ctx, id);
  authorize(before.can.edit);
  await enforceVersion(ctx, change.version, before, () => before);
  const role = change.roles?.[0] ?? before.primary_role;
  const is_disabled = change.is_disabled ?? before.is_disabled;
  if (role !== 'super' || is_disabled) await enforceAnotherSuper(ctx, managed);
  enforceDays(before, change);
  enforceName(before, change);
  const { email = before.email } = change;
  if (email !== before.email && email !== null) await setEmail(ctx, services.settings, before, email);
  await enforceFreeNumber(ctx, { id, account_id: null }, change.employee_number);
  await setLinks(ctx, { ...before, account_id: null }, { clothing_sets: setsFor(role, change) });
  await db
    .update(users)
    .set({ ...columnsIn(change), ...(password_hash && { password_hash }), role, is_disabled, version: sql`${users.version} + 1` })
    .where(eq(users.id, id));
  const isDisabledNow = is_disabled && !before.is_disabled;
  if (password_hash || isDisabledNow) await endLinks(db, id, now);
  if (isDisabledNow) await endAccess(ctx, [id]);
  else if (password_hash) await endSessions(ctx, eq(sessions.user_id, id));
  if (role !== before.primary_role) {
    // Only a super may act as somebody else, so the person's impersonations end.
    await endSessions(ctx, eq(sessions.impersonator_id, id));
    await announceSessions(db);
  }
  const after = await userOf(ctx, id);
  await audit(ctx, 'employee.changed', { type: 'user', id }, recorded(before), { ...recorded(after), has_new_password: !!password_hash });
  if (!change.invite) return after;
  await invite(ctx, after);
  return userOf(ctx, id);
}
