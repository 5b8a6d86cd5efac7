import { and, asc, eq, exists, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { budgetPeriod } from '../../shared/budgets/period.ts';
import { messages } from '../../shared/messages.ts';
import { isClientRole } from '../../shared/roles.ts';
import { END_OF_MONTHS, talliedSince } from '../budgets/tallied-days.ts';
import type { Ctx } from '../core/context.ts';
import { invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { byName } from '../db/folded.ts';
import { listedRows, rowList } from '../db/json-rows.ts';
import { employeeRoles, userEmployeeRoles, userSites, users } from '../db/tables/index.ts';
import { visibleEmployees } from '../people/scope.ts';
import { type Graph, graphOf } from './graph-view.ts';
import { chosenSites, type GraphQuery, startOf } from './spend-scope.ts';

/**
 * The people whose budgets are shown: all whom the reader may see at the chosen sites, or only `employee_id`. Archived people are included, because
 * their spending still counts.
 */
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
  return and(
    visibleEmployees(ctx.actor, { with_archived: true }),
    employee_id === undefined ? undefined : eq(users.id, employee_id),
    atSite || undefined,
  );
}

/** The budgeted roles of these people's companies, and how many of these people hold each role at present. */
const budgetedRoles = (db: Db, account: SQL | number, people: SQL | undefined) =>
  db
    .select({
      id: employeeRoles.id,
      name: employeeRoles.name,
      budget_value: employeeRoles.budget_value,
      budget_start_date: employeeRoles.budget_start_date,
      budget_duration: employeeRoles.budget_duration,
      holders: sql<number>`count(${users.id})`.mapWith(Number).as('holders'),
    })
    .from(employeeRoles)
    .leftJoin(userEmployeeRoles, eq(userEmployeeRoles.employee_role_id, employeeRoles.id))
    .leftJoin(users, and(eq(users.id, userEmployeeRoles.user_id), isNull(users.deleted_at), people))
    .where(and(eq(employeeRoles.account_id, account), isNull(employeeRoles.deleted_at), eq(employeeRoles.is_budgeted, true)))
    .groupBy(employeeRoles.id)
    .orderBy(byName(employeeRoles.name), asc(employeeRoles.id));

interface Window {
  role_id: number;
  /** What the sum covers: the current period of the role's budget, or the timeframe. */
  what: 'current' | 'spend';
  starts_on: string;
}

/** The ranges of tally rows that add up to each window, as one value for the parameter `list` of `spentBy`. */
const windowList = (windows: readonly Window[]): string =>
  rowList(
    windows.flatMap(({ role_id, what, starts_on }) => {
      const { first_month, first_day, last_day, sign } = talliedSince(starts_on);
      return [
        [role_id, what, first_month, END_OF_MONTHS, 1],
        [role_id, what, first_day, last_day, sign],
      ];
    }),
  );

/**
 * The pence spent less the pence returned, from the tally: by role and window, for `people` or for the person `person_id`. `leavers` counts the
 * people with spending who no longer hold the role or are archived.
 */
const spentBy = (db: Db, list: Placeholder | string, people: SQL | undefined, person_id?: Placeholder | number) =>
  db
    .select({
      role_id: sql<number>`sums.role_id`.mapWith(Number).as('role_id'),
      what: sql<Window['what']>`sums.what`.as('what'),
      spent: sql<number>`sum(sums.spent)`.mapWith(Number).as('spent'),
      leavers:
        sql<number>`sum(case when sums.spent <> 0 and (${userEmployeeRoles.user_id} is null or ${users.deleted_at} is not null) then 1 else 0 end)`
          .mapWith(Number)
          .as('leavers'),
    })
    .from(
      sql`(select windows.role_id, windows.what, spend_sums.key_id, sum((spend_sums.spent - spend_sums.returned) * windows.sign) as spent
        from (
            select cast(value ->> 0 as bigint) as role_id, value ->> 1 as what, cast(value ->> 2 as integer) as first_period,
              cast(value ->> 3 as integer) as last_period, cast(value ->> 4 as integer) as sign
            from ${listedRows(list)}
          ) as windows
          join spend_sums on spend_sums.kind = 'wearer' and spend_sums.of_id = windows.role_id
            and spend_sums.period between windows.first_period and windows.last_period
        where ${person_id === undefined ? sql`true` : sql`spend_sums.key_id = ${person_id}`}
        group by windows.role_id, windows.what, spend_sums.key_id) as sums
      join ${users} on ${users.id} = sums.key_id
      left join ${userEmployeeRoles} on ${userEmployeeRoles.user_id} = sums.key_id and ${userEmployeeRoles.employee_role_id} = sums.role_id`,
    )
    .where(people)
    .groupBy(sql`sums.role_id`, sql`sums.what`);

const oneself = eq(users.id, sql.placeholder('person_id'));
const accountOf = (person_id: Placeholder | number): SQL => sql`(select ${users.account_id} from ${users} where ${users.id} = ${person_id})`;
// The first screen of every wearer shows the wearer's own budgets, so these queries are prepared.
const ownRoles = prepared('budgeted_roles_of_oneself', (db) => budgetedRoles(db, accountOf(sql.placeholder('person_id')), oneself));
const ownSpending = prepared('spent_of_own_budgets', (db) => spentBy(db, sql.placeholder('windows'), oneself, sql.placeholder('person_id')));

/**
 * Budgets by role, each with the amount that is spent: in the budget's current period, and in the timeframe. A role's budget is added up over the
 * people who hold the role at present, and over the people who spent something in the current period and have left the role or are archived.
 */
async function budgetUse(ctx: Ctx, query: GraphQuery, employee_id: number | undefined): Promise<Graph> {
  const { db, actor, now } = ctx;
  // `ownRoles` has no site filter, so it is used only if no sites are chosen.
  const isOwn = employee_id === actor.id && chosenSites(ctx, query) === null;
  const people = isOwn ? undefined : peopleOf(ctx, query, employee_id);
  const starts_on = startOf(query, ctx);
  const roles = isOwn
    ? await ownRoles(db, { person_id: actor.id })
    : await budgetedRoles(db, employee_id === undefined ? (actor.account_id ?? 0) : accountOf(employee_id), people);
  const periods = roles.map(({ budget_start_date: from, budget_duration: months }) => (from && months ? budgetPeriod(from, months, now) : null));
  const windows = windowList(
    roles.flatMap(({ id: role_id }, at): Window[] => [
      { role_id, what: 'spend', starts_on },
      ...(periods[at] ? [{ role_id, what: 'current' as const, starts_on: periods[at].starts_on }] : []),
    ]),
  );
  const sums = isOwn ? await ownSpending(db, { windows, person_id: actor.id }) : await spentBy(db, windows, people, employee_id);
  const spending = new Map(sums.map(({ role_id, what, ...sum }) => [`${role_id} ${what}`, sum]));
  const budgetRows = roles
    .map(({ id, name, budget_value, budget_duration, holders }, at) => {
      const current = spending.get(`${id} current`);
      const count = holders + (current?.leavers ?? 0);
      const budget = budget_value === null ? null : budget_value * count;
      const spend = spending.get(`${id} spend`)?.spent ?? 0;
      return { id, name, count, budget, current: current?.spent ?? 0, spend, ends_on: periods[at]?.ends_on ?? null, budget_duration };
    })
    .filter(({ count, spend }) => count > 0 || spend !== 0);
  return graphOf({
    starts_on,
    labels: budgetRows.map(({ name }) => name),
    ids: budgetRows.map(({ id }) => id),
    count: budgetRows.map(({ count }) => count),
    budget: budgetRows.map(({ budget }) => budget),
    current: budgetRows.map(({ current }) => current),
    spend: budgetRows.map(({ spend }) => spend),
    ends_on: budgetRows.map(({ ends_on }) => ends_on),
    period_months: budgetRows.map(({ budget_duration }) => budget_duration),
  });
}

/** Budget use by role across the people in the reader's scope. */
export const budgetsByRole = (ctx: Ctx, query: GraphQuery): Promise<Graph> => budgetUse(ctx, query, query.employee_id);

/** The caller's own budgets, or those of the person in the query. The provider's people have no budgets, so their query has to name a person. */
export function ownBudgets(ctx: Ctx, query: GraphQuery): Promise<Graph> {
  const employee_id = query.employee_id ?? (isClientRole(ctx.actor.role) ? ctx.actor.id : undefined);
  if (employee_id === undefined) throw invalid({ employee_id: messages.whose_budgets });
  return budgetUse(ctx, query, employee_id);
}
