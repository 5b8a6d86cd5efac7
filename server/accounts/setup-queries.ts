import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { type AccountSetup, judgeSetup, type SetupFacts } from '../../shared/accounts/account-setup.ts';
import { limits } from '../../shared/limits.ts';
import { openStatuses, type StatusName } from '../../shared/ordering/order-status.ts';
import { policy } from '../../shared/policy.ts';
import { roleLabels } from '../../shared/roles.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { byName } from '../db/folded.ts';
import { personName } from '../db/person-name.ts';
import {
  accounts,
  clothingSetProducts,
  clothingSets,
  employeeRoles,
  orderTally,
  products,
  sites,
  userClothingSets,
  userSites,
  users,
} from '../db/tables/index.ts';
import { views } from '../people/people-filter.ts';

type Reader = Pick<Ctx, 'db'>;

const isAtSite = and(eq(userSites.user_id, users.id), isNull(users.deleted_at));
const siteHasPeople = sql`exists (select 1 from ${userSites} join ${users} on ${isAtSite} where ${userSites.site_id} = ${sites.id})`;
const siteHasManager = sql`exists (select 1 from ${userSites} join ${users} on ${isAtSite}
  where ${userSites.site_id} = ${sites.id} and ${users.role} in ('site_admin', 'manager'))`;
const setHasProducts = sql`exists (select 1 from ${clothingSetProducts} where ${clothingSetProducts.clothing_set_id} = ${clothingSets.id})`;
const setHasPeople = sql`exists (select 1 from ${userClothingSets} join ${users} on ${users.id} = ${userClothingSets.user_id}
  where ${userClothingSets.clothing_set_id} = ${clothingSets.id} and ${users.deleted_at} is null and ${users.role} <> 'embroiderer')`;
const setHasEmbroiderer = sql`exists (select 1 from ${userClothingSets} join ${users} on ${users.id} = ${userClothingSets.user_id}
  where ${userClothingSets.clothing_set_id} = ${clothingSets.id} and ${users.deleted_at} is null and ${users.role} = 'embroiderer')`;
const isSetDecorated = sql`exists (select 1 from ${clothingSetProducts} where ${clothingSetProducts.clothing_set_id} = ${clothingSets.id}
  and coalesce(${clothingSetProducts.decoration}, ${clothingSets.decoration}, '') <> '')`;
const isSetUnstitched = sql`(${isSetDecorated} and not ${setHasEmbroiderer})`;
/** A style in a set, or one of its SKUs, that has no price: neither the set's nor its own. */
const isUnpriced = sql`(${clothingSetProducts.price} is null and ${products.deleted_at} is null and case
  when ${products.parent_id} is not null then ${products.price} = 0
  else exists (select 1 from products as child where child.parent_id = ${products.id} and child.deleted_at is null and child.price = 0
    and not exists (select 1 from clothing_set_products as own
      where own.clothing_set_id = ${clothingSetProducts.clothing_set_id} and own.product_id = child.id and own.price is not null))
  end)`;
const styleId = sql<number>`coalesce(${products.parent_id}, ${products.id})`.mapWith(Number);
const isRoleWithoutValue = sql`(${employeeRoles.is_budgeted} and ${employeeRoles.budget_value} is null)`;

const all = sql<number>`count(*)`.mapWith(Number);
const countIf = (condition: SQL): SQL<number> => sql<number>`count(case when ${condition} then 1 end)`.mapWith(Number);

/** Rows of a query as a map from account id to the rest of the row. */
const byAccount = <Row extends { account_id: number }>(rows: readonly Row[]): Map<number, Omit<Row, 'account_id'>> =>
  new Map(rows.map(({ account_id, ...row }) => [account_id, row]));

