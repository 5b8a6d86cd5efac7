import { and, asc, eq, exists, isNull, type SQL, sql } from 'drizzle-orm';
import { budgetPeriod } from '../../shared/budgets/period.ts';
import { messages } from '../../shared/messages.ts';
import { isClientRole } from '../../shared/roles.ts';
import { among, idList } from '../db/among.ts';
import { rows } from '../db/db.ts';
import { employeeRoles, userEmployeeRoles, userSites, users } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { invalid } from '../http/problem.ts';
import { visibleEmployees } from '../people/scope.ts';
import { type Graph, graphOf } from './graph-view.ts';
import { chosenSites, type GraphQuery, startOf } from './spend-scope.ts';
import { talliedSince } from './tallied-days.ts';

/** Whose budgets are shown: people whom the reader may see, and who hold the role now. */
function peopleOf(ctx: Ctx, query: GraphQuery, employee_id: number | undefined): SQL | undefined {
  const site_ids = chosenSites(ctx, query);
  const atSite =
    site_ids &&
    exists(
      ctx.db
        .select({ one: sql`1` })
        .from(userSites)
        .where(and(eq(userSites.user_id, users.id), among(userSites.site_id, idList(site_ids)))),
    );
  return and(visibleEmployees(ctx.actor), employee_id === undefined ? undefined : eq(users.id, employee_id), atSite || undefined);
}

/** The budgeted roles that these people hold, and how many of them hold each. */
const heldRoles = ({ db }: Ctx, people: SQL | undefined) =>
  db
    .select({
      id: employeeRoles.id,
      name: employeeRoles.name,
      budget_value: employeeRoles.budget_value,
      budget_start_date: employeeRoles.budget_start_date,
      budget_duration: employeeRoles.budget_duration,
      people: sql<number>`count(*)`.mapWith(Number),
    })
    .from(employeeRoles)
    .innerJoin(userEmployeeRoles, eq(userEmployeeRoles.employee_role_id, employeeRoles.id))
    .innerJoin(users, eq(users.id, userEmployeeRoles.user_id))
    .where(and(people, isNull(employeeRoles.deleted_at), eq(employeeRoles.is_budgeted, true)))
    .groupBy(employeeRoles.id)
    .orderBy(asc(employeeRoles.name), asc(employeeRoles.id));

interface Window {
  role_id: number;
  /** What the sum is for: the current period of the role's budget, or the timeframe. */
  what: 'current' | 'spend';
  starts_on: string;
}

/** Pence spent less returns, by role and window, as the tally has it. */
async function spentIn(
  { db }: Ctx,
  windows: readonly Window[],
  people: SQL | undefined,
  employee_id: number | undefined,
): Promise<Map<string, number>> {
  if (!windows.length) return new Map();
  const ranges = windows.flatMap(({ role_id, what, starts_on }) => {
    const days = talliedSince(starts_on);
    const range = (first: number, last: number, sign: number): SQL =>
      sql`(cast(${role_id} as bigint), cast(${what} as text), cast(${first} as integer), cast(${last} as integer), cast(${sign} as integer))`;
    return [range(days.first_month, 999_999, 1), range(days.first_day, days.last_day, days.sign)];
  });
  const found = await rows<{ role_id: number; what: string; spent: number }>(
    db,
    sql`with windows (role_id, what, first_period, last_period, sign) as (values ${sql.join(ranges, sql`, `)}),
      sums as (
        select windows.role_id, windows.what, spend_sums.key_id, sum((spend_sums.spent - spend_sums.returned) * windows.sign) as spent
        from windows
          join spend_sums on spend_sums.kind = 'wearer' and spend_sums.of_id = windows.role_id
            and spend_sums.period between windows.first_period and windows.last_period
        where ${employee_id === undefined ? sql`true` : sql`spend_sums.key_id = ${employee_id}`}
        group by windows.role_id, windows.what, spend_sums.key_id
      )
      select sums.role_id, sums.what, cast(sum(sums.spent) as bigint) as spent
      from sums
        join ${userEmployeeRoles} on ${userEmployeeRoles.user_id} = sums.key_id and ${userEmployeeRoles.employee_role_id} = sums.role_id
        join ${users} on ${users.id} = sums.key_id
      where ${people}
      group by sums.role_id, sums.what`,
  );
  return new Map(found.map(({ role_id, what, spent }) => [`${role_id} ${what}`, spent]));
}

/** Budgets by role with what is spent of them: in the current period of each, and in the timeframe. */
async function budgetUse(ctx: Ctx, query: GraphQuery, employee_id: number | undefined): Promise<Graph> {
  const people = peopleOf(ctx, query, employee_id);
  const starts_on = startOf(query, ctx);
  const held = (await heldRoles(ctx, people)).map(({ budget_start_date: from, budget_duration: months, ...role }) => ({
    ...role,
    period: from && months ? budgetPeriod(from, months, ctx.now) : null,
  }));
  const spent = await spentIn(
    ctx,
    held.flatMap(({ id: role_id, period }): Window[] => [
      { role_id, what: 'spend', starts_on },
      ...(period ? [{ role_id, what: 'current' as const, starts_on: period.starts_on }] : []),
    ]),
    people,
    employee_id,
  );
  return graphOf({
    starts_on,
    labels: held.map(({ name }) => name),
    ids: held.map(({ id }) => id),
    count: held.map((role) => role.people),
    budget: held.map(({ budget_value, people: n }) => (budget_value === null ? null : budget_value * n)),
    current: held.map(({ id }) => spent.get(`${id} current`) ?? 0),
    spend: held.map(({ id }) => spent.get(`${id} spend`) ?? 0),
    ends_on: held.map(({ period }) => period?.ends_on ?? null),
  });
}

/** Budget use by role across the people in the reader's scope. */
export const budgetsByRole = (ctx: Ctx, query: GraphQuery): Promise<Graph> => budgetUse(ctx, query, query.employee_id);

/** One person's own budgets; the provider's people have none and say whose. */
export function ownBudgets(ctx: Ctx, query: GraphQuery): Promise<Graph> {
  const employee_id = query.employee_id ?? (isClientRole(ctx.actor.role) ? ctx.actor.id : undefined);
  if (employee_id === undefined) throw invalid({ employee_id: messages.whose_budgets });
  return budgetUse(ctx, query, employee_id);
}
