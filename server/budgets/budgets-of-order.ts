import { and, eq, gte, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type BudgetPeriod, budgetPeriod } from '../../shared/budgets/period.ts';
import { type BudgetSpend, overBudget } from '../../shared/budgets/spend.ts';
import { prepared } from '../db/db.ts';
import { accounts, employeeRoles, orderEmployees, orderLines, orders, returnLines, returns, userEmployeeRoles, users } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { personName } from '../people/person-name.ts';

export const budgetSchema = z.object({
  employee_id: z.int(),
  employee_name: z.string(),
  id: z.int().describe('The employee role'),
  name: z.string(),
  budget_value: z.int().nullable().describe('Pence a period; null is unlimited'),
  total_spent: z.int().describe('Pence in other submitted orders of the period, less approved returns'),
  this_order: z.int(),
  over_by: z.int(),
  is_budget_forceable: z.boolean(),
  self_ordering: z.boolean().describe('The wearer orders for themself'),
  is_binding: z.boolean(),
  period: z.object({ starts_on: z.string(), ends_on: z.string() }).nullable(),
});
export type BudgetView = z.infer<typeof budgetSchema>;

export interface OrderBudget extends BudgetSpend {
  budget_forced_alert_email: string | null;
  self_ordering: boolean;
  period: BudgetPeriod | null;
}

/** What an order charges to whose budget; roles without a budget are left out. */
const chargesOfOrder = prepared('charges_of_order', (db) =>
  db
    .select({
      employee_id: orderLines.employee_id,
      employee_name: personName(users).as('employee_name'),
      employee_role_id: employeeRoles.id,
      name: employeeRoles.name,
      budget_value: employeeRoles.budget_value,
      is_budget_forceable: employeeRoles.is_budget_forceable,
      budget_forced_alert_email: employeeRoles.budget_forced_alert_email,
      budget_start_date: employeeRoles.budget_start_date,
      budget_duration: employeeRoles.budget_duration,
      amount: sql<number>`sum((${orderLines.qty_requested} - ${orderLines.qty_cancelled}) * ${orderLines.unit_price})`.mapWith(Number).as('amount'),
    })
    .from(orderLines)
    .innerJoin(employeeRoles, eq(employeeRoles.id, orderLines.employee_role_id))
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .where(and(eq(orderLines.order_id, sql.placeholder('order_id')), sql`${employeeRoles.is_budgeted}`, isNull(employeeRoles.deleted_at)))
    .groupBy(orderLines.employee_id, employeeRoles.id, users.id)
    .orderBy(orderLines.employee_id, employeeRoles.id),
);

export interface ChargedOrder {
  id: number;
  account_id: number;
  requester_id: number;
  submitted_at: string | null;
  is_sample: boolean;
}

interface Pair {
  employee_id: number;
  employee_role_id: number;
  period: BudgetPeriod | null;
}

const keyOf = (pair: { employee_id: number; employee_role_id: number | null }): string => `${pair.employee_id}/${pair.employee_role_id}`;

