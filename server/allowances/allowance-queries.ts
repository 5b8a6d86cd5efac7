import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Allowance } from '../../shared/allowances/allowance.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { contains } from '../db/contains.ts';
import { byName } from '../db/folded.ts';
import { personNameIfAny } from '../db/person-name.ts';
import { accounts, allowances, allowanceVersions, categories, clothingSets, employeeRoles, products, users } from '../db/tables/index.ts';

const id = z.coerce.number().int().positive().optional();
export const allowanceQuery = listQuery({ orderBy: ['name', 'id'], default: 'name', per_page: limits.allowances_page }).extend({
  employee_role_id: id,
  user_id: id,
  stage: z.enum(['open', 'ended', 'all']).default('open'),
});
const stages = { open: isNull(allowances.ended_on), ended: isNotNull(allowances.ended_on), all: undefined };

/** 403 for people who may not set up allowances, 404 for another client company. */
export async function authorizeAllowances({ db, actor }: Pick<Ctx, 'db' | 'actor'>, account_id: number): Promise<void> {
  authorize(policy.edit_allowances(actor));
  const isOther = actor.account_id !== null && actor.account_id !== account_id;
  const [account] = isOther ? [] : await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account_id));
  requireFound(account);
}

const columns = {
  id: allowances.id,
  account_id: allowances.account_id,
  employee_role_id: allowances.employee_role_id,
  user_id: allowances.user_id,
  name: allowances.name,
  version: allowances.version,
  ended_on: allowances.ended_on,
  terms: allowanceVersions.terms,
  role_name: employeeRoles.name,
  user_name: personNameIfAny(users).as('user_name'),
};

const withNewestTerms = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select(columns)
    .from(allowances)
    .innerJoin(
      allowanceVersions,
      // The end of an allowance raises its version, but makes no new terms.
      sql`${allowanceVersions.allowance_id} = ${allowances.id} and ${allowanceVersions.version} =
        (select max(newest.version) from allowance_versions newest where newest.allowance_id = ${allowances.id})`,
    )
    .leftJoin(employeeRoles, eq(employeeRoles.id, allowances.employee_role_id))
    .leftJoin(users, eq(users.id, allowances.user_id));
type Row = Awaited<ReturnType<typeof withNewestTerms>>[number];

/** Allowances with the names of what they are for and of what they cover. */
async function viewsOf({ db }: Pick<Ctx, 'db'>, rows: readonly Row[]): Promise<Allowance[]> {
  const idsOf = (kind: 'categories' | 'styles' | 'clothing_sets'): string => idList([...new Set(rows.flatMap(({ terms }) => terms.covers[kind]))]);
  const named = {
    categories: await db
      .select({ id: categories.id, name: categories.name })
      .from(categories)
      .where(among(categories.id, idsOf('categories')))
      .orderBy(byName(categories.name)),
    styles: await db
      .select({ id: products.id, name: products.name })
      .from(products)
      .where(and(among(products.id, idsOf('styles')), isNull(products.deleted_at)))
      .orderBy(byName(products.name)),
    clothing_sets: await db
      .select({ id: clothingSets.id, name: clothingSets.name })
      .from(clothingSets)
      .where(and(among(clothingSets.id, idsOf('clothing_sets')), isNull(clothingSets.deleted_at)))
      .orderBy(byName(clothingSets.name)),
  };
  return rows.map(({ terms, role_name, user_name, ...row }) => ({
    ...row,
    ...terms,
    employee_role: row.employee_role_id === null ? null : { id: row.employee_role_id, name: role_name ?? '' },
    user: row.user_id === null ? null : { id: row.user_id, name: user_name ?? '' },
    covered: {
      categories: named.categories.filter(({ id }) => terms.covers.categories.includes(id)),
      styles: named.styles.filter(({ id }) => terms.covers.styles.includes(id)),
      clothing_sets: named.clothing_sets.filter(({ id }) => terms.covers.clothing_sets.includes(id)),
    },
  }));
}

/** The allowances of a client company with their newest terms, found by name; without a stage those that are in force or begin later. */
export async function listAllowances(ctx: Ctx, account_id: number, query: z.infer<typeof allowanceQuery>): Promise<Page<Allowance>> {
  await authorizeAllowances(ctx, account_id);
  const rows = withNewestTerms(ctx).where(
    and(
      eq(allowances.account_id, account_id),
      stages[query.stage],
      query.search ? contains(allowances.name, query.search) : undefined,
      query.employee_role_id ? eq(allowances.employee_role_id, query.employee_role_id) : undefined,
      query.user_id ? eq(allowances.user_id, query.user_id) : undefined,
    ),
  );
  return readPage(ctx.db, query, { rows, order: [allowances[query.orderBy], allowances.id] }, (list) => viewsOf(ctx, list));
}

/** Allowances of a client company by their ids, in the sequence of the ids; those that have ended are left out. */
export async function allowancesOf(ctx: Ctx, account_id: number, ids: readonly number[]): Promise<Allowance[]> {
  const rows = await withNewestTerms(ctx)
    .where(and(among(allowances.id, idList(ids)), eq(allowances.account_id, account_id), isNull(allowances.ended_on)))
    .orderBy(asc(allowances.id));
  return viewsOf(ctx, rows);
}

/** One allowance of a client company; one that has ended does not exist any more. */
export async function allowanceOf(ctx: Ctx, account_id: number, allowance_id: number): Promise<Allowance> {
  await authorizeAllowances(ctx, account_id);
  const [view] = await allowancesOf(ctx, account_id, [allowance_id]);
  return requireFound(view);
}
