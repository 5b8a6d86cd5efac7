import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AllowancePreview } from '../../shared/allowances/allowance.ts';
import { limits } from '../../shared/limits.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { userEmployeeRoles, users } from '../db/tables/index.ts';
import { allowanceOf, authorizeAllowances } from './allowance-queries.ts';
import { figuresOfPeople, holdersOf } from './figures-of-people.ts';
import { enforceAllowance } from './save-allowance.ts';

export const allowancePreviewSchema = z.object({
  people: z.int().describe('Active people whom it is for'),
  over: z
    .array(z.object({ id: z.int(), name: z.string(), used: z.int(), amount: z.int() }))
    .describe('Who has had more already, the first 100 by name'),
  over_total: z.int(),
});

/** For whom an allowance would be, and who of them has had more already. Nothing is stored. */
export async function previewAllowance(ctx: Ctx, account_id: number, input: AllowancePreview): Promise<z.infer<typeof allowancePreviewSchema>> {
  await authorizeAllowances(ctx, account_id);
  await enforceAllowance(ctx, account_id, input);
  if (input.id !== undefined) await allowanceOf(ctx, account_id, input.id);
  const { employee_role_id, user_id } = input;
  const today = ukDate(ctx.now);
  const rows = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.account_id, account_id),
        isNull(users.deleted_at),
        user_id === null
          ? sql`exists (select 1 from ${userEmployeeRoles} where ${userEmployeeRoles.user_id} = ${users.id} and ${userEmployeeRoles.employee_role_id} = ${employee_role_id})`
          : eq(users.id, user_id),
      ),
    )
    .orderBy(asc(users.name_key), asc(users.id));
  const ids = rows.map(({ id }) => id);
  const { id = 0, name: _name, employee_role_id: _role, user_id: _user, effective_from = today, ...terms } = input;
  // The figures are those of the day on which the allowance would begin to count.
  const day = effective_from > today ? effective_from : today;
  const allowance = {
    id,
    name: input.name,
    employee_role_id,
    user_id,
    ended_on: null,
    versions: [{ ...terms, effective_from, created_at: ctx.now }],
  };
  const { figures } = await figuresOfPeople(ctx, await holdersOf(ctx, ids), day, { only: [allowance] });
  const place = new Map(ids.map((id, at) => [id, at]));
  const over = figures
    .flatMap(({ holder, figure: { amount, used } }) => (amount !== null && used > amount ? [{ id: holder.id, name: holder.name, used, amount }] : []))
    .sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  return { people: ids.length, over: over.slice(0, limits.allowance_preview), over_total: over.length };
}
