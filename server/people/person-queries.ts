import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addFields } from '../../shared/add-fields.ts';
import { groupBy } from '../../shared/group-by.ts';
import { policy } from '../../shared/policy.ts';
import { roleLabels, roles } from '../../shared/roles.ts';
import { budgetSchema, budgetsOfPeople } from '../budgets/budgets-of-order.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { columnsOf } from '../db/columns-of.ts';
import { prepared } from '../db/db.ts';
import { byName } from '../db/folded.ts';
import { personName } from '../db/person-name.ts';
import { accounts, clothingSets, employeeRoles, sites, userClothingSets, userEmployeeRoles, userSites, users } from '../db/tables/index.ts';
import { rightsOver, rightsSchema } from './rights.ts';
import { manageablePeople, visibleEmployees } from './scope.ts';

const namedSchema = z.object({ id: z.int(), name: z.string() });

/** The fields of a person's own row that lists show. */
export const rowSchema = z.object({
  id: z.int(),
  account_id: z.int().nullable(),
  name: z.string(),
  forenames: z.string(),
  surname: z.string(),
  email: z.string().nullable(),
  employee_number: z.string().nullable(),
  contact_phone: z.string().nullable(),
  primary_role: z.enum(roles),
  is_archived: z.boolean(),
  is_disabled: z.boolean().describe('Cannot sign in'),
  invited_at: z.string().nullable().describe('When the latest invitation was sent'),
  signed_in_at: z.string().nullable().describe('When they last signed in'),
  has_password: z.boolean(),
  leaves_on: z.string().nullable().describe('The day from which on nothing new is ordered for them'),
  has_pin: z.boolean().describe('For shared tablets; the provider’s people only'),
  version: z.int(),
});

export const belongingsSchema = z.object({
  sites: z.array(namedSchema),
  employee_roles: z.array(namedSchema.extend({ is_budgeted: z.boolean() })),
  clothing_sets: z.array(namedSchema),
});

const detailsSchema = z.object({
  sex: z.enum(['m', 'f']).nullable(),
  can_view_restricted_products: z.boolean(),
  is_supervised_orderer: z.boolean(),
  started_on: z.string().nullable(),
  deduction_consent_on: z.string().nullable().describe('When they agreed to deductions for items that do not come back'),
  allowance_percent: z.int(),
});

/** One person for the form: the record, the labels of the roles, and the caller's rights over the person. */
export const personSchema = rowSchema.extend({
  ...detailsSchema.shape,
  ...belongingsSchema.shape,
  roles: z.array(z.object({ name: z.enum(roles), label: z.string() })),
  can: rightsSchema.extend({ supervise: z.boolean(), set_pin: z.boolean() }),
});
export type Person = z.infer<typeof personSchema>;

/** A person with the amounts that they have spent of their budgets in the current periods. */
export const personWithBudgets = personSchema.extend({
  budget_spend_data: z.array(budgetSchema.pick({ id: true, name: true, budget_value: true, total_spent: true, self_ordering: true })),
});
type PersonWithBudgets = z.infer<typeof personWithBudgets>;

async function withBudgets(ctx: Ctx, person: Person): Promise<PersonWithBudgets> {
  const budgets = (await budgetsOfPeople(ctx, [person.id])).get(person.id) ?? [];
  return {
    ...person,
    budget_spend_data: budgets.map(({ id, name, budget_value, total_spent, self_ordering }) => ({
      id,
      name,
      budget_value,
      total_spent,
      self_ordering,
    })),
  };
}

/** The columns that a list of people and `rightsOver` need, for a select of `users` joined with their accounts. */
export const rowColumns = {
  ...columnsOf(users, rowSchema, {
    name: personName(users).as('name'),
    primary_role: users.role,
    is_archived: sql<boolean>`${users.deleted_at} is not null`.mapWith(Boolean).as('is_archived'),
    has_password: sql<boolean>`${users.password_hash} is not null`.mapWith(Boolean).as('has_password'),
    has_pin: sql<boolean>`${users.pin_hash} is not null`.mapWith(Boolean).as('has_pin'),
  }),
  is_deleted_by_super: users.is_deleted_by_super,
  is_account_archived: sql<boolean>`${accounts.deleted_at} is not null`.mapWith(Boolean).as('is_account_archived'),
};

