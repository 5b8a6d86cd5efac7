import { and, eq, sql } from 'drizzle-orm';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { type BulkInput, type BulkLinks, changedLinks, type LinkName, linkNames } from '../../shared/people/bulk-input.ts';
import { policy } from '../../shared/policy.ts';
import { archivePeople } from '../archive/archive-person.ts';
import { auditEach } from '../audit/audit.ts';
import { type BulkResult, changeEach, inParts } from '../core/bulk.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { authorize, forbidden, invalid, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { lockRows } from '../db/lock.ts';
import { accounts, users } from '../db/tables/index.ts';
import { matchingPeople } from '../people/employee-queries.ts';
import { enforceInvitable, inviteAll, isArchivedAccount } from '../people/invite.ts';
import { enforceSites, rolesAndSets } from '../people/person-fields.ts';
import { givable, refusalOf, storeLinks } from '../people/person-links.ts';
import { type Person, peopleByIds } from '../people/person-queries.ts';
import { visibleEmployees } from '../people/scope.ts';

/** The number of people whom one unit of work changes: this takes a few milliseconds, during which other requests wait. */
const AT_ONCE = 16;

/** The company whose people are changed: the caller's own, or the one in the office's URL. */
async function companyOf({ db, actor }: Ctx, account_id: number | undefined): Promise<number> {
  authorize(account_id === undefined ? policy.edit_people(actor) && actor.account_id !== null : policy.use_office(actor));
  const [account] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, account_id ?? actor.account_id ?? 0));
  return requireFound(account).id;
}

/** The faults of the sites, roles and sets that a change names, by field. */
async function faultsOf(ctx: Ctx, company: number, { add = {}, remove = {} }: BulkInput): Promise<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const name of linkNames) {
    const named = [...(add[name] ?? []), ...(remove[name] ?? [])];
    if (!named.length) continue;
    const allowed = await givable(ctx, company, name, named);
    for (const [field, links] of Object.entries({ add, remove } as Record<string, BulkLinks>)) {
      const place = (links[name] ?? []).findIndex((id) => !allowed.has(id));
      if (place >= 0) faults[`${field}.${name}.${place}`] = refusalOf(name);
    }
  }
  return faults;
}

/**
 * The ids of the people whom a bulk change is about, divided into units of work. 422 if the change names sites, roles or sets that the caller may
 * not give.
 */
export async function planBulkChange(ctx: Ctx, input: BulkInput, account_id?: number): Promise<number[][]> {
  const company = await companyOf(ctx, account_id);
  const faults = await faultsOf(ctx, company, input);
  if (Object.keys(faults).length) throw invalid(faults);
  let { ids } = input;
  if (!ids) {
    const matching = await matchingPeople(ctx, input.filter ?? {}, company);
    if (matching.is_cut) throw invalid({ filter: messages.too_many_match(limits.bulk_people) });
    ids = idsOf(matching.people);
  }
  return inParts(ids, AT_ONCE);
}

/** Refuses somebody whom the caller may not edit now. */
function enforceEditable(person: Person): void {
  if (person.is_archived) throw forbidden(messages.person_archived);
  authorize(person.can.edit);
}

/** Add and remove sites, roles and sets of one person; returns whether this changed anything. */
async function changeLinks(ctx: Ctx, person: Person, { add, remove }: BulkInput): Promise<boolean> {
  const changes = linkNames.map((name) => ({ name, ...changedLinks(idsOf(person[name]), add?.[name], remove?.[name]) }));
  const changed = changes.filter(({ added, removed }) => added.length || removed.length);
  for (const { name, added, removed, after } of changed) {
    if (name === 'sites') enforceSites(ctx.actor, person.primary_role, after);
    await storeLinks(ctx, person.id, name, { added, removed });
  }
  return changed.length > 0;
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** Record the changes to people, and increment the people's versions. */
async function recordChanges(ctx: Ctx, before: readonly Person[]): Promise<void> {
  if (!before.length) return;
  const ids = idsOf(before);
  await ctx.db
    .update(users)
    .set({ version: sql`${users.version} + 1` })
    .where(among(users.id, idList(ids)));
  const after = new Map((await peopleByIds(ctx, ids)).map((person) => [person.id, person]));
  const pairs = before.map((person) => ({ before: person, after: requireFound(after.get(person.id)), on: { type: 'user', id: person.id } as const }));
  const isOther = (name: LinkName) => (pair: (typeof pairs)[number]) => !sameIds(pair.before[name], pair.after[name]);
  const moved = pairs.filter(isOther('sites'));
  const recharged = pairs.filter(isOther('employee_roles'));
  const dressed = pairs.filter((pair) => isOther('employee_roles')(pair) || isOther('clothing_sets')(pair));
  const siteNames = ({ sites }: Person) => ({ sites: sites.map(({ name }) => name) });
  await auditEach(
    ctx,
    'employee.changed',
    moved.map((pair) => ({ on: pair.on, before: siteNames(pair.before), after: siteNames(pair.after) })),
  );
  await auditEach(
    ctx,
    'employee.roles_and_sets_changed',
    dressed.map((pair) => ({ on: pair.on, before: rolesAndSets(pair.before), after: rolesAndSets(pair.after) })),
  );
  if (recharged.length) await emit(ctx, 'employee.roles_changed', { employee_ids: recharged.map(({ on }) => on.id) });
}

const sameIds = (some: readonly { id: number }[], others: readonly { id: number }[]): boolean =>
  some.length === others.length && some.every(({ id }) => others.some((other) => other.id === id));

/**
 * Change some of the people of a bulk change, each in a savepoint: a person who cannot be changed gets the reason as their result, and the others
 * are still changed. Somebody outside the caller's scope gets the result of an unknown person, without a name.
 */
export async function changePeople(ctx: Ctx, ids: readonly number[], input: BulkInput, account_id?: number): Promise<BulkResult[]> {
  const { db, actor } = ctx;
  const company = await companyOf(ctx, account_id);
  if (input.archive) return archivePeople(ctx, company, ids);

  const isHere = and(visibleEmployees(actor, { with_archived: true }), eq(users.account_id, company)) ?? sql`1 = 0`;
  await lockRows(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(among(users.id, idList(ids)), isHere))
      .orderBy(users.id),
  );
  const people = new Map((await peopleByIds(ctx, ids, isHere)).map((person) => [person.id, person]));
  // The caller may have lost the right to these sites, roles and sets since the request was checked.
  const [fault] = Object.values(await faultsOf(ctx, company, input));
  const isArchived = input.invite === true && (await isArchivedAccount(ctx, company));
  const changed: Person[] = [];
  const invited: Person[] = [];
  const results = await changeEach(ctx, ids, async (id) => {
    const person = requireFound(people.get(id));
    enforceEditable(person);
    if (fault) throw forbidden(fault);
    if (input.invite) enforceInvitable(person, isArchived);
    const hasChanged = await changeLinks(ctx, person, input);
    if (hasChanged) changed.push(person);
    if (!input.invite) return hasChanged ? messages.bulk.changed : messages.bulk.nothing;
    invited.push(person);
    return hasChanged ? messages.bulk.changed_and_invited : messages.bulk.invited;
  });
  await recordChanges(ctx, changed);
  await inviteAll(ctx, invited);
  return results;
}
