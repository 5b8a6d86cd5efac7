import { and, asc, eq } from 'drizzle-orm';
import { budgetArithmetic, judgeBudgets } from '../../shared/budgets/spend.ts';
import { messages } from '../../shared/messages.ts';
import { audit } from '../audit/audit.ts';
import { budgetsOfOrders } from '../budgets/budgets-of-order.ts';
import { lockBudgets } from '../budgets/lock-budgets.ts';
import { among, idList } from '../db/among.ts';
import { employeeRoles, orderLines, orders } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { conflict, invalid } from '../http/problem.ts';
import type { StoredLine } from './lines-queries.ts';
import type { PlannedLine } from './plan.ts';

interface Pair {
  employee_id: number;
  employee_role_id: number;
}

const chargedBy = (ctx: Pick<Ctx, 'db'>, order_ids: readonly number[]): Promise<Pair[]> =>
  ctx.db
    .selectDistinct({ employee_id: orderLines.employee_id, employee_role_id: employeeRoles.id })
    .from(orderLines)
    .innerJoin(employeeRoles, eq(employeeRoles.id, orderLines.employee_role_id))
    .where(and(among(orderLines.order_id, idList(order_ids)), eq(employeeRoles.is_budgeted, true)))
    .orderBy(asc(orderLines.employee_id), asc(employeeRoles.id));

/** Hold the budgets that the orders of these lines are charged to; before stock and orders are held. Answers whose they are. */
export async function lockBudgetsOf(ctx: Pick<Ctx, 'db'>, lines: readonly StoredLine[]): Promise<Pair[]> {
  const pairs = await chargedBy(ctx, [...new Set(lines.map(({ order_id }) => order_id))]);
  await lockBudgets(ctx, pairs);
  return pairs;
}

/**
 * Refuse what takes a budget over its value now that lines cost more: orders that did not become dearer are not asked about. Where a budget may
 * be forced, that has to be confirmed, and is written down.
 */
export async function enforceBudgetsAfter(ctx: Ctx, steps: readonly PlannedLine[], locked: readonly Pair[], force: boolean): Promise<void> {
  const dearer = new Map<number, number>();
  for (const { line, unit_price, refused } of steps) {
    if (refused) continue;
    const pieces = line.qty_requested - line.qty_cancelled - line.qty_shipped;
    dearer.set(line.order_id, (dearer.get(line.order_id) ?? 0) + pieces * (unit_price - line.unit_price));
  }
  const ids = [...dearer].flatMap(([id, by]) => (by > 0 ? [id] : []));
  if (!ids.length) return;
  const held = new Set(locked.map(({ employee_id, employee_role_id }) => `${employee_id}/${employee_role_id}`));
  const charged = await chargedBy(ctx, ids);
  if (charged.some(({ employee_id, employee_role_id }) => !held.has(`${employee_id}/${employee_role_id}`)))
    throw conflict('stale_version', messages.stale_version);
  if (!charged.length) return;

  const heads = await ctx.db
    .select({ id: orders.id, requester_id: orders.requester_id, submitted_at: orders.submitted_at, is_sample: orders.is_sample })
    .from(orders)
    .where(among(orders.id, idList(ids)));
  const { verdict, over } = judgeBudgets(await budgetsOfOrders(ctx, heads));
  const arithmetic = over.map(budgetArithmetic);
  if (verdict === 'refused') throw invalid({ budget: [messages.over_budget, ...arithmetic] });
  if (verdict === 'forceable' && !force) throw invalid({ force_over_budget_order: [messages.over_budget, ...arithmetic] });
  if (over.length) await audit(ctx, 'budget.forced', { type: 'order', id: ids[0] ?? null }, null, { orders: ids, over_budget: arithmetic });
}
