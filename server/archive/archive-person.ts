import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { openRecords } from '../../shared/ordering/open-records.ts';
import { policy } from '../../shared/policy.ts';
import { auditEach } from '../audit/audit.ts';
import { endLinks } from '../auth/end-links.ts';
import { type BulkResult, changeEach } from '../core/bulk.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, notFound, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { users } from '../db/tables/index.ts';
import { handOverRequests } from '../ordering/hand-over-requests.ts';
import { endAccess } from '../people/end-access.ts';
import { enforceAnotherSuper, lockManagedPeople, lockManagedPerson, type ManagedPerson } from '../people/managed-person.ts';
import { person, personSchema } from '../people/person-queries.ts';
import { manageablePeople } from '../people/scope.ts';
import { openRecordsOf } from './open-records.ts';

export const archivedPerson = personSchema.extend({ open: openRecords });
type ArchivedPerson = z.infer<typeof archivedPerson>;

/** Archives or deletes people: their access ends at once, and their orders, drafts and returns remain. */
async function endEverything(ctx: Ctx, leavers: readonly ManagedPerson[], { is_deleted_by_super }: { is_deleted_by_super: boolean }): Promise<void> {
  if (!leavers.length) return;
  const { db, now } = ctx;
  // A loop is cheap, because the check reads the database only if the leaver is a super user.
  for (const leaver of leavers) await enforceAnotherSuper(ctx, leaver);
  await db
    .update(users)
    .set({ deleted_at: sql`coalesce(${users.deleted_at}, ${now})`, is_deleted_by_super, version: sql`${users.version} + 1` })
    .where(among(users.id, idList(leavers.map(({ id }) => id))));
  await auditEach(
    ctx,
    is_deleted_by_super ? 'employee.deleted' : 'employee.archived',
    leavers.map(({ id, email, deleted_at }) => ({
      on: { type: 'user', id },
      before: { email, deleted_at },
      after: { deleted_at: deleted_at ?? now },
    })),
  );
  const active = leavers.filter(({ deleted_at }) => deleted_at === null);
  const ids = active.map(({ id }) => id);
  await endLinks(db, ids, now);
  await endAccess(ctx, ids);
  await handOverRequests(ctx, active);
}

const enforceArchivable = ({ actor }: Ctx, leaver: ManagedPerson): void =>
  authorize(policy.edit_person(actor, leaver), leaver.id === actor.id ? messages.archives_self : undefined);

/**
 * Archive people of one client company and return their ids. People who are archived already, or who have moved to another company meanwhile, are
 * left out.
 */
export async function archiveAll(ctx: Ctx, account_id: number, ids: readonly number[]): Promise<Set<number>> {
  const leavers = await lockManagedPeople(ctx, account_id, ids);
  for (const leaver of leavers) enforceArchivable(ctx, leaver);
  const active = leavers.filter(({ deleted_at }) => deleted_at === null);
  await endEverything(ctx, active, { is_deleted_by_super: false });
  return new Set(active.map(({ id }) => id));
}

/**
 * Archive people of one client company and return the result for each. Somebody who may not be archived gets the refusal as their result; somebody
 * who is archived already stays archived.
 */
export async function archivePeople(ctx: Ctx, account_id: number, ids: readonly number[]): Promise<BulkResult[]> {
  const leavers = new Map((await lockManagedPeople(ctx, account_id, ids)).map((leaver) => [leaver.id, leaver]));
  const active: ManagedPerson[] = [];
  const results = await changeEach(ctx, ids, async (id) => {
    const leaver = requireFound(leavers.get(id));
    enforceArchivable(ctx, leaver);
    if (leaver.deleted_at !== null) return messages.bulk.archived_already;
    active.push(leaver);
    return messages.bulk.archived;
  });
  await endEverything(ctx, active, { is_deleted_by_super: false });
  return results;
}

/**
 * Archive a person. At once their sessions and links end, their email address becomes free, and requests that only they could approve go to others.
 * The answer names the records that are not finished. 409 `last_super` for the last super user.
 */
export async function archivePerson(ctx: Ctx, id: number): Promise<ArchivedPerson> {
  const leaver = await lockManagedPerson(ctx, id);
  enforceArchivable(ctx, leaver);
  if (leaver.deleted_at === null) await endEverything(ctx, [leaver], { is_deleted_by_super: false });
  return { ...(await person(ctx, id, manageablePeople(ctx.actor))), open: await openRecordsOf(ctx, id) };
}

/**
 * Delete a person. A deleted person is like an archived one, but only a super can restore them. `account_id` is the company that the URL names, or
 * null if the URL names one of the provider's own people.
 */
export async function deletePerson(ctx: Ctx, id: number, account_id?: number | null): Promise<ArchivedPerson> {
  const leaver = await lockManagedPerson(ctx, id);
  if (account_id !== undefined && leaver.account_id !== account_id) throw notFound();
  authorize(policy.delete_person(ctx.actor, leaver), id === ctx.actor.id ? messages.archives_self : undefined);
  if (leaver.deleted_at === null || !leaver.is_deleted_by_super) await endEverything(ctx, [leaver], { is_deleted_by_super: true });
  return { ...(await person(ctx, id, manageablePeople(ctx.actor))), open: await openRecordsOf(ctx, id) };
}
