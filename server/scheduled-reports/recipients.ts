import { inArray } from 'drizzle-orm';
import { isClientRole } from '../../shared/roles.ts';
import type { Db } from '../db/db.ts';
import { users } from '../db/tables/index.ts';

/**
 * The recipients to whom no report may be mailed, because their address is that of a person who is not active in the office. An address without a
 * person, such as a team's, is allowed.
 */
export async function notInOffice(db: Db, recipients: readonly string[]): Promise<ReadonlySet<string>> {
  const people = await db
    .select({ email: users.email, role: users.role, deleted_at: users.deleted_at, is_disabled: users.is_disabled })
    .from(users)
    .where(inArray(users.email, [...recipients]));
  const active = new Set(people.flatMap((one) => (one.deleted_at || one.is_disabled || isClientRole(one.role) ? [] : (one.email ?? []))));
  return new Set(people.flatMap(({ email }) => (email && !active.has(email) ? email : [])));
}
