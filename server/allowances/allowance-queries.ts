import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Allowance, AllowanceTerms } from '../../shared/allowances/allowance.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { contains } from '../db/contains.ts';
import { accounts, allowances, allowanceVersions } from '../db/tables/index.ts';

const id = z.coerce.number().int().positive().optional();
export const allowanceQuery = listQuery({ orderBy: ['name', 'id'], default: 'name', per_page: limits.allowances_page }).extend({
  employee_role_id: id,
  user_id: id,
});

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
};
const view = ({ terms, ...row }: Pick<Allowance, Exclude<keyof typeof columns, 'terms'>> & { terms: AllowanceTerms }): Allowance => ({
  ...row,
  ...terms,
});

const withNewestTerms = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select(columns)
    .from(allowances)
    .innerJoin(allowanceVersions, and(eq(allowanceVersions.allowance_id, allowances.id), eq(allowanceVersions.version, allowances.version)));

/** The allowances of a client company that are in force or begin later, with their newest terms, found by name. */
export async function listAllowances(ctx: Ctx, account_id: number, query: z.infer<typeof allowanceQuery>): Promise<Page<Allowance>> {
  await authorizeAllowances(ctx, account_id);
  const rows = withNewestTerms(ctx).where(
    and(
      eq(allowances.account_id, account_id),
      isNull(allowances.ended_on),
      query.search ? contains(allowances.name, query.search) : undefined,
      query.employee_role_id ? eq(allowances.employee_role_id, query.employee_role_id) : undefined,
      query.user_id ? eq(allowances.user_id, query.user_id) : undefined,
    ),
  );
  return readPage(ctx.db, query, { rows, order: [allowances[query.orderBy], allowances.id] }, (list) => list.map(view));
}

/** One allowance of a client company; one that has ended does not exist any more. */
export async function allowanceOf(ctx: Ctx, account_id: number, allowance_id: number): Promise<Allowance> {
  await authorizeAllowances(ctx, account_id);
  const [row] = await withNewestTerms(ctx).where(
    and(eq(allowances.id, allowance_id), eq(allowances.account_id, account_id), isNull(allowances.ended_on)),
  );
  return view(requireFound(row));
}
