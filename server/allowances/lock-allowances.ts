import { asc, eq } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { lockRows } from '../db/lock.ts';
import { allowanceLocks, orderLines } from '../db/tables/index.ts';

/** The wearers of an order's lines, in the sequence of their ids. */
export const wearersOf = async ({ db }: Pick<Ctx, 'db'>, order_id: number): Promise<number[]> =>
  (
    await db
      .selectDistinct({ id: orderLines.employee_id })
      .from(orderLines)
      .where(eq(orderLines.order_id, order_id))
      .orderBy(asc(orderLines.employee_id))
  ).map(({ id }) => id);

/**
 * Lock the allowances of people until the unit of work ends, so that two orders for one person are judged one after the other. Call it after locking
 * budgets, and before locking stock and orders.
 */
export async function lockAllowances({ db }: Pick<Ctx, 'db'>, user_ids: readonly number[]): Promise<void> {
  if (!user_ids.length) return;
  const ids = [...user_ids].sort((a, b) => a - b);
  await db
    .insert(allowanceLocks)
    .values(ids.map((user_id) => ({ user_id })))
    .onConflictDoNothing();
  await lockRows(
    db
      .select({ user_id: allowanceLocks.user_id })
      .from(allowanceLocks)
      .where(among(allowanceLocks.user_id, idList(ids)))
      .orderBy(asc(allowanceLocks.user_id)),
  );
}