/** For each of these accounts: how many open orders, unsubmitted orders and orders of any status it has. */
async function ordersOf({ db }: Reader, ids: readonly number[]) {
  const inStatus = (statuses: readonly StatusName[]) =>
    sql<number>`coalesce(sum(case when ${inArray(orderTally.status, [...statuses])} then ${orderTally.n} else 0 end), 0)`.mapWith(Number);
  return byAccount(
    await db
      .select({
        account_id: orderTally.account_id,
        open_orders: inStatus(openStatuses),
        unsubmitted: inStatus(['draft', 'requested']),
        orders: sumOfAll,
      })
      .from(orderTally)
      .where(among(orderTally.account_id, idList(ids)))
      .groupBy(orderTally.account_id),
  );
}
const sumOfAll = sql<number>`coalesce(sum(${orderTally.n}), 0)`.mapWith(Number);

/** The facts that decide how far the set-up of each account has come, by account id. One query for each kind of record. */
async function setupFactsOf(ctx: Reader, ids: readonly number[]): Promise<Map<number, SetupFacts>> {
  const { db } = ctx;
  const theirs = among(accounts.id, idList(ids));
  // Each query joins to the account: the conditions of a query of one table would not name the table.
  const account_id = accounts.id;
  const rows = await db
    .select({
      id: accounts.id,
      has_invoice_address: sql<boolean>`${accounts.invoice_address} is not null`.mapWith(Boolean),
      skip_invoice: accounts.skip_invoice,
      binds_self_orders: accounts.self_order_budgeting,
    })
    .from(accounts)
    .where(theirs);
  const theirSites = byAccount(
    await db
      .select({ account_id, sites: all, sites_without_people: countIf(sql`not ${siteHasPeople}`) })
      .from(accounts)
      .innerJoin(sites, and(eq(sites.account_id, accounts.id), isNull(sites.deleted_at)))
      .where(theirs)
      .groupBy(accounts.id),
  );
  const theirRoles = byAccount(
    await db
      .select({
        account_id,
        employee_roles: all,
        budgeted_roles: countIf(sql`${employeeRoles.is_budgeted}`),
        roles_without_value: countIf(isRoleWithoutValue),
      })
      .from(accounts)
      .innerJoin(employeeRoles, and(eq(employeeRoles.account_id, accounts.id), isNull(employeeRoles.deleted_at)))
      .where(theirs)
      .groupBy(accounts.id),
  );
  const theirSets = byAccount(
    await db
      .select({
        account_id,
        clothing_sets: all,
        empty_sets: countIf(sql`not ${setHasProducts}`),
        unworn_sets: countIf(sql`not ${setHasPeople}`),
        decorated_sets: countIf(isSetDecorated),
        unstitched_sets: countIf(isSetUnstitched),
      })
      .from(accounts)
      .innerJoin(clothingSets, and(eq(clothingSets.account_id, accounts.id), isNull(clothingSets.deleted_at)))
      .where(theirs)
      .groupBy(accounts.id),
  );
  const theirProducts = byAccount(
    await db
      .select({
        account_id,
        products: sql<number>`count(distinct ${styleId})`.mapWith(Number),
        unpriced_products: sql<number>`count(distinct case when ${isUnpriced} then ${styleId} end)`.mapWith(Number),
      })
      .from(accounts)
      .innerJoin(clothingSets, and(eq(clothingSets.account_id, accounts.id), isNull(clothingSets.deleted_at)))
      .innerJoin(clothingSetProducts, eq(clothingSetProducts.clothing_set_id, clothingSets.id))
      .innerJoin(products, eq(products.id, clothingSetProducts.product_id))
      .where(theirs)
      .groupBy(accounts.id),
  );
  const theirPeople = byAccount(
    await db
      .select({
        account_id,
        people: all,
        people_without_site: countIf(views.no_site),
        people_without_set: countIf(views.no_clothing_set),
        incomplete_people: countIf(sql`(${views.no_site} or ${views.no_clothing_set})`),
        people_with_email: countIf(sql`${users.email} is not null`),
        signed_in_people: countIf(sql`${users.signed_in_at} is not null`),
        uninvited_people: countIf(views.not_invited),
      })
      .from(accounts)
      .innerJoin(users, and(eq(users.account_id, accounts.id), isNull(users.deleted_at)))
      .where(theirs)
      .groupBy(accounts.id),
  );
  const theirOrders = await ordersOf(ctx, ids);
  return new Map(
    rows.map(({ id, skip_invoice, ...row }) => {
      const { open_orders, unsubmitted, orders } = theirOrders.get(id) ?? { open_orders: 0, unsubmitted: 0, orders: 0 };
      const facts = {
        ...none,
        ...row,
        is_invoiced: !skip_invoice,
        has_ordered: orders > unsubmitted,
        open_orders,
        ...theirSites.get(id),
        ...theirRoles.get(id),
        ...theirSets.get(id),
        ...theirProducts.get(id),
        ...theirPeople.get(id),
      };
      return [id, facts];
    }),
  );
}

