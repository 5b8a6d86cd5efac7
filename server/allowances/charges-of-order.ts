import { and, asc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { allowanceExcesses, allowanceUnits } from '../../shared/allowances/allowance.ts';
import { type AllowanceCharge, allowanceArithmetic, overAllowance } from '../../shared/allowances/judge-allowances.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { allowances, orderLines, orders } from '../db/tables/index.ts';
import type { Order } from '../orders/find-order.ts';
import { allowancesOfHolders, countedLines, figuresOfPeople, holdersOf, takenBy, termsAtSubmission } from './figures-of-people.ts';

/** A charge of an order to an allowance, with the lines that it comes from. */
export interface OrderCharge extends AllowanceCharge {
  /** The place among the order's lines, from 0, of the line with which the order goes over the allowance, or else of its last line. */
  line: number;
}

export const orderAllowanceSchema = z.object({
  allowance_id: z.int(),
  employee_id: z.int(),
  employee_name: z.string(),
  name: z.string(),
  unit: z.enum(allowanceUnits),
  amount: z.int().nullable().describe('For the period; null where there is no limit yet'),
  used: z.int().describe('By other orders of the period, less returns'),
  this_order: z.int(),
  over: z.int().describe('By how much this order goes over the allowance'),
  when_exceeded: z.enum(allowanceExcesses),
  from: z.string().nullable(),
  until: z.string().nullable(),
  next: z.object({ on: z.string(), amount: z.int() }).nullable(),
  arithmetic: z.string(),
});
export type OrderAllowance = z.infer<typeof orderAllowanceSchema>;

/** A charge as readers of the order see it. */
export function allowanceOfOrder(charge: OrderCharge): OrderAllowance {
  const { allowance_id, employee_id, employee_name, name, unit, this_order, when_exceeded, figure } = charge;
  const { amount, used, from, until, next } = figure;
  const over = overAllowance(charge);
  const arithmetic = allowanceArithmetic(charge);
  return { allowance_id, employee_id, employee_name, name, unit, amount, used, this_order, over, when_exceeded, from, until, next, arithmetic };
}

/** What an order takes of its wearers' allowances on the day of its submission, or today; samples take nothing. */
export async function chargesOfOrder(
  ctx: Pick<Ctx, 'db' | 'now'>,
  order: Pick<Order, 'id' | 'account_id' | 'is_sample' | 'submitted_at'>,
): Promise<OrderCharge[]> {
  if (order.is_sample) return [];
  const [any] = await ctx.db
    .select({ id: allowances.id })
    .from(allowances)
    .where(and(eq(allowances.account_id, order.account_id), isNull(allowances.ended_on)))
    .limit(1);
  if (!any) return [];
  const lines = await countedLines(ctx)
    .where(and(eq(orderLines.order_id, order.id), eq(orders.id, order.id)))
    .orderBy(asc(orderLines.id));
  const day = ukDate(order.submitted_at ?? ctx.now);
  const holders = await holdersOf(ctx, [...new Set(lines.map(({ employee_id }) => employee_id))]);
  const list = await allowancesOfHolders(ctx, holders, day);
  if (!list.length) return [];
  const { figures, productOf } = await figuresOfPeople(ctx, holders, day, { only: list, except: order.id });
  return figures.flatMap(({ allowance, terms, holder, figure }) => {
    const judgedBy = termsAtSubmission(allowance, day, order.submitted_at ?? ctx.now);
    const taken = lines.map((line) => (line.employee_id === holder.id ? takenBy(judgedBy, line, productOf(line)) : 0));
    const charge = {
      allowance_id: allowance.id,
      employee_id: holder.id,
      employee_name: holder.name,
      name: allowance.name,
      unit: terms.unit,
      period_months: terms.period_months,
      when_exceeded: terms.when_exceeded,
      figure,
      this_order: 0,
    };
    let line = -1;
    for (const [place, amount] of taken.entries()) {
      if (amount === 0) continue;
      if (overAllowance(charge) === 0) line = place;
      charge.this_order += amount;
    }
    return line < 0 ? [] : [{ ...charge, line }];
  });
}
