import { eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addFields } from '../../shared/add-fields.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { employeeFilters, type PeopleFilter, userFilters } from '../../shared/people/people-filter.ts';
import { policy } from '../../shared/policy.ts';
import { roles } from '../../shared/roles.ts';
import { budgetSchema, budgetsOfPeople } from '../budgets/budgets-of-order.ts';
import type { Ctx } from '../core/context.ts';
import { include, listQuery, pageSchema, readPage } from '../core/paging.ts';
import { authorize, invalid, Problem } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { inDirection } from '../db/in-order.ts';
import { personName } from '../db/person-name.ts';
import { accounts, orderEmployees, orders, users } from '../db/tables/index.ts';
import { listedInAnyView, listedPeople, views, type Whose } from './people-filter.ts';
import { belongingsSchema, rowColumns, rowSchema, withBelongings } from './person-queries.ts';
import { rightsOver, rightsSchema } from './rights.ts';

/** The requested page size. `refuseTooMany` may refuse a size above `listed_people`; `listPeople` reduces a size that is not refused to the cap. */
const per_page = z.coerce.number().int().min(1).default(limits.people_page);
const parts = include(['sites', 'employee_roles', 'clothing_sets', 'roles', 'account', 'budgets', 'last_order', 'counts']);
const orderings = ['name', 'id', 'employee_number', 'email', 'role', 'signed_in_at'] as const;

export const employeeQuery = listQuery({ orderBy: [...orderings, 'last_order_at'], default: 'name' }).extend({
  ...employeeFilters,
  per_page,
  include: parts,
});
export const userQuery = listQuery({ orderBy: orderings, default: 'name' }).extend({ ...userFilters, per_page, include: parts });
type PeopleQuery = PeopleFilter & Omit<z.infer<typeof employeeQuery>, keyof PeopleFilter>;

const employeeSchema = rowSchema.extend({
  ...belongingsSchema.shape,
  can: rightsSchema,
  account: z.object({ id: z.int(), name: z.string() }).nullable().optional().describe('Where `include` asks for it'),
  budgets: z.array(budgetSchema).optional().describe('In their current periods, where `include` asks for them'),
  last_order_at: z.string().nullable().optional().describe('Submission of the newest order for them, where `include` asks for it'),
});
export type Employee = z.infer<typeof employeeSchema>;

const countsSchema = z.object({ all: z.int(), not_invited: z.int(), no_clothing_set: z.int(), no_site: z.int(), archived: z.int() });
type Counts = z.infer<typeof countsSchema>;

export const employeePage = pageSchema(employeeSchema).extend({
  counts: countsSchema.optional().describe('People in each view, by the same search and filters; where `include` asks for them'),
});
type EmployeePage = z.infer<typeof employeePage>;

const roleRank = sql`case ${users.role} ${sql.raw(roles.map((role, place) => `when '${role}' then ${place}`).join(' '))} end`;

/**
 * When the newest order for a person at the person's company was submitted; cancelled and deleted orders do not count. Ids follow the sequence of
 * creation, so the newest order has the highest id.
 */
const lastOrderAt = sql`(select ${orders.submitted_at} from ${orderEmployees} join ${orders} on ${orders.id} = ${orderEmployees.order_id}
  where ${orderEmployees.employee_id} = ${users.id} and ${orders.account_id} = ${users.account_id} and ${orders.submitted_at} is not null
    and ${orders.cancelled_at} is null and ${orders.deleted_at} is null order by ${orderEmployees.order_id} desc limit 1)`;

const byName = [users.name_key, users.id];

/** People in a list, found by name, email or employee number from two characters on. */
async function listPeople(ctx: Ctx, query: PeopleQuery, whose: Whose): Promise<EmployeePage> {
  const { db, actor } = ctx;
  const where = listedPeople(actor, whose, query);
  await refuseTooMany(ctx, query, where);
  const isOfOneClient = whose === 'provider' || whose.account_id !== undefined || actor.account_id !== null;
  if (query.orderBy === 'last_order_at' && !isOfOneClient) throw invalid({ orderBy: messages.sort_of_one_client });
  const { sortedBy } = query;
  const order = {
    name: byName,
    id: [users.id],
    employee_number: [users.employee_number, users.id],
    email: [users.email, users.id],
    role: [inDirection(sortedBy, roleRank), ...byName],
    signed_in_at: [users.signed_in_at, users.id],
    last_order_at: [inDirection(sortedBy, lastOrderAt), users.id],
  };
  const rows = db
    .select({ ...rowColumns, account_name: accounts.name })
    .from(users)
    .leftJoin(accounts, eq(accounts.id, users.account_id))
    .where(where);
  const paging = { ...query, per_page: Math.min(query.per_page, limits.page_cap) };
  const page = await readPage(db, paging, { rows, order: order[query.orderBy], count: db.$count(users, where) }, async (people) => {
    const extras = await extrasOf(ctx, query.include ?? [], people);
    const withRights = people.map((row) =>
      addFields(row, {
        is_deleted_by_super: undefined,
        is_account_archived: undefined,
        account_name: undefined,
        ...extras(row.id),
        ...(query.include?.includes('account') && {
          account: row.account_id === null || row.account_name === null ? null : { id: row.account_id, name: row.account_name },
        }),
        can: rightsOver(actor, row),
      }),
    );
    return withBelongings(ctx, withRights);
  });
  return query.include?.includes('counts') ? { ...page, counts: await countViews(ctx, query, whose) } : page;
}

