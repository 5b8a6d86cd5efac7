import { and, asc, isNotNull } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import { checkWearer } from '../../shared/people/check-wearer.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { Problem } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { personName } from '../db/person-name.ts';
import { users } from '../db/tables/index.ts';

/**
 * Refuses to order anything new for people who have left: 409 `wearer_left`. `fieldOf` names the field of the request that is the person; each person
 * is named there.
 */
export async function enforceWearers({ db, now }: Pick<Ctx, 'db' | 'now'>, ids: readonly number[], fieldOf: (id: number) => string): Promise<void> {
  if (!ids.length) return;
  const leavers = await db
    .select({ id: users.id, name: personName(users).as('name'), leaves_on: users.leaves_on })
    .from(users)
    .where(and(among(users.id, idList([...new Set(ids)])), isNotNull(users.leaves_on)))
    .orderBy(asc(users.id));
  const today = ukDate(now);
  const refused = leavers.flatMap((leaver) => {
    const verdict = checkWearer(leaver, today);
    return verdict.ok ? [] : [{ field: fieldOf(leaver.id), verdict }];
  });
  const [first] = refused;
  if (!first) return;
  const byField = groupBy(refused, ({ field }) => field);
  const errors = Object.fromEntries([...byField].map(([field, of]) => [field, of.map(({ verdict }) => verdict.message)]));
  const problem = new Problem(409, { message: first.verdict.message, code: 'wearer_left', errors });
  problem.refusal = first.verdict;
  throw problem;
}
