import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type BudgetPeriod, budgetPeriod } from '../../shared/budgets/period.ts';
import { type BudgetSpend, overBudget } from '../../shared/budgets/spend.ts';
import { groupBy } from '../../shared/group-by.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { prepared } from '../db/db.ts';
import { byName } from '../db/folded.ts';
import { listedRows, rowList, timeAt } from '../db/json-rows.ts';
import { personName } from '../db/person-name.ts';
import { accounts, employeeRoles, orderEmployees, orderLines, orders, returnLines, returns, userEmployeeRoles, users } from '../db/tables/index.ts';
import { chargedPieces, returnedPieces } from '../orders/spent-pieces.ts';
import { talliedPeriods } from './tallied-days.ts';

export const budgetSchema = z.object({
  employee_id: z.int(),
  employee_name: z.string(),
  id: z.int().describe('The employee role'),
  name: z.string(),
  budget_value: z.int().nullable().describe('Pence a period; null is unlimited'),
  total_spent: z.int().describe('Pence in other submitted orders of the period, less approved returns'),
  this_order: z.int().describe('Pence of this order, less its approved returns'),
  over_by: z.int(),
  is_budget_forceable: z.boolean(),
  self_ordering: z.boolean().describe('The wearer orders for themselves'),
  is_binding: z.boolean(),
  period: z.object({ starts_on: z.string(), ends_on: z.string() }).nullable(),
});
export type BudgetView = z.infer<typeof budgetSchema>;

export interface OrderBudget extends BudgetSpend {
  order_id: number;
  budget_forced_alert_email: string | null;
  self_ordering: boolean;
  period: BudgetPeriod | null;
}

/** The amounts that orders charge to each person's budgets, less their approved returns; roles without a budget are left out. */
const chargesOfOrders = prepared('charges_of_orders', (db) =>
  db
    .select({
      order_id: orderLines.order_id,
      employee_id: orderLines.employee_id,
      employee_name: personName(users).as('employee_name'),
      employee_role_id: employeeRoles.id,
      name: employeeRoles.name,
      budget_value: employeeRoles.budget_value,
      is_budget_forceable: employeeRoles.is_budget_forceable,
      budget_forced_alert_email: employeeRoles.budget_forced_alert_email,
      budget_start_date: employeeRoles.budget_start_date,
      budget_duration: employeeRoles.budget_duration,
      amount: sql<number>`sum((${chargedPieces} - ${returnedPieces}) * ${orderLines.unit_price})`.mapWith(Number).as('amount'),
    })
    .from(orderLines)
    .innerJoin(employeeRoles, eq(employeeRoles.id, orderLines.employee_role_id))
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .where(and(among(orderLines.order_id, sql.placeholder('ids')), sql`${employeeRoles.is_budgeted}`, isNull(employeeRoles.deleted_at)))
    .groupBy(orderLines.order_id, orderLines.employee_id, employeeRoles.id, users.id)
    .orderBy(orderLines.order_id, orderLines.employee_id, employeeRoles.id),
);

export interface ChargedOrder {
  id: number;
  requester_id: number;
  submitted_at: string | null;
  is_sample: boolean;
}

interface Charged {
  order_id: number;
  employee_id: number;
  employee_role_id: number;
}

/** The key of an order's charge to a budget. */
export const keyOf = ({ order_id, employee_id, employee_role_id }: Charged): string => `${order_id}/${employee_id}/${employee_role_id}`;

/**
 * Input of the queries for the spending of other orders. Each row has an order, a person, a role, and the beginning and end of the budget's period
 * for that order.
 */
const pairs = sql`(select cast(value ->> 0 as bigint) as order_id, cast(value ->> 1 as bigint) as employee_id,
    cast(value ->> 2 as bigint) as employee_role_id, ${timeAt(3)} as starts_at, ${timeAt(4)} as ends_at
  from ${listedRows(sql.placeholder('charges'))}) as asked`;
// The database keeps the sequence of cross joins: it finds the lines of each budget by index, then the orders of those lines.
const isCharged = and(
  sql`${orderLines.employee_id} = asked.employee_id and ${orderLines.employee_role_id} = asked.employee_role_id`,
  eq(orders.id, orderLines.order_id),
  sql`${orders.submitted_at} >= asked.starts_at and ${orders.submitted_at} < asked.ends_at and ${orders.id} <> asked.order_id`,
  isNull(orders.cancelled_at),
  isNull(orders.deleted_at),
  eq(orders.is_sample, false),
);
const ofWhat = {
  order_id: sql<number>`asked.order_id`.mapWith(Number).as('order_id'),
  employee_id: sql<number>`asked.employee_id`.mapWith(Number).as('employee_id'),
  employee_role_id: sql<number>`asked.employee_role_id`.mapWith(Number).as('employee_role_id'),
};
const each = [sql`asked.order_id`, sql`asked.employee_id`, sql`asked.employee_role_id`] as const;

