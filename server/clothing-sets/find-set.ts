import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { notFound } from '../core/problem.ts';
import { clothingSets } from '../db/tables/index.ts';
import { visibleSets } from './scope.ts';

/** Go on only with a clothing set that the caller may see, of this company where one is named; otherwise 404. */
export async function enforceSet({ db, actor }: Pick<Ctx, 'db' | 'actor'>, id: number, account_id?: number): Promise<void> {
  const ofCompany = account_id === undefined ? undefined : eq(clothingSets.account_id, account_id);
  const [set] = await db
    .select({ id: clothingSets.id })
    .from(clothingSets)
    .where(and(eq(clothingSets.id, id), ofCompany, visibleSets(actor)));
  if (!set) throw notFound();
}
