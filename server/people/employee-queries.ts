import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { type Role, roleLabels, roles } from '../../shared/roles.ts';
import type { Ctx } from '../core/context.ts';
import { include, listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { columnsOf } from '../db/columns-of.ts';
import { contains } from '../db/contains.ts';
import { prepared } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { clothingSets, employeeRoles, sites, userClothingSets, userEmployeeRoles, userSites, users } from '../db/tables/index.ts';
import { visibleEmployees } from './scope.ts';

export const employeeQuery = listQuery({ orderBy: ['name', 'id', 'employee_number'], default: 'name', per_page: 50 }).extend({
  include: include(['sites', 'employee_roles', 'clothing_sets', 'roles', 'account']),
  site_id: z.coerce.number().int().positive().optional(),
});

const namedSchema = z.object({ id: z.int(), name: z.string() });
export const employeeSchema = z.object({
  id: z.int(),
  account_id: z.int().nullable(),
  name: z.string(),
  forenames: z.string(),
  surname: z.string(),
  email: z.string().nullable(),
  employee_number: z.string().nullable(),
  contact_phone: z.string().nullable(),
  primary_role: z.enum(roles),
  sites: z.array(namedSchema),
  employee_roles: z.array(namedSchema.extend({ is_budgeted: z.boolean() })),
  clothing_sets: z.array(namedSchema),
  version: z.int(),
});
export type Employee = z.infer<typeof employeeSchema>;

/** One person as the form has them: the record, its roles by label, and what the caller may do to it. */
export const personSchema = employeeSchema.extend({
  sex: z.enum(['m', 'f']).nullable(),
  can_view_restricted_products: z.boolean(),
  is_supervised_orderer: z.boolean(),
  roles: z.array(z.object({ name: z.enum(roles), label: z.string() })),
  is_archived: z.boolean(),
  can: z.object({ edit: z.boolean(), supervise: z.boolean(), archive: z.boolean(), delete: z.boolean(), restore: z.boolean() }),
});
export type Person = z.infer<typeof personSchema>;

const columns = columnsOf(users, employeeSchema.omit({ sites: true, employee_roles: true, clothing_sets: true }), {
  name: personName(users).as('name'),
  primary_role: users.role,
});

const sitesOf = prepared('sites_of_people', (db) =>
  db
    .select({ user_id: userSites.user_id, id: sites.id, name: sites.name })
    .from(userSites)
    .innerJoin(sites, eq(sites.id, userSites.site_id))
    .where(and(among(userSites.user_id, sql.placeholder('ids')), isNull(sites.deleted_at)))
    .orderBy(asc(sites.name)),
);
const rolesOf = prepared('employee_roles_of_people', (db) =>
  db
    .select({ user_id: userEmployeeRoles.user_id, id: employeeRoles.id, name: employeeRoles.name, is_budgeted: employeeRoles.is_budgeted })
    .from(userEmployeeRoles)
    .innerJoin(employeeRoles, eq(employeeRoles.id, userEmployeeRoles.employee_role_id))
    .where(and(among(userEmployeeRoles.user_id, sql.placeholder('ids')), isNull(employeeRoles.deleted_at)))
    .orderBy(asc(employeeRoles.name)),
);
const setsOf = prepared('clothing_sets_of_people', (db) =>
  db
    .select({ user_id: userClothingSets.user_id, id: clothingSets.id, name: clothingSets.name })
    .from(userClothingSets)
    .innerJoin(clothingSets, eq(clothingSets.id, userClothingSets.clothing_set_id))
    .where(and(among(userClothingSets.user_id, sql.placeholder('ids')), isNull(clothingSets.deleted_at)))
    .orderBy(asc(clothingSets.name)),
);

/** The sites, roles and sets of a page of people: one query for each kind. */
async function belongings({ db }: Pick<Ctx, 'db'>, people: readonly { id: number }[]) {
  const ids = idList(people.map(({ id }) => id));
  const [theirSites, theirRoles, theirSets] = [await sitesOf(db, { ids }), await rolesOf(db, { ids }), await setsOf(db, { ids })];
  return { theirSites: by(theirSites), theirRoles: by(theirRoles), theirSets: by(theirSets) };
}

const by = <Row extends { user_id: number }>(rows: readonly Row[]): Map<number, Omit<Row, 'user_id'>[]> => {
  const map = new Map<number, Omit<Row, 'user_id'>[]>();
  for (const { user_id, ...row } of rows) {
    const entry = map.get(user_id);
    if (entry) entry.push(row);
    else map.set(user_id, [row]);
  }
  return map;
};

async function withBelongings<Person extends { id: number }>(ctx: Ctx, people: Person[]) {
  const { theirSites, theirRoles, theirSets } = await belongings(ctx, people);
  return people.map((person) => ({
    ...person,
    sites: theirSites.get(person.id) ?? [],
    employee_roles: theirRoles.get(person.id) ?? [],
    clothing_sets: theirSets.get(person.id) ?? [],
  }));
}

/** People that the caller may order for or look after, found by name, email or employee number from two characters on. */
export async function employees(ctx: Ctx, query: z.infer<typeof employeeQuery>, account_id?: number): Promise<Page<Employee>> {
  authorize(policy.see_employees(ctx.actor));
  const conditions: (SQL | undefined)[] = [visibleEmployees(ctx.actor)];
  if (account_id !== undefined) conditions.push(eq(users.account_id, account_id));
  if (query.site_id)
    conditions.push(sql`exists (select 1 from ${userSites} where ${userSites.user_id} = ${users.id} and ${userSites.site_id} = ${query.site_id})`);
  if (query.search && query.search.length >= limits.search_min)
    conditions.push(
      or(contains(personName(users), query.search), contains(users.email, query.search), contains(users.employee_number, query.search)),
    );
  const where = and(...conditions);
  const order = {
    name: [users.surname, users.forenames, users.id],
    id: [users.id],
    employee_number: [users.employee_number, users.id],
  };
  const rows = ctx.db.select(columns).from(users).where(where);
  return readPage(ctx.db, query, { rows, order: order[query.orderBy] }, (people) => withBelongings(ctx, people));
}

/** A client's people, for the office. */
export async function employeesOfAccount(ctx: Ctx, account_id: number, query: z.infer<typeof employeeQuery>): Promise<Page<Employee>> {
  authorize(policy.use_office(ctx.actor));
  return employees(ctx, query, account_id);
}

/** One person within the caller's scope; otherwise 404. */
export async function person(ctx: Ctx, id: number, scope = visibleEmployees(ctx.actor)): Promise<Person> {
  const { sex, can_view_restricted_products, is_supervised_orderer, deleted_at, is_deleted_by_super } = users;
  const [row] = await withBelongings(
    ctx,
    await ctx.db
      .select({ ...columns, sex, can_view_restricted_products, is_supervised_orderer, deleted_at, is_deleted_by_super })
      .from(users)
      .where(and(eq(users.id, id), scope)),
  );
  const { deleted_at: archived_at, is_deleted_by_super: isDeleted, ...found } = requireFound(row);
  const role: Role = found.primary_role;
  const is_archived = archived_at !== null;
  const canEdit = policy.edit_person(ctx.actor, { id, role });
  return {
    ...found,
    is_archived,
    roles: [{ name: role, label: roleLabels[role] }],
    can: {
      edit: canEdit && !is_archived,
      supervise: policy.supervise_orderers(ctx.actor),
      archive: canEdit && !is_archived,
      delete: policy.delete_person(ctx.actor, { id }) && !isDeleted,
      restore: is_archived && policy.restore_person(ctx.actor, { id, role, is_deleted_by_super: isDeleted }),
    },
  };
}

/** One person for their form. Those who may edit people see archived ones too. */
export const personForForm = (ctx: Ctx, id: number): Promise<Person> =>
  person(ctx, id, visibleEmployees(ctx.actor, { with_archived: policy.edit_people(ctx.actor) }));
