import { and, eq, isNull, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { type NewPerson, needsEmail, type PersonChange } from '../../shared/people/person-input.ts';
import { policy } from '../../shared/policy.ts';
import type { Role } from '../../shared/roles.ts';
import { audit } from '../audit/audit.ts';
import { setEmail } from '../auth/change-email.ts';
import { endLinks } from '../auth/end-links.ts';
import { endSessions } from '../auth/end-sessions.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { authorize, invalid, notFound } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { lockRows } from '../db/lock.ts';
import { accounts, sessions, users } from '../db/tables/index.ts';
import { announceSessions } from '../sessions/announce-sessions.ts';
import { enforceFreeNumber, refuseTakenNumber } from './enforce-number.ts';
import { enforceInvitable, invite, isArchivedAccount } from './invite.ts';
import { columnsIn, enforceDays, enforceName, enforceSites, hashFor, recorded, rolesAndSets, setsIn } from './person-fields.ts';
import { type Links, setLinks } from './person-links.ts';
import { type Person, person } from './person-queries.ts';

const linksIn = (change: PersonChange): Links => ({ sites: change.sites, employee_roles: change.employee_roles, clothing_sets: setsIn(change) });

const clientFieldsIn = ({ can_view_restricted_products, is_supervised_orderer, allowance_percent, deduction_consent_on }: PersonChange) => ({
  ...(can_view_restricted_products !== undefined && { can_view_restricted_products }),
  ...(is_supervised_orderer !== undefined && { is_supervised_orderer }),
  ...(allowance_percent !== undefined && { allowance_percent }),
  ...(deduction_consent_on !== undefined && { deduction_consent_on }),
});

/** The hash of a password that the caller has typed for somebody; null if none was typed. 422 on `password` if the password is easy to guess. */
export async function hashTypedPassword(ctx: Ctx, { password, ...change }: PersonChange, id?: number): Promise<string | null> {
  if (password === undefined) return null;
  const owner = id === undefined ? null : await person(ctx, id);
  authorize(owner ? owner.can.edit : policy.edit_people(ctx.actor));
  return hashFor(owner, password, change);
}

/** The company to which the caller adds a person: the caller's own company or, for the office, `account_id`. */
async function companyOf({ db, actor }: Ctx, account_id: number | undefined): Promise<number> {
  authorize(account_id === undefined ? policy.edit_people(actor) && actor.account_id !== null : policy.use_office(actor));
  const [account] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, account_id ?? actor.account_id ?? 0), isNull(accounts.deleted_at)));
  if (!account) throw notFound();
  return account.id;
}

/** Refuses a role above the caller’s, a change of `is_supervised_orderer` by a caller who may not decide it, and an empty list of sites. */
function enforceGivable(
  { actor }: Ctx,
  role: Role,
  before: Pick<Person, 'primary_role' | 'is_supervised_orderer'> | null,
  change: PersonChange,
): void {
  if (role !== before?.primary_role && !policy.give_role(actor, role)) throw invalid({ roles: messages.role_above_own });
  const { is_supervised_orderer = false } = before ?? {};
  if ((change.is_supervised_orderer ?? is_supervised_orderer) !== is_supervised_orderer && !policy.supervise_orderers(actor))
    throw invalid({ is_supervised_orderer: messages.not_allowed });
  if (change.sites) enforceSites(actor, role, change.sites);
}