const none = {
  sites: 0,
  sites_without_people: 0,
  employee_roles: 0,
  budgeted_roles: 0,
  roles_without_value: 0,
  clothing_sets: 0,
  products: 0,
  unpriced_products: 0,
  empty_sets: 0,
  unworn_sets: 0,
  decorated_sets: 0,
  unstitched_sets: 0,
  people: 0,
  people_without_site: 0,
  people_without_set: 0,
  incomplete_people: 0,
  people_with_email: 0,
  signed_in_people: 0,
  uninvited_people: 0,
};

/** For a list of accounts: the open orders of each, and if it has not ordered yet, how many steps of its set-up are done. */
export async function progressOf(ctx: Reader, ids: readonly number[]): Promise<(id: number) => { open_orders: number; setup: SetupProgress | null }> {
  const theirOrders = await ordersOf(ctx, ids);
  const hasOrdered = (id: number): boolean => {
    const { orders, unsubmitted } = theirOrders.get(id) ?? { orders: 0, unsubmitted: 0 };
    return orders > unsubmitted;
  };
  const newIds = ids.filter((id) => !hasOrdered(id));
  const facts = newIds.length > 0 ? await setupFactsOf(ctx, newIds) : new Map<number, SetupFacts>();
  return (id) => {
    const itsFacts = facts.get(id);
    const steps = itsFacts && judgeSetup(itsFacts);
    return {
      open_orders: theirOrders.get(id)?.open_orders ?? 0,
      setup: steps ? { done: steps.filter(({ state }) => state === 'done').length, steps: steps.length } : null,
    };
  };
}
interface SetupProgress {
  done: number;
  steps: number;
}

