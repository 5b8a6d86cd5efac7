import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { endLinks } from '../auth/end-links.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { isDuplicate, isDuplicateIn } from '../db/faults.ts';
import { users } from '../db/tables/index.ts';
import { endAccess } from '../people/end-access.ts';
import { enforceFreeNumber, numberTaken } from '../people/enforce-number.ts';
import { lockManagedPerson } from '../people/managed-person.ts';
import { type Person, person } from '../people/person-queries.ts';
import { manageablePeople } from '../people/scope.ts';

const emailTaken = () => invalid({ email: messages.email_taken });

/**
 * Restore a person who was archived or deleted. The person signs in again with the old password; sessions and links are not restored. 422 on `email`
 * if somebody else has the person's address now, and on `employee_number` if somebody else has the person's number. Restoring somebody who is not
 * archived changes nothing.
 */
export async function restorePerson(ctx: Ctx, id: number): Promise<Person> {
  const { db, now } = ctx;
  const leaver = await lockManagedPerson(ctx, id);
  authorize(policy.restore_person(ctx.actor, leaver));
  const { email, deleted_at } = leaver;
  if (deleted_at !== null) {
    const hasTheirAddress = and(eq(users.email, email ?? ''), isNull(users.deleted_at), ne(users.id, id));
    if (email !== null && (await db.$count(users, hasTheirAddress))) throw emailTaken();
    await enforceFreeNumber(ctx, leaver, leaver.employee_number);
    // Sign-ins begun and links sent while the person was archived would become valid now, so they are ended.
    await endLinks(db, id, now);
    await endAccess(ctx, [id]);
    await db
      .update(users)
      .set({ deleted_at: null, is_deleted_by_super: false, version: sql`${users.version} + 1` })
      .where(eq(users.id, id))
      .catch((error: unknown) => {
        // Another request took the number or the address at the same moment.
        if (isDuplicateIn(error, 'users_number')) throw numberTaken();
        throw isDuplicate(error) ? emailTaken() : error;
      });
    await audit(ctx, 'employee.restored', { type: 'user', id }, { email, deleted_at }, { deleted_at: null });
  }
  return person(ctx, id, manageablePeople(ctx.actor));
}