const orderedBeside = prepared('ordered_beside_orders', (db) =>
  db
    .select({
      ...ofWhat,
      amount: sql<number>`sum(${chargedPieces} * ${orderLines.unit_price})`.mapWith(Number).as('amount'),
    })
    .from(pairs)
    .crossJoin(orderLines)
    .crossJoin(orders)
    .where(isCharged)
    .groupBy(...each),
);
const returnedBeside = prepared('returned_beside_orders', (db) =>
  db
    .select({
      ...ofWhat,
      amount: sql<number>`sum((${returnLines.qty_approved} - ${returnLines.qty_uncredited}) * ${orderLines.unit_price})`.mapWith(Number).as('amount'),
    })
    .from(pairs)
    .crossJoin(orderLines)
    .crossJoin(orders)
    .innerJoin(returnLines, eq(returnLines.order_line_id, orderLines.id))
    .innerJoin(returns, eq(returns.id, returnLines.return_id))
    .where(and(isCharged, isNotNull(returns.finalised_at)))
    .groupBy(...each),
);

/**
 * For each of `charges`, the pence that all other orders have charged to the same budget in the same period, less approved returns. The keys of the
 * map are those of `keyOf`.
 */
async function spentBeside({ db }: Pick<Ctx, 'db'>, charges: readonly (Charged & { period: BudgetPeriod | null })[]): Promise<Map<string, number>> {
  const list = charges.flatMap(({ order_id, employee_id, employee_role_id, period }) =>
    period ? [[order_id, employee_id, employee_role_id, period.starts_at, period.ends_at]] : [],
  );
  if (!list.length) return new Map();
  const values = { charges: rowList(list) };
  const spending = new Map((await orderedBeside(db, values)).map((row) => [keyOf(row), row.amount]));
  for (const row of await returnedBeside(db, values)) spending.set(keyOf(row), (spending.get(keyOf(row)) ?? 0) - row.amount);
  return spending;
}

/** The columns of a person and one of their budgets, with a charge of 0. */
const unchargedBudget = {
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
};

/** The budgets of the wearers of an order, including budgets to which nothing is charged yet. */
const heldByWearers = prepared('budgets_of_wearers', (db) =>
  db
    .select({
      order_id: orderEmployees.order_id,
      ...unchargedBudget,
    })
    .from(orderEmployees)
    .innerJoin(users, eq(users.id, orderEmployees.employee_id))
    .innerJoin(userEmployeeRoles, eq(userEmployeeRoles.user_id, users.id))
    .innerJoin(employeeRoles, eq(employeeRoles.id, userEmployeeRoles.employee_role_id))
    .where(and(eq(orderEmployees.order_id, sql.placeholder('order_id')), sql`${employeeRoles.is_budgeted}`, isNull(employeeRoles.deleted_at)))
    .orderBy(users.id, employeeRoles.id),
);

/** Orders whose requesters are exempt from budgets if they order for themselves. */
const freeRequesters = prepared('orders_of_free_requesters', (db) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.requester_id))
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .where(and(among(orders.id, sql.placeholder('ids')), eq(users.role, 'employee_with_order'), eq(accounts.self_order_budgeting, false))),
);

type Charge = Awaited<ReturnType<typeof chargesOfOrders>>[number];

async function standingOf(ctx: Ctx, charged: readonly ChargedOrder[], charges: readonly Charge[]): Promise<OrderBudget[]> {
  if (!charges.length) return [];
  const byId = new Map(charged.map((order) => [order.id, order]));
  const free = new Set((await freeRequesters(ctx.db, { ids: idList([...byId.keys()]) })).map(({ id }) => id));
  const inPeriods = charges.flatMap(({ budget_start_date: from, budget_duration: months, ...charge }) => {
    const order = byId.get(charge.order_id);
    return order ? [{ ...charge, order, period: from && months ? budgetPeriod(from, months, order.submitted_at ?? ctx.now) : null }] : [];
  });
  const spending = await spentBeside(ctx, inPeriods);
  return inPeriods.map(({ amount, order, ...charge }) => {
    const self_ordering = charge.employee_id === order.requester_id;
    const is_exempt = (self_ordering && free.has(order.id)) || order.is_sample || charge.period === null;
    return { ...charge, self_ordering, spent: spending.get(keyOf(charge)) ?? 0, this_order: amount, is_exempt };
  });
}

/** The budgets to which orders are charged, with what remains in the period of each order's submission, or in the present period for a draft. */
export const budgetsOfOrders = async (ctx: Ctx, charged: readonly ChargedOrder[]): Promise<OrderBudget[]> =>
  standingOf(ctx, charged, await chargesOfOrders(ctx.db, { ids: idList(charged.map(({ id }) => id)) }));

/** The budgets to which one order is charged, and the other budgets of its wearers. */
export async function budgetsAround(ctx: Ctx, order: ChargedOrder): Promise<OrderBudget[]> {
  const charges = await chargesOfOrders(ctx.db, { ids: idList([order.id]) });
  const charged = new Set(charges.map(keyOf));
  const budgets = await heldByWearers(ctx.db, { order_id: order.id });
  return standingOf(ctx, [order], [...charges, ...budgets.filter((charge) => !charged.has(keyOf(charge)))]);
}

