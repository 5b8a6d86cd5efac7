import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { budgetArithmetic } from '../../shared/budgets/spend.ts';
import { groupBy } from '../../shared/group-by.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { staleVersion } from '../core/stale-version.ts';
import { among, idList } from '../db/among.ts';
import { employeeRoles, orders, userEmployeeRoles } from '../db/tables/index.ts';
import { mailOverBudget } from '../mail/mail-over-budget.ts';
import { budgetsOfOrders, keyOf, type OrderBudget } from './budgets-of-order.ts';
import { enforceBudgets } from './enforce-budgets.ts';
import { areHeld, chargedPairs, lockBudgets, type Pair } from './lock-budgets.ts';

/** Orders, and the budgets that are locked while those orders are changed. */
export interface HeldBudgets {
  order_ids: readonly number[];
  pairs: readonly Pair[];
}

/**
 * Lock the budgets to which orders are charged, and all budgets of these wearers, until the unit of work ends. Call it before locking stock and
 * orders.
 */
export async function holdBudgets(ctx: Pick<Ctx, 'db'>, order_ids: readonly number[], wearer_ids: readonly number[] = []): Promise<HeldBudgets> {
  const charged = await chargedPairs(ctx, order_ids);
  const may = wearer_ids.length
    ? await ctx.db
        .select({ employee_id: userEmployeeRoles.user_id, employee_role_id: employeeRoles.id })
        .from(userEmployeeRoles)
        .innerJoin(employeeRoles, eq(employeeRoles.id, userEmployeeRoles.employee_role_id))
        .where(and(among(userEmployeeRoles.user_id, idList(wearer_ids)), eq(employeeRoles.is_budgeted, true)))
    : [];
  const pairs = [...charged, ...may].sort((a, b) => a.employee_id - b.employee_id || a.employee_role_id - b.employee_role_id);
  await lockBudgets(ctx, pairs);
  return { order_ids, pairs };
}

/** Those of `order_ids` that are submitted, and what each of these orders charges to budgets at present. */
export async function charges(ctx: Ctx, order_ids: readonly number[]) {
  const submittedOrders = await ctx.db
    .select({
      id: orders.id,
      uuid: orders.uuid,
      account_id: orders.account_id,
      requester_id: orders.requester_id,
      submitted_at: orders.submitted_at,
      is_sample: orders.is_sample,
    })
    .from(orders)
    .where(and(among(orders.id, idList(order_ids)), isNotNull(orders.submitted_at), isNull(orders.cancelled_at)))
    .orderBy(asc(orders.id));
  return { submitted: submittedOrders, budgets: submittedOrders.length ? await budgetsOfOrders(ctx, submittedOrders) : [] };
}

/** What an order charges to a budget that binds it. */
export const binding = ({ is_exempt, this_order }: OrderBudget): number => (is_exempt ? 0 : this_order);

/**
 * Change orders, which the caller has locked with their budgets. The change is refused if a budget is charged more than before and goes over its
 * value. If the budget may be forced, the caller can confirm the change; then the forcing is audited, and the budget's watchers are alerted. Drafts
 * are judged when they are submitted.
 */
export async function changeWithinBudgets<Done>(ctx: Ctx, lockedBudgets: HeldBudgets, force: boolean, change: () => Promise<Done>): Promise<Done> {
  const before = new Map((await charges(ctx, lockedBudgets.order_ids)).budgets.map((budget) => [keyOf(budget), binding(budget)]));
  const result = await change();
  const { submitted: submittedOrders, budgets } = await charges(ctx, lockedBudgets.order_ids);
  const raisedBudgets = budgets.filter((budget) => binding(budget) > (before.get(keyOf(budget)) ?? 0));
  if (!areHeld(lockedBudgets.pairs, raisedBudgets)) throw staleVersion();

  const forced = groupBy(enforceBudgets(raisedBudgets, force), ({ order_id }) => order_id);
  if (!forced.size) return result;
  await ctx.db
    .update(orders)
    .set({ force_over_budget_order: true })
    .where(among(orders.id, idList([...forced.keys()])));
  await auditEach(
    ctx,
    'budget.forced',
    [...forced].map(([id, over]) => ({
      on: { type: 'order' as const, id },
      before: null,
      after: { over_budget: over.map(budgetArithmetic) },
    })),
  );
  await mailOverBudget(
    ctx,
    submittedOrders.map((order) => ({ order, over: forced.get(order.id) ?? [] })),
    'changed',
  );
  return result;
}
