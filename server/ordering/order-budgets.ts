import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import { budgetSchema, budgetsAround, budgetView } from '../budgets/budgets-of-order.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { personName } from '../db/person-name.ts';
import { users } from '../db/tables/index.ts';
import { findOrder } from '../orders/find-order.ts';

/** Upper limit of people who are named as contacts for a higher budget. */
const MAX_CONTACTS = 3;

export const orderBudgetSchema = budgetSchema.extend({
  contacts: z.array(z.string()).describe('Names of client managers other than the caller, who ask the provider to raise it'),
});

/** The budgets of an order's wearers and the amounts that the order charges to them, for callers who may see its prices. */
export async function budgetsOf(ctx: Ctx, uuid: string): Promise<{ items: z.infer<typeof orderBudgetSchema>[] }> {
  const order = await findOrder(ctx, uuid);
  authorize(policy.see_order_prices(ctx.actor, order));
  const budgets = await budgetsAround(ctx, order);
  const isClientAdmin = and(
    eq(users.account_id, order.account_id),
    eq(users.role, 'client_admin'),
    isNull(users.deleted_at),
    eq(users.is_disabled, false),
  );
  const managers = budgets.length
    ? await ctx.db
        .select({ name: personName(users).as('name') })
        .from(users)
        .where(and(isClientAdmin, ne(users.id, ctx.actor.id)))
        .orderBy(asc(users.name_key), asc(users.id))
        .limit(MAX_CONTACTS)
    : [];
  const contacts = managers.map(({ name }) => name);
  return { items: budgets.map((budget) => ({ ...budgetView(budget), contacts })) };
}
