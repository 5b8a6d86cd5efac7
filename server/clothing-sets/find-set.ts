import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { notFound } from '../core/problem.ts';
import { clothingSets } from '../db/tables/index.ts';
import { visibleSets } from './scope.ts';

/** Throw 404 unless the caller may see the clothing set and, if a company is passed, the set is that company's. */
export async function enforceSet({ db, actor }: Pick<Ctx, 'db' | 'actor'>, id: number, account_id?: number): Promise<void> {
  const ofCompany = account_id === undefined ? undefined : eq(clothingSets.account_id, account_id);
  const [set] = await db
    .select({ id: clothingSets.id })
    .from(clothingSets)
    .where(and(eq(clothingSets.id, id), ofCompany, visibleSets(actor)));
  if (!set) throw notFound();
}
