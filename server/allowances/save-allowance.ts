import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  type Allowance,
  type AllowanceChange,
  type AllowanceCopies,
  type AllowanceInput,
  type AllowanceTerms,
  allowanceFaults,
} from '../../shared/allowances/allowance.ts';
import { listText } from '../../shared/list-text.ts';
import { messages } from '../../shared/messages.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { invalid, requireFound } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { among, idList } from '../db/among.ts';
import { byName } from '../db/folded.ts';
import { lockRows } from '../db/lock.ts';
import { allowances, allowanceVersions, categories, clothingSets, employeeRoles, products, users } from '../db/tables/index.ts';
import { allowanceOf, allowancesOf, authorizeAllowances } from './allowance-queries.ts';

/** The terms of an input without what says whose allowance it is and what it is called. */
function termsOf(input: AllowanceChange, today: string): AllowanceTerms {
  const { unit, amount, instalments, bands, first_period_min_months, min_service_months, covers, period_months } = input;
  const { anchor, starts_on, carry_over_max, when_exceeded, counts_rollouts, effective_from = today } = input;
  const amounts = { unit, amount, instalments, bands, first_period_min_months, min_service_months, covers, period_months };
  return { ...amounts, anchor, starts_on, carry_over_max, when_exceeded, counts_rollouts, effective_from };
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
  await audit(ctx, 'allowance.created', { type: 'allowance', id }, null, factsOf(after));
  return after;
}

/** An allowance without the names of other records, as the audit keeps it. */
const factsOf = ({ employee_role: _role, user: _user, covered: _covered, ...facts }: Allowance) => ({ ...facts });

/** Give other roles of the client company an allowance with the newest terms of this one. All of them are made, or none. */
export async function copyAllowance(ctx: Ctx, account_id: number, id: number, { employee_role_ids }: AllowanceCopies): Promise<Allowance[]> {
  const source = await allowanceOf(ctx, account_id, id);
  const ids = [...new Set(employee_role_ids)];
  const roles = await ctx.db
    .select({ id: employeeRoles.id, name: employeeRoles.name })
    .from(employeeRoles)
    .where(and(among(employeeRoles.id, idList(ids)), eq(employeeRoles.account_id, account_id), isNull(employeeRoles.deleted_at)))
    .orderBy(byName(employeeRoles.name));
  if (roles.length < ids.length) throw invalid({ employee_role_ids: messages.allowances.other_role });
  const same = await ctx.db
    .select({ employee_role_id: allowances.employee_role_id })
    .from(allowances)
    .where(and(among(allowances.employee_role_id, idList(ids)), eq(allowances.name, source.name), isNull(allowances.ended_on)));
  const having = roles.filter((role) => same.some(({ employee_role_id }) => employee_role_id === role.id)).map(({ name }) => name);
  if (having.length) throw invalid({ employee_role_ids: messages.allowances.has_same(listText(having)) });
  const today = ukDate(ctx.now);
  const terms = { ...termsOf({ ...source, user_id: null }, today), effective_from: source.effective_from > today ? source.effective_from : today };
  const rows = await ctx.db
    .insert(allowances)
    .values(roles.map((role) => ({ account_id, name: source.name, employee_role_id: role.id, user_id: null, created_at: ctx.now })))
    .returning({ id: allowances.id });
  await ctx.db.insert(allowanceVersions).values(rows.map((row) => ({ allowance_id: row.id, version: 1, terms, created_at: ctx.now })));
  const copies = await allowancesOf(
    ctx,
    account_id,
    rows.map((row) => row.id),
  );
  for (const copy of copies) await audit(ctx, 'allowance.created', { type: 'allowance', id: copy.id }, null, factsOf(copy));
  return copies;
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
  await audit(ctx, 'allowance.changed', { type: 'allowance', id }, factsOf(before), factsOf(after));
  return after;
}

export const endedAllowance = z.object({ id: z.int(), ended_on: z.string() });

/** End an allowance at once. What it has counted remains for reports. */
export async function endAllowance(ctx: Ctx, account_id: number, id: number): Promise<z.infer<typeof endedAllowance>> {
  const before = await lockAllowance(ctx, account_id, id);
  const ended_on = ukDate(ctx.now);
  await ctx.db
    .update(allowances)
    .set({ ended_on, version: before.version + 1 })
    .where(eq(allowances.id, id));
  await audit(ctx, 'allowance.ended', { type: 'allowance', id }, factsOf(before));
  return { id, ended_on };
}

async function lockAllowance(ctx: Ctx, account_id: number, id: number): Promise<Allowance> {
  await authorizeAllowances(ctx, account_id);
  await lockRows(ctx.db.select({ id: allowances.id }).from(allowances).where(eq(allowances.id, id)));
  return allowanceOf(ctx, account_id, id);
}
