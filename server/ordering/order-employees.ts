import { and, eq } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { checkUnpromised } from '../../shared/ordering/moment.ts';
import { policy } from '../../shared/policy.ts';
import { all } from '../../shared/verdict.ts';
import { audit } from '../audit/audit.ts';
import { orderEmployees, orderLines } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { authorize, enforce, invalid, notFound } from '../http/problem.ts';
import { findEditable } from './find-editable.ts';
import { nextVersion } from './next-version.ts';
import { orderView } from './order-queries.ts';
import type { OrderView } from './order-view.ts';
import { refreshStatus } from './refresh-status.ts';
import { findWearers } from './start-order.ts';

/** Let an order be for more wearers; those it is for already stay. */
export async function addEmployees(ctx: Ctx, uuid: string, ids: readonly number[]): Promise<OrderView> {
  authorize(policy.order_for_others(ctx.actor));
  const order = await findEditable(ctx, uuid, { pieces: true });
  const wearers = await findWearers(ctx, ids);
  if (wearers.some(({ account_id }) => account_id !== order.account_id)) throw invalid({ employees: messages.wrong_account });
  await ctx.db
    .insert(orderEmployees)
    .values(wearers.map(({ id }) => ({ order_id: order.id, employee_id: id })))
    .onConflictDoNothing();
  await nextVersion(ctx, [order]);
  await audit(ctx, 'order.employees_added', { type: 'order', id: order.id }, null, { employees: ids });
  return orderView(ctx, uuid);
}

/** Take a wearer off an order, with all that was ordered for them. */
export async function removeEmployee(ctx: Ctx, uuid: string, employee_id: number): Promise<OrderView> {
  const order = await findEditable(ctx, uuid);
  const [there] = await ctx.db
    .delete(orderEmployees)
    .where(and(eq(orderEmployees.order_id, order.id), eq(orderEmployees.employee_id, employee_id)))
    .returning({ employee_id: orderEmployees.employee_id });
  if (!there) throw notFound();
  const gone = await ctx.db
    .delete(orderLines)
    .where(and(eq(orderLines.order_id, order.id), eq(orderLines.employee_id, employee_id)))
    .returning();
  enforce(all(...gone.map(checkUnpromised)));
  if (order.submitted_at) await refreshStatus(ctx, [order.id]);
  await nextVersion(ctx, [order]);
  await audit(ctx, 'order.employee_removed', { type: 'order', id: order.id }, { employee_id, lines: gone });
  return orderView(ctx, uuid);
}
