import { and, asc, eq, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { jsonRows } from '../db/json-rows.ts';
import { lockRows } from '../db/lock.ts';
import { budgetLocks, employeeRoles, orderLines } from '../db/tables/index.ts';

/** One person's budget in one role. */
export interface Pair {
  employee_id: number;
  employee_role_id: number;
}

/** The budgets to which orders are charged. */
export const chargedPairs = async (ctx: Pick<Ctx, 'db'>, order_ids: readonly number[]): Promise<Pair[]> =>
  ctx.db
    .selectDistinct({ employee_id: orderLines.employee_id, employee_role_id: employeeRoles.id })
    .from(orderLines)
    .innerJoin(employeeRoles, eq(employeeRoles.id, orderLines.employee_role_id))
    .where(and(among(orderLines.order_id, idList(order_ids)), eq(employeeRoles.is_budgeted, true)))
    .orderBy(asc(orderLines.employee_id), asc(employeeRoles.id));

/** Lock these budgets in a fixed sequence until the unit of work ends, so that two orders for one budget are judged one after the other. */
export async function lockBudgets(ctx: Pick<Ctx, 'db'>, pairs: readonly Pair[]): Promise<void> {
  if (!pairs.length) return;
  const rows = pairs.map(({ employee_id, employee_role_id }) => ({ user_id: employee_id, employee_role_id }));
  await ctx.db.insert(budgetLocks).values(rows).onConflictDoNothing();
  await lockRows(
    ctx.db
      .select({ user_id: budgetLocks.user_id })
      .from(budgetLocks)
      .where(
        sql`(${budgetLocks.user_id}, ${budgetLocks.employee_role_id}) in (
          select cast(value ->> 0 as bigint), cast(value ->> 1 as bigint) from ${jsonRows(rows.map((pair) => [pair.user_id, pair.employee_role_id]))})`,
      )
      .orderBy(asc(budgetLocks.user_id), asc(budgetLocks.employee_role_id)),
  );
}

/** True if each of `pairs` is among `lockedPairs`, the locked budgets. */
export const areHeld = (lockedPairs: readonly Pair[], pairs: readonly Pair[]): boolean => {
  const heldKeys = new Set(lockedPairs.map(({ employee_id, employee_role_id }) => `${employee_id}/${employee_role_id}`));
  return pairs.every(({ employee_id, employee_role_id }) => heldKeys.has(`${employee_id}/${employee_role_id}`));
};
