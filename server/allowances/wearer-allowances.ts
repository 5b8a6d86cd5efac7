import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { allowanceExcesses, allowanceUnits, type ExtraInput } from '../../shared/allowances/allowance.ts';
import type { AllowanceReason } from '../../shared/allowances/allowance-figure.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { formatDate, ukDate } from '../../shared/uk-time.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, requireFound } from '../core/problem.ts';
import { allowanceGrants, users } from '../db/tables/index.ts';
import { approverNames, approversOfWearer } from '../orders/approvers.ts';
import { visibleEmployees } from '../people/scope.ts';
import { figuresOfPeople, holdersOf, type PersonAllowance } from './figures-of-people.ts';
import { lockAllowances } from './lock-allowances.ts';

export const wearerAllowanceSchema = z.object({
  id: z.int(),
  name: z.string(),
  unit: z.enum(allowanceUnits),
  amount: z.int().nullable().describe('For the present period; null where there is no limit yet'),
  used: z.int(),
  left: z.int().nullable(),
  from: z.string().nullable(),
  until: z.string().nullable().describe('The first day outside the period'),
  next: z.object({ on: z.string(), amount: z.int() }).nullable().describe('When the person gets more, and how much'),
  when_exceeded: z.enum(allowanceExcesses),
  reason: z.string().nullable().describe('Why there is nothing, or no limit yet'),
  parts: z.object({ base: z.int(), carried: z.int(), extra: z.int() }),
});
export const wearerAllowancesSchema = z.object({
  items: z.array(wearerAllowanceSchema),
  approvers: z.array(z.string()).describe('Who may grant the person more'),
  can: z.object({ grant_extra: z.boolean() }),
});

const reasonText = (reason: AllowanceReason | null): string | null => {
  const words = messages.allowances;
  if (reason === null) return null;
  if (reason.code === 'no_first_day') return words.no_first_day;
  return reason.code === 'service' ? words.service(formatDate(reason.on)) : words.not_begun(formatDate(reason.on));
};

/** One allowance of a person as its readers see it. */
export const allowanceOfPerson = ({ allowance: { id, name }, terms, figure }: PersonAllowance): z.infer<typeof wearerAllowanceSchema> => {
  const { is_first: _first, reason, ...amounts } = figure;
  return { id, name, unit: terms.unit, ...amounts, when_exceeded: terms.when_exceeded, reason: reasonText(reason) };
};

/** Finds a person, or 404 for somebody whom the caller may not see. */
async function requireVisible({ db, actor }: Pick<Ctx, 'db' | 'actor'>, id: number): Promise<{ id: number; account_id: number | null }> {
  const [row] = await db
    .select({ id: users.id, account_id: users.account_id })
    .from(users)
    .where(and(eq(users.id, id), visibleEmployees(actor, { with_archived: policy.edit_people(actor) })));
  return requireFound(row);
}

/** What a person may have today of each of their allowances, and who may grant more. The person sees it, and so do people who may see the person. */
export async function wearerAllowances(ctx: Ctx, employee_id: number): Promise<z.infer<typeof wearerAllowancesSchema>> {
  const { account_id } = await requireVisible(ctx, employee_id);
  const { figures } = await figuresOfPeople(ctx, await holdersOf(ctx, [employee_id]), ukDate(ctx.now));
  const approvers = figures.length && account_id !== null ? await approversOfWearer(ctx, { id: employee_id, account_id }) : [];
  return {
    items: figures.map(allowanceOfPerson),
    approvers: approverNames(ctx.actor, approvers),
    can: { grant_extra: policy.grant_extra(ctx.actor, { id: employee_id }) },
  };
}

/** Grant somebody more of an allowance in its present period. Nobody grants something to themself. */
export async function grantExtra(ctx: Ctx, employee_id: number, allowance_id: number, input: ExtraInput) {
  await requireVisible(ctx, employee_id);
  authorize(policy.grant_extra(ctx.actor, { id: employee_id }));
  await lockAllowances(ctx, [employee_id]);
  const holders = await holdersOf(ctx, [employee_id]);
  const granted_on = ukDate(ctx.now);
  const one = (await figuresOfPeople(ctx, holders, granted_on)).figures.find(({ allowance }) => allowance.id === allowance_id);
  if (requireFound(one).figure.amount === null) throw invalid({ amount: messages.allowances.no_limit_yet });
  const { amount, reason } = input;
  await ctx.db
    .insert(allowanceGrants)
    .values({ allowance_id, user_id: employee_id, granted_on, amount, reason, granted_by: ctx.actor.id, created_at: ctx.now });
  await audit(ctx, 'allowance.extra_granted', { type: 'user', id: employee_id }, null, { allowance_id, amount, reason });
  return wearerAllowances(ctx, employee_id);
}