/** The number of records of one account, what is missing before its people can order, and who manages it. */
export async function accountSetupOf(ctx: Ctx, id: number): Promise<AccountSetup> {
  authorize(policy.edit_accounts(ctx.actor));
  const { db } = ctx;
  const facts = requireFound((await setupFactsOf(ctx, [id])).get(id));
  const itsSites = and(eq(sites.account_id, id), isNull(sites.deleted_at));
  const itsSets = and(eq(clothingSets.account_id, id), isNull(clothingSets.deleted_at));
  const sitesWhere = (which: SQL) =>
    db
      .select({ id: sites.id, name: sites.name })
      .from(sites)
      .where(and(itsSites, which))
      .orderBy(byName(sites.name), asc(sites.id))
      .limit(limits.setup_names);
  const setsWhere = (which: SQL) =>
    db
      .select({ id: clothingSets.id, name: clothingSets.name })
      .from(clothingSets)
      .where(and(itsSets, which))
      .orderBy(byName(clothingSets.name), asc(clothingSets.id))
      .limit(limits.setup_names);
  const isUnmanaged = sql`not ${siteHasManager}`;
  const [firstUnmanaged = null] = await sitesWhere(isUnmanaged);
  const rules = await db
    .select({
      id: sites.id,
      name: sites.name,
      inverse_po: sites.inverse_po,
      inverse_cc: sites.inverse_cc,
      po: accounts.require_po,
      cc: accounts.require_cc,
    })
    .from(sites)
    .innerJoin(accounts, eq(accounts.id, sites.account_id))
    .where(itsSites)
    .orderBy(byName(sites.name), asc(sites.id))
    .limit(limits.setup_sites);
  const [account] = await db.select({ created_at: accounts.created_at }).from(accounts).where(eq(accounts.id, id));
  return {
    facts,
    created_at: requireFound(account).created_at,
    sites_without_people: await sitesWhere(sql`not ${siteHasPeople}`),
    sites_without_manager: { count: await db.$count(sites, and(itsSites, isUnmanaged)), first: firstUnmanaged },
    roles_without_value: await db
      .select({ id: employeeRoles.id, name: employeeRoles.name })
      .from(employeeRoles)
      .where(and(eq(employeeRoles.account_id, id), isNull(employeeRoles.deleted_at), isRoleWithoutValue))
      .orderBy(byName(employeeRoles.name), asc(employeeRoles.id))
      .limit(limits.setup_names),
    empty_sets: await setsWhere(sql`not ${setHasProducts}`),
    unworn_sets: await setsWhere(sql`not ${setHasPeople}`),
    unpriced_products: await unpricedOf(ctx, id),
    unstitched_sets: await setsWhere(isSetUnstitched),
    embroiderers: await db
      .select({ id: users.id, name: personName(users).as('name') })
      .from(users)
      .where(and(eq(users.role, 'embroiderer'), isNull(users.deleted_at), eq(users.is_disabled, false)))
      .orderBy(asc(users.name_key), asc(users.id))
      .limit(limits.setup_names),
    managers: await managersOf(ctx, id),
    site_rules: rules.map(({ po, cc, ...rule }) => ({ ...rule, require_po: po !== rule.inverse_po, require_cc: cc !== rule.inverse_cc })),
  };
}

/** The first styles in the company's sets that have no price, each with the first set that has it. */
async function unpricedOf({ db }: Reader, account_id: number): Promise<AccountSetup['unpriced_products']> {
  const rows = await db
    .select({
      id: styleId,
      name: sql<string>`min(coalesce(style.name, ${products.name}))`,
      clothing_set_id: sql<number>`min(${clothingSets.id})`.mapWith(Number),
    })
    .from(clothingSets)
    .innerJoin(clothingSetProducts, eq(clothingSetProducts.clothing_set_id, clothingSets.id))
    .innerJoin(products, eq(products.id, clothingSetProducts.product_id))
    .leftJoin(sql`products as style`, sql`style.id = ${products.parent_id}`)
    .where(and(eq(clothingSets.account_id, account_id), isNull(clothingSets.deleted_at), isUnpriced))
    .groupBy(styleId)
    .orderBy(sql`2`, sql`1`)
    .limit(limits.setup_names);
  return rows;
}

/** The people who manage the company or its sites: client managers first. */
async function managersOf({ db }: Reader, account_id: number): Promise<AccountSetup['managers']> {
  const rows = await db
    .select({
      id: users.id,
      name: personName(users).as('name'),
      role: users.role,
      contact_phone: users.contact_phone,
      email: users.email,
      signed_in_at: users.signed_in_at,
      // One site is enough to tell two managers apart.
      site_name: sql<
        string | null
      >`(select min(place.name) from user_sites as theirs join sites as place on place.id = theirs.site_id where theirs.user_id = users.id and place.deleted_at is null)`,
    })
    .from(users)
    .where(and(eq(users.account_id, account_id), isNull(users.deleted_at), inArray(users.role, ['client_admin', 'site_admin'])))
    .orderBy(asc(users.role), asc(users.name_key), asc(users.id))
    .limit(limits.setup_managers);
  return rows.map(({ role, site_name, ...row }) => ({
    ...row,
    label: role === 'site_admin' && site_name ? `${roleLabels[role]}, ${site_name}` : roleLabels[role],
  }));
}
