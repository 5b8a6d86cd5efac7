import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { users } from '../db/tables/index.ts';

/** The one person who wears all items of these lines of a return and has an email address; null if there is no such person. */
export async function labelWearer(
  { db }: Pick<Ctx, 'db'>,
  lines: readonly { line: { employee: { id: number } } }[],
): Promise<{ forenames: string; email: string } | null> {
  const ids = new Set(lines.map(({ line }) => line.employee.id));
  const [id] = ids;
  if (id === undefined || ids.size > 1) return null;
  const [person] = await db
    .select({ forenames: users.forenames, email: users.email })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deleted_at)));
  return person?.email ? { forenames: person.forenames, email: person.email } : null;
}
