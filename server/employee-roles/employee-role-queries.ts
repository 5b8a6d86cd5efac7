import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { budgetPeriod } from '../../shared/budgets/period.ts';
import { type EmployeeRole, type EmployeeRoleWithUse, employeeRole, type PersonOfRole } from '../../shared/employee-roles/employee-role.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { talliedRows, talliedSince } from '../budgets/tallied-days.ts';
import type { Ctx } from '../core/context.ts';
import { include, listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { columnsOf } from '../db/columns-of.ts';
import { contains } from '../db/contains.ts';
import { inDirection } from '../db/in-order.ts';
import { personName } from '../db/person-name.ts';
import { accounts, employeeRoles, userEmployeeRoles, users } from '../db/tables/index.ts';

export const employeeRoleQuery = listQuery({
  orderBy: ['name', 'budget_code', 'budget_value', 'id'],
  default: 'name',
  per_page: limits.employee_roles_page,
}).extend({
  include: include(['counts']),
  /** Only the roles of this person. */
  employee_id: z.coerce.number().int().positive().optional(),
});

const activePeople = sql<number>`(select count(*) from user_employee_roles join users on users.id = user_employee_roles.user_id
  where user_employee_roles.employee_role_id = employee_roles.id and users.deleted_at is null)`.mapWith(Number);
const columns = columnsOf(employeeRoles, employeeRole, { people_count: activePeople });

/** The condition that finds one employee role of a client company; a deleted one does not exist. */
export const isRoleOf = (account_id: number, id: number) =>
  and(eq(employeeRoles.id, id), eq(employeeRoles.account_id, account_id), isNull(employeeRoles.deleted_at));

/** 404 if there is no such client company. */
export async function requireAccount({ db }: Ctx, id: number): Promise<void> {
  const [account] = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id));
  requireFound(account);
}

/** The employee roles of a client company, found by name, budget code or the client's references. */
export async function listEmployeeRoles(ctx: Ctx, account_id: number, query: z.infer<typeof employeeRoleQuery>): Promise<Page<EmployeeRole>> {
  authorize(policy.edit_employee_roles(ctx.actor));
  await requireAccount(ctx, account_id);
  const { search, employee_id } = query;
  const { name, budget_code, client_references } = employeeRoles;
  const where = and(
    eq(employeeRoles.account_id, account_id),
    isNull(employeeRoles.deleted_at),
    search ? or(...[name, budget_code, client_references].map((column) => contains(column, search))) : undefined,
    employee_id
      ? sql`exists (select 1 from ${userEmployeeRoles} where ${userEmployeeRoles.employee_role_id} = ${employeeRoles.id} and ${userEmployeeRoles.user_id} = ${employee_id})`
      : undefined,
  );
  const rows = ctx.db.select(columns).from(employeeRoles).where(where);
  return readPage(ctx.db, query, { rows, order: [employeeRoles[query.orderBy], employeeRoles.id] });
}

/** One employee role of a client company, for a caller who may see it. */
export async function findEmployeeRole({ db }: Ctx, account_id: number, id: number): Promise<EmployeeRole> {
  const [row] = await db.select(columns).from(employeeRoles).where(isRoleOf(account_id, id));
  return requireFound(row);
}

/** The current period of a role's budget; null if the role has no budget, or the budget has not started. */
const currentPeriod = ({ now }: Ctx, { budget_start_date: from, budget_duration: months }: EmployeeRole) =>
  from && months ? budgetPeriod(from, months, now) : null;

/** Pence that each person has spent of a role's budget in its current period, less approved returns. */
function spentOfRole(ctx: Ctx, role: EmployeeRole) {
  const period = currentPeriod(ctx, role);
  const condition = period ? sql`kind = 'wearer' and of_id = ${role.id}` : sql`1 = 0`;
  const days = talliedSince(period?.starts_on ?? ctx.now.slice(0, 10));
  return sql`(select key_id, sum(spent - returned) as spent from (${talliedRows(condition, days)}) as tallied group by key_id) as spending`;
}

const spentByPerson = sql<number>`coalesce(spending.spent, 0)`.mapWith(Number);

/** The active people of a role, found by name, with the amount that each has spent. */
const peopleOf = (ctx: Ctx, role: EmployeeRole, search?: string) =>
  ctx.db
    .select({ id: users.id, name: personName(users).as('name'), spent: spentByPerson.as('spent') })
    .from(userEmployeeRoles)
    .innerJoin(users, eq(users.id, userEmployeeRoles.user_id))
    .leftJoin(spentOfRole(ctx, role), sql`spending.key_id = ${users.id}`)
    .where(and(eq(userEmployeeRoles.employee_role_id, role.id), isNull(users.deleted_at), search ? contains(personName(users), search) : undefined));

/** One employee role, the sum of its people's budgets in the current period, and how much of this sum they have spent. */
export async function employeeRoleOf(ctx: Ctx, account_id: number, id: number): Promise<EmployeeRoleWithUse> {
  authorize(policy.edit_employee_roles(ctx.actor));
  const role = await findEmployeeRole(ctx, account_id, id);
  if (!role.is_budgeted) return { ...role, budget_use: null };
  const people = peopleOf(ctx, role).as('people');
  const [sums] = await ctx.db.select({ spent: sql<number>`coalesce(sum(${people.spent}), 0)`.mapWith(Number) }).from(people);
  const spent = sums?.spent ?? 0;
  const budget = role.budget_value === null ? null : role.budget_value * role.people_count;
  const period = currentPeriod(ctx, role);
  return {
    ...role,
    budget_use: {
      period: period && { starts_on: period.starts_on, ends_on: period.ends_on },
      people: role.people_count,
      budget,
      spent,
      left: budget === null ? null : budget - spent,
    },
  };
}

export const peopleOfRoleQuery = listQuery({ orderBy: ['spent', 'name'], default: 'spent', sortedBy: 'desc', per_page: limits.role_people_page });

/** The active people of a role, with the amounts that each has spent and may still spend in the current period of the role's budget. */
export async function listPeopleOfRole(
  ctx: Ctx,
  account_id: number,
  id: number,
  query: z.infer<typeof peopleOfRoleQuery>,
): Promise<Page<PersonOfRole>> {
  authorize(policy.edit_employee_roles(ctx.actor));
  const role = await findEmployeeRole(ctx, account_id, id);
  const { search, sortedBy } = query;
  const byName = [users.name_key, users.id].map((column) => inDirection(query.orderBy === 'name' ? sortedBy : 'asc', column));
  const order = query.orderBy === 'name' ? byName : [inDirection(sortedBy, spentByPerson), ...byName];
  return readPage(ctx.db, query, { rows: peopleOf(ctx, role, search), order }, (people) =>
    people.map((person) => ({ ...person, left: role.budget_value === null ? null : role.budget_value - person.spent })),
  );
}
