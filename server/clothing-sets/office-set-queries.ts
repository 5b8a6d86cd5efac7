import { and, asc, count, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { OfficeSet, SetWearer, SetWearerRoles } from '../../shared/clothing-sets/clothing-set.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { contains } from '../db/contains.ts';
import { byName, nameKeyColumn } from '../db/folded.ts';
import { personName } from '../db/person-name.ts';
import { accounts, clothingSets, employeeRoles, userClothingSets, userEmployeeRoles, users } from '../db/tables/index.ts';
import { visibleSets } from './scope.ts';
import { excludedSitesOf, holdsProduct, setQuery } from './set-queries.ts';

export const officeSetQuery = setQuery.extend({ account_id: z.coerce.number().int().positive().optional() });

const styleCount = (more = sql``) =>
  sql<number>`(select count(distinct coalesce(held.parent_id, held.id)) from clothing_set_products
    join products held on held.id = clothing_set_products.product_id
    where clothing_set_products.clothing_set_id = clothing_sets.id and held.deleted_at is null ${more})`.mapWith(Number);
/** Counts the company's people who wear a set; an embroiderer who is assigned to it does not count. */
const peopleCount = sql<number>`(select count(*) from user_clothing_sets join users on users.id = user_clothing_sets.user_id
  where user_clothing_sets.clothing_set_id = clothing_sets.id and users.account_id = clothing_sets.account_id and users.deleted_at is null)`.mapWith(
  Number,
);

const setsWhere = (ctx: Ctx, where: SQL | undefined) =>
  ctx.db
    .select({
      id: clothingSets.id,
      name: clothingSets.name,
      account: { id: accounts.id, name: accounts.name },
      decoration: clothingSets.decoration,
      version: clothingSets.version,
      counts: {
        products_count: styleCount().as('products_count'),
        priced_count: styleCount(sql`and clothing_set_products.price is not null`).as('priced_count'),
        people_count: peopleCount.as('people_count'),
      },
    })
    .from(clothingSets)
    .innerJoin(accounts, eq(accounts.id, clothingSets.account_id))
    .where(and(isNull(clothingSets.deleted_at), where));

/** The clothing sets that the caller may see, of one client company or of all. */
export async function listOfficeSets(ctx: Ctx, query: z.infer<typeof officeSetQuery>): Promise<Page<OfficeSet>> {
  authorize(policy.list_clothing_sets(ctx.actor));
  const { search, product_id, account_id } = query;
  if (account_id !== undefined && policy.edit_clothing_sets(ctx.actor)) {
    const [account] = await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account_id));
    requireFound(account);
  }
  const where = and(
    visibleSets(ctx.actor),
    account_id === undefined ? undefined : eq(clothingSets.account_id, account_id),
    search && search.length >= limits.search_min ? contains(clothingSets.name, search) : undefined,
    product_id === undefined ? undefined : holdsProduct(product_id),
  );
  const order = [clothingSets[query.orderBy], clothingSets.id];
  return readPage(ctx.db, query, { rows: setsWhere(ctx, where), order }, (sets) => excludedSitesOf(ctx, sets));
}

/** One clothing set; 404 if it does not exist or is not of the company that is passed. */
export async function officeSetOf(ctx: Ctx, id: number, account_id?: number): Promise<OfficeSet> {
  authorize(policy.edit_clothing_sets(ctx.actor));
  const ofCompany = account_id === undefined ? undefined : eq(clothingSets.account_id, account_id);
  const sets = await setsWhere(ctx, and(eq(clothingSets.id, id), ofCompany));
  return requireFound((await excludedSitesOf(ctx, sets))[0]);
}

export const setPeopleQuery = listQuery({ orderBy: ['name'], default: 'name', per_page: limits.set_people_page });

const firstRole = sql<string | null>`(select employee_roles.name from user_employee_roles
  join employee_roles on employee_roles.id = user_employee_roles.employee_role_id and employee_roles.deleted_at is null
  where user_employee_roles.user_id = ${users.id} order by ${nameKeyColumn(sql`employee_roles.name`)}, employee_roles.id limit 1)`;

/** A page of the active people who wear a set, and the number of all of them by employee role. */
export async function listWearers(ctx: Ctx, set_id: number, query: z.infer<typeof setPeopleQuery>): Promise<Page<SetWearer> & SetWearerRoles> {
  const { account } = await officeSetOf(ctx, set_id);
  const name = personName(users);
  const wears = and(eq(userClothingSets.clothing_set_id, set_id), eq(users.account_id, account.id), isNull(users.deleted_at));
  const where = and(wears, query.search ? or(contains(name, query.search), contains(users.employee_number, query.search)) : undefined);
  const rows = ctx.db
    .select({ id: users.id, name: name.as('name'), employee_number: users.employee_number, employee_role: firstRole.as('employee_role') })
    .from(userClothingSets)
    .innerJoin(users, eq(users.id, userClothingSets.user_id))
    .where(where);
  const order = [users.name_key, asc(users.id)];
  const countPeople = (which: SQL | undefined): PromiseLike<number> =>
    ctx.db
      .select({ n: count() })
      .from(userClothingSets)
      .innerJoin(users, eq(users.id, userClothingSets.user_id))
      .where(which)
      .then(([row]) => row?.n ?? 0);
  const page = await readPage(ctx.db, query, { rows, order, count: countPeople(where) });
  const people_count = count();
  const employee_roles = await ctx.db
    .select({ id: employeeRoles.id, name: employeeRoles.name, people_count })
    .from(userClothingSets)
    .innerJoin(users, eq(users.id, userClothingSets.user_id))
    .innerJoin(userEmployeeRoles, eq(userEmployeeRoles.user_id, users.id))
    .innerJoin(employeeRoles, and(eq(employeeRoles.id, userEmployeeRoles.employee_role_id), isNull(employeeRoles.deleted_at)))
    .where(wears)
    .groupBy(employeeRoles.id, employeeRoles.name)
    .orderBy(desc(people_count), byName(employeeRoles.name), asc(employeeRoles.id))
    .limit(limits.page_cap);
  return { ...page, employee_roles, without_role_count: await countPeople(and(wears, sql`${firstRole} is null`)) };
}
