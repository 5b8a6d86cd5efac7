import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { openRecords } from '../../shared/ordering/open-records.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { endLinks } from '../auth/end-links.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, notFound } from '../core/problem.ts';
import { users } from '../db/tables/index.ts';
import { handOverRequests } from '../ordering/hand-over-requests.ts';
import { endAccess } from '../people/end-access.ts';
import { enforceAnotherSuper, lockManagedPerson, type ManagedPerson } from '../people/managed-person.ts';
import { person, personSchema } from '../people/person-queries.ts';
import { manageablePeople } from '../people/scope.ts';
import { openRecordsOf } from './open-records.ts';

export const archivedPerson = personSchema.extend({ open: openRecords });
type ArchivedPerson = z.infer<typeof archivedPerson>;

/** Somebody who is archived can no longer do anything; their orders, drafts and returns stay. */
async function endEverything(ctx: Ctx, leaver: ManagedPerson, { is_deleted_by_super }: { is_deleted_by_super: boolean }): Promise<void> {
  const { db, now } = ctx;
  const { id, email } = leaver;
  await enforceAnotherSuper(ctx, leaver);
  const deleted_at = leaver.deleted_at ?? now;
  await db
    .update(users)
    .set({ deleted_at, is_deleted_by_super, version: sql`${users.version} + 1` })
    .where(eq(users.id, id));
  await audit(
    ctx,
    is_deleted_by_super ? 'employee.deleted' : 'employee.archived',
    { type: 'user', id },
    { email, deleted_at: leaver.deleted_at },
    { deleted_at },
  );
  if (leaver.deleted_at !== null) return;
  await endLinks(db, id, now);
  await endAccess(ctx, [id]);
  await handOverRequests(ctx, leaver);
}

/** Archive one person in a unit of work that may change several, and say whether they were not archived yet: otherwise they stay as they are. */
export async function archiveOne(ctx: Ctx, id: number): Promise<boolean> {
  const leaver = await lockManagedPerson(ctx, id);
  authorize(policy.edit_person(ctx.actor, leaver), id === ctx.actor.id ? messages.archives_self : undefined);
  const isActive = leaver.deleted_at === null;
  if (isActive) await endEverything(ctx, leaver, { is_deleted_by_super: false });
  return isActive;
}

/**
 * Archive a person: at once their sessions and links end and their email address is free, and requests that only they could approve
 * go to others. The answer names what is not finished. 409 `last_super` for the last one.
 */
export async function archivePerson(ctx: Ctx, id: number): Promise<ArchivedPerson> {
  await archiveOne(ctx, id);
  return { ...(await person(ctx, id, manageablePeople(ctx.actor))), open: await openRecordsOf(ctx, id) };
}

/**
 * Delete a person: the same, but only a super can restore them. `account_id` is the company that the address names, null where it
 * names the provider.
 */
export async function deletePerson(ctx: Ctx, id: number, account_id?: number | null): Promise<ArchivedPerson> {
  const leaver = await lockManagedPerson(ctx, id);
  if (account_id !== undefined && leaver.account_id !== account_id) throw notFound();
  authorize(policy.delete_person(ctx.actor, leaver), id === ctx.actor.id ? messages.archives_self : undefined);
  if (leaver.deleted_at === null || !leaver.is_deleted_by_super) await endEverything(ctx, leaver, { is_deleted_by_super: true });
  return { ...(await person(ctx, id, manageablePeople(ctx.actor))), open: await openRecordsOf(ctx, id) };
}