/** Add a person to the caller’s company, or to the one that the office names, and invite them if requested. */
export async function createPerson(ctx: Ctx, input: NewPerson, password_hash: string | null, account_id?: number): Promise<Person> {
  const company = await companyOf(ctx, account_id);
  const role = input.roles[0] as Role;
  enforceGivable(ctx, role, null, { ...input, sites: input.sites ?? [] });
  const { forenames, surname, email = null } = input;
  const values = { ...columnsIn(input), ...clientFieldsIn(input), forenames, surname, email, role, account_id: company, password_hash };
  await enforceFreeNumber(ctx, values, values.employee_number);
  const [created] = await ctx.db
    .insert(users)
    .values({ ...values, created_at: ctx.now })
    .onConflictDoNothing()
    .returning({ id: users.id });
  // Somebody may have taken the number at the same moment.
  if (!created) await enforceFreeNumber(ctx, values, values.employee_number);
  if (!created) throw invalid({ email: messages.email_taken });
  const { id } = created;
  await setLinks(ctx, { id, account_id: company, sites: [], employee_roles: [], clothing_sets: [] }, linksIn(input));
  const after = await person(ctx, id);
  await audit(ctx, 'employee.created', { type: 'user', id }, null, recorded(after));
  await emit(ctx, 'employees.created', { account_id: company, employee_ids: [id] });
  if (!input.invite) return after;
  await invite(ctx, after);
  return person(ctx, id);
}

/** Change a person; fields that are not sent stay. 409 if the caller has read an older version. */
export async function changePerson(ctx: Ctx, id: number, change: PersonChange, password_hash: string | null, account_id?: number): Promise<Person> {
  const { db, actor, now, services } = ctx;
  if (account_id !== undefined) authorize(policy.use_office(actor));
  // A concurrent change of the same person waits for this lock, so the person's present data is read only once the lock is held.
  await lockRows(db.select({ id: users.id }).from(users).where(eq(users.id, id)));
  const before = await person(ctx, id);
  const company = before.account_id;
  if (company === null || (account_id !== undefined && company !== account_id)) throw notFound();
  const { version, employee_roles, clothing_sets, selectedClothingSets, ...fields } = change;
  const hasFields = Object.values(fields).some((value) => value !== undefined);
  authorize(hasFields ? before.can.edit : policy.change_roles_and_sets_of(actor, before));
  await enforceVersion(ctx, version, before, () => before);

  const role = change.roles?.[0] ?? before.primary_role;
  enforceGivable(ctx, role, before, change);
  enforceDays(before, change);
  enforceName(before, change);
  const email = change.email === undefined ? before.email : change.email;
  if (hasFields && (change.invite ? !email : needsEmail(role, email))) throw invalid({ email: messages.email_needed });
  if (email !== before.email && email !== null) await setEmail(ctx, services.settings, { ...before, account_id: company }, email);

  if (change.employee_number !== before.employee_number) await enforceFreeNumber(ctx, { id, account_id: company }, change.employee_number);

  const links = linksIn(change);
  await setLinks(ctx, { ...before, account_id: company }, links);
  await db
    .update(users)
    .set({
      ...columnsIn(change),
      ...clientFieldsIn(change),
      ...(email === null && { email }),
      ...(password_hash && { password_hash }),
      role,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, id))
    .catch(refuseTakenNumber);
  if (email === null) await endLinks(db, id, now);
  if (password_hash) {
    await endLinks(db, id, now);
    await endSessions(ctx, eq(sessions.user_id, id));
  }
  if (role !== before.primary_role) await announceSessions(db);
  if (change.leaves_on && change.leaves_on !== before.leaves_on) await emit(ctx, 'employee.leaving', { employee_ids: [id] });
  if (change.started_on && change.started_on !== before.started_on)
    await emit(ctx, 'employee.start_moved', [{ employee_id: id, started_on: before.started_on }]);
  const after = await person(ctx, id);
  if (links.employee_roles || links.clothing_sets)
    await audit(ctx, 'employee.roles_and_sets_changed', { type: 'user', id }, rolesAndSets(before), rolesAndSets(after));
  if (hasFields)
    await audit(ctx, 'employee.changed', { type: 'user', id }, recorded(before), { ...recorded(after), has_new_password: !!password_hash });
  if (!change.invite) return after;
  enforceInvitable(after, await isArchivedAccount(ctx, company));
  await invite(ctx, after);
  return person(ctx, id);
}