const sitesOf = prepared('sites_of_people', (db) =>
  db
    .select({ user_id: userSites.user_id, id: sites.id, name: sites.name })
    .from(userSites)
    .innerJoin(sites, eq(sites.id, userSites.site_id))
    .where(and(among(userSites.user_id, sql.placeholder('ids')), isNull(sites.deleted_at)))
    .orderBy(byName(sites.name)),
);
const rolesOf = prepared('employee_roles_of_people', (db) =>
  db
    .select({ user_id: userEmployeeRoles.user_id, id: employeeRoles.id, name: employeeRoles.name, is_budgeted: employeeRoles.is_budgeted })
    .from(userEmployeeRoles)
    .innerJoin(employeeRoles, eq(employeeRoles.id, userEmployeeRoles.employee_role_id))
    .where(and(among(userEmployeeRoles.user_id, sql.placeholder('ids')), isNull(employeeRoles.deleted_at)))
    .orderBy(byName(employeeRoles.name)),
);
const setsOf = prepared('clothing_sets_of_people', (db) =>
  db
    .select({ user_id: userClothingSets.user_id, id: clothingSets.id, name: clothingSets.name })
    .from(userClothingSets)
    .innerJoin(clothingSets, eq(clothingSets.id, userClothingSets.clothing_set_id))
    .where(and(among(userClothingSets.user_id, sql.placeholder('ids')), isNull(clothingSets.deleted_at)))
    .orderBy(byName(clothingSets.name)),
);

const without = <Row extends { user_id: number }>(rows: readonly Row[] = []): Omit<Row, 'user_id'>[] => rows.map(({ user_id: _, ...row }) => row);

/** People with their sites, roles and sets: one query for each kind. */
export async function withBelongings<One extends { id: number }>({ db }: Pick<Ctx, 'db'>, people: One[]) {
  const ids = idList(people.map(({ id }) => id));
  const theirSites = groupBy(await sitesOf(db, { ids }), ({ user_id }) => user_id);
  const theirRoles = groupBy(await rolesOf(db, { ids }), ({ user_id }) => user_id);
  const theirSets = groupBy(await setsOf(db, { ids }), ({ user_id }) => user_id);
  return people.map((person) =>
    addFields(person, {
      sites: without(theirSites.get(person.id)),
      employee_roles: without(theirRoles.get(person.id)),
      clothing_sets: without(theirSets.get(person.id)),
    }),
  );
}

/** The people with these ids who are within a scope, in the order of their ids. */
export async function peopleByIds(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  ids: readonly number[],
  scope = visibleEmployees(actor),
): Promise<Person[]> {
  const rows = await db
    .select({ ...rowColumns, ...columnsOf(users, detailsSchema) })
    .from(users)
    .leftJoin(accounts, eq(accounts.id, users.account_id))
    .where(and(among(users.id, idList(ids)), scope))
    .orderBy(asc(users.id));
  return (await withBelongings({ db }, rows)).map(({ is_deleted_by_super, is_account_archived, ...row }) => {
    const role = row.primary_role;
    return {
      ...row,
      roles: [{ name: role, label: roleLabels[role] }],
      can: {
        ...rightsOver(actor, { ...row, is_deleted_by_super, is_account_archived }),
        supervise: policy.supervise_orderers(actor),
        set_pin: policy.set_pin_of(actor, { id: row.id, role }) && !row.is_archived,
      },
    };
  });
}

/** One person within the caller's scope; otherwise 404. */
export async function person(ctx: Pick<Ctx, 'db' | 'actor'>, id: number, scope = visibleEmployees(ctx.actor)): Promise<Person> {
  const [found] = await peopleByIds(ctx, [id], scope);
  return requireFound(found);
}

/**
 * One person of a client, for the form with the person's fields. Callers who may edit people also get an archived person. `account_id` is the
 * company in the URL.
 */
export async function personForForm(ctx: Ctx, id: number, account_id?: number): Promise<PersonWithBudgets> {
  const { actor } = ctx;
  if (account_id !== undefined) authorize(policy.use_office(actor));
  const inScope = visibleEmployees(actor, { with_archived: policy.edit_people(actor) });
  return withBudgets(ctx, await person(ctx, id, account_id === undefined ? inScope : sql`${inScope} and ${users.account_id} = ${account_id}`));
}

/** One person: the caller, or anybody whom the caller may look after, including the provider's people. */
export async function anyPerson(ctx: Ctx, id: number): Promise<PersonWithBudgets> {
  const { actor } = ctx;
  const others = policy.edit_people(actor) ? manageablePeople(actor) : sql`1 = 0`;
  return withBudgets(ctx, await person(ctx, id, id === actor.id ? eq(users.id, id) : others));
}

/** One of the provider's people, for the office. */
export function userOf(ctx: Ctx, id: number): Promise<Person> {
  authorize(policy.use_office(ctx.actor));
  return person(ctx, id, isNull(users.account_id));
}