/** Pence spent by person and role, each in its own period, in other submitted orders less approved returns. */
async function spentIn(ctx: Pick<Ctx, 'db'>, pairs: readonly Pair[], but_order_id: number): Promise<Map<string, number>> {
  const conditions = pairs.flatMap(({ employee_id, employee_role_id, period }): (SQL | undefined)[] =>
    period
      ? [
          and(
            eq(orderLines.employee_id, employee_id),
            eq(orderLines.employee_role_id, employee_role_id),
            gte(orders.submitted_at, period.starts_at),
            lt(orders.submitted_at, period.ends_at),
          ),
        ]
      : [],
  );
  if (!conditions.length) return new Map();
  const charged = and(
    or(...conditions),
    isNull(orders.cancelled_at),
    isNull(orders.deleted_at),
    eq(orders.is_sample, false),
    ne(orders.id, but_order_id),
  );
  const ordered = await ctx.db
    .select({
      employee_id: orderLines.employee_id,
      employee_role_id: orderLines.employee_role_id,
      amount: sql<number>`sum((${orderLines.qty_requested} - ${orderLines.qty_cancelled}) * ${orderLines.unit_price})`.mapWith(Number),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .where(charged)
    .groupBy(orderLines.employee_id, orderLines.employee_role_id);
  const returned = await ctx.db
    .select({
      employee_id: orderLines.employee_id,
      employee_role_id: orderLines.employee_role_id,
      amount: sql<number>`sum(${returnLines.qty_approved} * ${orderLines.unit_price})`.mapWith(Number),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .innerJoin(returnLines, eq(returnLines.order_line_id, orderLines.id))
    .innerJoin(returns, eq(returns.id, returnLines.return_id))
    .where(and(charged, isNotNull(returns.finalised_at)))
    .groupBy(orderLines.employee_id, orderLines.employee_role_id);
  const spent = new Map(ordered.map((row) => [keyOf(row), row.amount]));
  for (const row of returned) spent.set(keyOf(row), (spent.get(keyOf(row)) ?? 0) - row.amount);
  return spent;
}

/** The budgets that the wearers of an order have, whether anything is charged to them yet or not. */
const heldByWearers = prepared('budgets_of_wearers', (db) =>
  db
    .select({
      employee_id: users.id,
      employee_name: personName(users).as('employee_name'),
      employee_role_id: employeeRoles.id,
      name: employeeRoles.name,
      budget_value: employeeRoles.budget_value,
      is_budget_forceable: employeeRoles.is_budget_forceable,
      budget_forced_alert_email: employeeRoles.budget_forced_alert_email,
      budget_start_date: employeeRoles.budget_start_date,
      budget_duration: employeeRoles.budget_duration,
      amount: sql<number>`0`.mapWith(Number).as('amount'),
    })
    .from(orderEmployees)
    .innerJoin(users, eq(users.id, orderEmployees.employee_id))
    .innerJoin(userEmployeeRoles, eq(userEmployeeRoles.user_id, users.id))
    .innerJoin(employeeRoles, eq(employeeRoles.id, userEmployeeRoles.employee_role_id))
    .where(and(eq(orderEmployees.order_id, sql.placeholder('order_id')), sql`${employeeRoles.is_budgeted}`, isNull(employeeRoles.deleted_at)))
    .orderBy(users.id, employeeRoles.id),
);

type Charge = Awaited<ReturnType<typeof chargesOfOrder>>[number];

async function standingOf(ctx: Ctx, order: ChargedOrder, charges: readonly Charge[]): Promise<OrderBudget[]> {
  if (!charges.length) return [];
  const [about] = await ctx.db
    .select({ role: users.role, self_order_budgeting: accounts.self_order_budgeting })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, order.account_id))
    .where(eq(users.id, order.requester_id));
  const at = order.submitted_at ?? ctx.now;
  const pairs = charges.map(({ budget_start_date, budget_duration, ...charge }) => ({
    ...charge,
    period: budget_start_date && budget_duration ? budgetPeriod(budget_start_date, budget_duration, at) : null,
  }));
  const spent = await spentIn(ctx, pairs, order.id);
  return pairs.map(({ amount, ...pair }) => {
    const self_ordering = pair.employee_id === order.requester_id;
    const isFree = self_ordering && about?.role === 'employee_with_order' && !about.self_order_budgeting;
    const is_exempt = isFree || order.is_sample || pair.period === null;
    return { ...pair, self_ordering, spent: spent.get(keyOf(pair)) ?? 0, this_order: amount, is_exempt };
  });
}

/** The budgets that an order is charged to, with what they have left in the period in which it is, or would be, submitted. */
export const budgetsOfOrder = async (ctx: Ctx, order: ChargedOrder): Promise<OrderBudget[]> =>
  standingOf(ctx, order, await chargesOfOrder(ctx.db, { order_id: order.id }));

/** The same with the budgets of its wearers that it does not touch. */
export async function budgetsAround(ctx: Ctx, order: ChargedOrder): Promise<OrderBudget[]> {
  const charges = await chargesOfOrder(ctx.db, { order_id: order.id });
  const charged = new Set(charges.map(keyOf));
  const held = await heldByWearers(ctx.db, { order_id: order.id });
  return standingOf(ctx, order, [...charges, ...held.filter((pair) => !charged.has(keyOf(pair)))]);
}

/** Budgets as screens show them. */
export const budgetView = (budget: OrderBudget): BudgetView => ({
  employee_id: budget.employee_id,
  employee_name: budget.employee_name,
  id: budget.employee_role_id,
  name: budget.name,
  budget_value: budget.budget_value,
  total_spent: budget.spent,
  this_order: budget.this_order,
  over_by: overBudget(budget),
  is_budget_forceable: budget.is_budget_forceable,
  self_ordering: budget.self_ordering,
  is_binding: !budget.is_exempt,
  period: budget.period ? { starts_on: budget.period.starts_on, ends_on: budget.period.ends_on } : null,
});