/** The budgets of people, including budgets to which nothing is charged. */
const heldByPeople = prepared('budgets_of_people', (db) =>
  db
    .select({
      order_id: sql<number>`0`.mapWith(Number).as('order_id'),
      ...unchargedBudget,
    })
    .from(userEmployeeRoles)
    .innerJoin(users, eq(users.id, userEmployeeRoles.user_id))
    .innerJoin(employeeRoles, eq(employeeRoles.id, userEmployeeRoles.employee_role_id))
    .where(and(among(users.id, sql.placeholder('employee_ids')), sql`${employeeRoles.is_budgeted}`, isNull(employeeRoles.deleted_at)))
    .orderBy(byName(employeeRoles.name), employeeRoles.id),
);

/**
 * The budgets of one person in their current periods. If a charge is passed, they are calculated as if the caller submitted an order with that
 * charge.
 */
export async function budgetsOfPerson(
  ctx: Ctx,
  employee_id: number,
  charge?: { employee_role_id: number | null; amount: number },
): Promise<OrderBudget[]> {
  const budgets = await heldByPeople(ctx.db, { employee_ids: idList([employee_id]) });
  const charges = budgets.map((one) => (one.employee_role_id === charge?.employee_role_id ? { ...one, amount: charge.amount } : one));
  return standingOf(ctx, [{ id: 0, requester_id: ctx.actor.id, submitted_at: null, is_sample: false }], charges);
}

/** Reads from the tally how many pence people have spent of their budgets: for each person, the tally of each period of the person's roles. */
const tallied = prepared('tallied_of_people', (db) =>
  db
    .select({
      employee_id: sql<number>`wearer.employee_id`.mapWith(Number).as('employee_id'),
      employee_role_id: sql<number>`wearer.employee_role_id`.mapWith(Number).as('employee_role_id'),
      spent: sql<number>`sum((spend_sums.spent - spend_sums.returned) * periods.sign)`.mapWith(Number).as('spent'),
    })
    .from(
      sql`(select cast(value ->> 0 as bigint) as employee_id, cast(value ->> 1 as bigint) as employee_role_id
          from ${listedRows(sql.placeholder('wearers'))}) as wearer
        cross join (select cast(value ->> 0 as bigint) as employee_role_id, cast(value ->> 1 as integer) as period, cast(value ->> 2 as integer) as sign
          from ${listedRows(sql.placeholder('periods'))}) as periods
        cross join spend_sums`,
    )
    .where(
      sql`periods.employee_role_id = wearer.employee_role_id and spend_sums.kind = 'wearer' and spend_sums.of_id = wearer.employee_role_id
        and spend_sums.period = periods.period and spend_sums.key_id = wearer.employee_id`,
    )
    .groupBy(sql`wearer.employee_id`, sql`wearer.employee_role_id`),
);

/** The budgets to which new lines of several people would be charged, as if the caller submitted them now. */
export async function budgetsOfCharges(
  ctx: Ctx,
  charges: readonly { employee_id: number; employee_role_id: number; amount: number }[],
): Promise<OrderBudget[]> {
  const amounts = new Map<string, number>();
  const key = (charge: { employee_id: number; employee_role_id: number }): string => keyOf({ ...charge, order_id: 0 });
  for (const charge of charges) amounts.set(key(charge), (amounts.get(key(charge)) ?? 0) + charge.amount);
  const budgets = await heldByPeople(ctx.db, { employee_ids: idList([...new Set(charges.map(({ employee_id }) => employee_id))]) });
  const charged = budgets.flatMap((budget) => {
    const amount = amounts.get(key(budget));
    return amount === undefined ? [] : [{ ...budget, amount }];
  });
  return standingOf(ctx, [{ id: 0, requester_id: ctx.actor.id, submitted_at: null, is_sample: false }], charged);
}

/** The budgets of several people in their current periods, by person. */
export async function budgetsOfPeople({ db, actor, now }: Ctx, ids: readonly number[]): Promise<Map<number, BudgetView[]>> {
  const current = (await heldByPeople(db, { employee_ids: idList(ids) })).map(({ budget_start_date: from, budget_duration: months, ...charge }) => ({
    ...charge,
    period: from && months ? budgetPeriod(from, months, now) : null,
  }));
  const periodOfRole = new Map(current.flatMap(({ employee_role_id, period }) => (period ? [[employee_role_id, period] as const] : [])));
  const periods = [...periodOfRole].flatMap(([role_id, { starts_on }]) =>
    talliedPeriods(starts_on, ukDate(now)).map(({ period, sign }) => [role_id, period, sign]),
  );
  const spending = await tallied(db, {
    wearers: rowList(current.map(({ employee_id, employee_role_id }) => [employee_id, employee_role_id])),
    periods: rowList(periods),
  });
  const spent = new Map(spending.map((row) => [keyOf({ ...row, order_id: 0 }), row.spent]));
  const budgets = current.map((charge) => ({
    ...charge,
    self_ordering: charge.employee_id === actor.id,
    spent: spent.get(keyOf(charge)) ?? 0,
    this_order: 0,
    is_exempt: charge.period === null,
  }));
  return groupBy(budgets.map(budgetView), ({ employee_id }) => employee_id);
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
