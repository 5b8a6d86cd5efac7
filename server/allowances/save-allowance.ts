import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, sql } from 'drizzle-orm';
import {
  type Allowance,
  type AllowanceChange,
  type AllowanceInput,
  type AllowanceTerms,
  allowanceFaults,
} from '../../shared/allowances/allowance.ts';
import { messages } from '../../shared/messages.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { invalid, requireFound } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { among, idList } from '../db/among.ts';
import { lockRows } from '../db/lock.ts';
import { allowances, allowanceVersions, categories, clothingSets, employeeRoles, products, users } from '../db/tables/index.ts';
import { allowanceOf, authorizeAllowances } from './allowance-queries.ts';

/** The terms of an input without what says whose allowance it is and what it is called. */
function termsOf(input: AllowanceChange, today: string): AllowanceTerms {
  const { name: _name, employee_role_id: _role, user_id: _user, version: _version, effective_from = today, ...terms } = input;
  return { ...terms, effective_from };
}

/** The messages for the roles, people, categories, styles and sets of an input that the client company does not have, by field. */
async function referenceFaults(
  { db }: Ctx,
  account_id: number,
  { employee_role_id, user_id, covers }: AllowanceInput,
): Promise<Record<string, string>> {
  const words = messages.allowances;
  const lacks = async (ids: readonly number[], count: () => Promise<number>): Promise<boolean> =>
    ids.length > 0 && (await count()) < new Set(ids).size;
  const isOfOne = (employee_role_id === null) !== (user_id === null);
  const [role, user] = [employee_role_id, user_id].map((id) => (id === null || !isOfOne ? [] : [id])) as [number[], number[]];
  const { categories: categoryIds, styles, clothing_sets } = covers;
  const ofAccount = sql`${products.account_id} is null or ${products.account_id} = ${account_id}`;
  return {
    ...((await lacks(role, () =>
      db.$count(
        employeeRoles,
        and(among(employeeRoles.id, idList(role)), eq(employeeRoles.account_id, account_id), isNull(employeeRoles.deleted_at)),
      ),
    )) && { employee_role_id: words.other_role }),
    ...((await lacks(user, () =>
      db.$count(users, and(among(users.id, idList(user)), eq(users.account_id, account_id), isNull(users.deleted_at))),
    )) && { user_id: words.other_person }),
    ...((await lacks(categoryIds, () => db.$count(categories, among(categories.id, idList(categoryIds))))) && {
      'covers.categories': words.other_category,
    }),
    ...((await lacks(styles, () =>
      db.$count(products, and(among(products.id, idList(styles)), isNull(products.parent_id), isNull(products.deleted_at), sql`(${ofAccount})`)),
    )) && { 'covers.styles': words.other_style }),
    ...((await lacks(clothing_sets, () =>
      db.$count(
        clothingSets,
        and(among(clothingSets.id, idList(clothing_sets)), eq(clothingSets.account_id, account_id), isNull(clothingSets.deleted_at)),
      ),
    )) && { 'covers.clothing_sets': words.other_set }),
  };
}

/** 422 with all faults of an input of a client company. */
export async function enforceAllowance(ctx: Ctx, account_id: number, input: AllowanceInput): Promise<void> {
  const faults = { ...allowanceFaults(input, ukDate(ctx.now)), ...(await referenceFaults(ctx, account_id, input)) };
  if (Object.keys(faults).length) throw invalid(faults);
}

/** Add an allowance to a client company. */
export async function createAllowance(ctx: Ctx, account_id: number, input: AllowanceInput): Promise<Allowance> {
  await authorizeAllowances(ctx, account_id);
  await enforceAllowance(ctx, account_id, input);
  const { name, employee_role_id, user_id } = input;
  const [row] = await ctx.db
    .insert(allowances)
    .values({ account_id, name, employee_role_id, user_id, created_at: ctx.now })
    .returning({ id: allowances.id });
  const { id } = requireFound(row);
  await ctx.db.insert(allowanceVersions).values({ allowance_id: id, version: 1, terms: termsOf(input, ukDate(ctx.now)), created_at: ctx.now });
  const after = await allowanceOf(ctx, account_id, id);
  await audit(ctx, 'allowance.created', { type: 'allowance', id }, null, { ...after });
  return after;
}

/** Change an allowance from a day on. What was counted under the terms before stays counted. */
export async function changeAllowance(ctx: Ctx, account_id: number, id: number, change: AllowanceChange): Promise<Allowance> {
  const before = await lockAllowance(ctx, account_id, id);
  await enforceVersion(ctx, change.version, before, async () => before);
  await enforceAllowance(ctx, account_id, change);
  const version = before.version + 1;
  const { name, employee_role_id, user_id } = change;
  const terms = termsOf(change, ukDate(ctx.now));
  if (isDeepStrictEqual({ ...before, ...terms, name, employee_role_id, user_id }, before)) return before;
  await ctx.db.update(allowances).set({ name, employee_role_id, user_id, version }).where(eq(allowances.id, id));
  await ctx.db.insert(allowanceVersions).values({ allowance_id: id, version, terms, created_at: ctx.now });
  const after = await allowanceOf(ctx, account_id, id);
  await audit(ctx, 'allowance.changed', { type: 'allowance', id }, { ...before }, { ...after });
  return after;
}

/** End an allowance at once. What it has counted remains for reports. */
export async function endAllowance(ctx: Ctx, account_id: number, id: number): Promise<void> {
  const before = await lockAllowance(ctx, account_id, id);
  await ctx.db
    .update(allowances)
    .set({ ended_on: ukDate(ctx.now), version: before.version + 1 })
    .where(eq(allowances.id, id));
  await audit(ctx, 'allowance.ended', { type: 'allowance', id }, { ...before });
}

async function lockAllowance(ctx: Ctx, account_id: number, id: number): Promise<Allowance> {
  await authorizeAllowances(ctx, account_id);
  await lockRows(ctx.db.select({ id: allowances.id }).from(allowances).where(eq(allowances.id, id)));
  return allowanceOf(ctx, account_id, id);
}