/** 419 if a caller requests a very long list of people without a search. */
async function refuseTooMany({ db }: Ctx, { search, ...query }: PeopleQuery, where: SQL | undefined): Promise<void> {
  if (query.per_page <= limits.listed_people || search) return;
  if ((await db.$count(users, where)) > limits.listed_people) throw new Problem(419, { message: messages.too_many_people });
}

/** The further data that `include` requests for a page of people, by person. */
async function extrasOf(ctx: Ctx, asked: readonly string[], people: readonly { id: number }[]) {
  const ids = people.map(({ id }) => id);
  const budgets = asked.includes('budgets') ? await budgetsOfPeople(ctx, ids) : null;
  const lastOrders = asked.includes('last_order') ? await lastOrdersOf(ctx, ids) : null;
  return (id: number): Pick<Employee, 'budgets' | 'last_order_at'> => ({
    ...(budgets && { budgets: budgets.get(id) ?? [] }),
    ...(lastOrders && { last_order_at: lastOrders.get(id) ?? null }),
  });
}

async function lastOrdersOf({ db }: Ctx, ids: readonly number[]): Promise<Map<number, string | null>> {
  const rows = await db
    .select({ id: users.id, at: sql<string | null>`${lastOrderAt}`.mapWith(orders.submitted_at).as('at') })
    .from(users)
    .where(among(users.id, idList(ids)));
  return new Map(rows.map(({ id, at }) => [id, at]));
}

async function countViews({ db, actor }: Ctx, query: PeopleQuery, whose: Whose): Promise<Counts> {
  const when = (condition: SQL): SQL<number> => sql<number>`count(case when ${condition} then 1 end)`.mapWith(Number);
  const active = (condition: SQL): SQL<number> => when(sql`${users.deleted_at} is null and ${condition}`);
  const [counts] = await db
    .select({
      all: active(sql`1 = 1`),
      not_invited: active(views.not_invited),
      no_clothing_set: active(views.no_clothing_set),
      no_site: active(views.no_site),
      archived: when(views.archived),
    })
    .from(users)
    .where(listedInAnyView(actor, whose, query));
  return counts ?? { all: 0, not_invited: 0, no_clothing_set: 0, no_site: 0, archived: 0 };
}

export const matchingPeopleSchema = z.object({
  people: z.array(z.object({ id: z.int(), name: z.string() })),
  is_cut: z.boolean().describe(`There are more than the ${limits.bulk_people.toLocaleString('en-GB')} that are named`),
});

/** The people on all pages of a list, sorted by name, so that a bulk change can be applied to them. */
export async function matchingPeople(ctx: Ctx, filter: PeopleFilter, account_id?: number): Promise<z.infer<typeof matchingPeopleSchema>> {
  const { db, actor } = ctx;
  authorize(account_id === undefined || actor.account_id === account_id ? policy.edit_people(actor) : policy.use_office(actor));
  const rows = await db
    .select({ id: users.id, name: personName(users).as('name') })
    .from(users)
    .where(listedPeople(actor, { account_id }, filter))
    .orderBy(...byName)
    .limit(limits.bulk_people + 1);
  return { people: rows.slice(0, limits.bulk_people), is_cut: rows.length > limits.bulk_people };
}

/** People that the caller may order for or look after. */
export async function employees(ctx: Ctx, query: z.infer<typeof employeeQuery>): Promise<EmployeePage> {
  authorize(policy.see_employees(ctx.actor));
  return listPeople(ctx, query, { account_id: undefined });
}

/** A client's people, for the office. */
export async function employeesOfAccount(ctx: Ctx, account_id: number, query: z.infer<typeof employeeQuery>): Promise<EmployeePage> {
  authorize(policy.use_office(ctx.actor));
  return listPeople(ctx, query, { account_id });
}

/** The provider's own people, for the office. */
export async function listUsers(ctx: Ctx, query: z.infer<typeof userQuery>): Promise<EmployeePage> {
  authorize(policy.use_office(ctx.actor));
  return listPeople(ctx, { ...query, site_id: undefined, employee_role_id: undefined }, 'provider');
}
