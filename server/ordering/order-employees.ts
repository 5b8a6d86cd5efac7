import { and, eq } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, notFound } from '../core/problem.ts';
import { orderEmployees, orderLines } from '../db/tables/index.ts';
import { orderView } from '../order-queries/order-queries.ts';
import type { OrderView } from '../order-queries/order-view.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { dropLines } from './drop-lines.ts';
import { enforceRoomForWearers } from './enforce-room.ts';
import { findEditable } from './find-editable.ts';
import { isWearer } from './is-wearer.ts';
import { nextVersion } from './next-version.ts';
import { findWearers } from './start-order.ts';

/** Add wearers to an order. Wearers who are already on the order stay on it. */
export async function addEmployees(ctx: Ctx, uuid: string, ids: readonly number[]): Promise<OrderView> {
  authorize(policy.order_for_others(ctx.actor));
  const order = await findEditable(ctx, uuid, { pieces: true });
  const wearers = await findWearers(ctx, ids);
  if (wearers.some(({ account_id }) => account_id !== order.account_id)) throw invalid({ employees: messages.wrong_account });
  await ctx.db
    .insert(orderEmployees)
    .values(wearers.map(({ id }) => ({ order_id: order.id, employee_id: id })))
    .onConflictDoNothing();
  await enforceRoomForWearers(ctx, order.id);
  await nextVersion(ctx, [order]);
  await audit(ctx, 'order.employees_added', { type: 'order', id: order.id }, null, { employees: ids });
  return orderView(ctx, uuid);
}

/** Remove a wearer from an order, with everything that was ordered for them. The wearer stays if one of their lines has to stay. */
export async function removeEmployee(ctx: Ctx, uuid: string, employee_id: number): Promise<OrderView> {
  const order = await findEditable(ctx, uuid);
  if (!(await isWearer(ctx, order.id, employee_id))) throw notFound();
  const { lines, keptIds: remaining } = await dropLines(ctx, order, eq(orderLines.employee_id, employee_id));
  if (!remaining.length)
    await ctx.db.delete(orderEmployees).where(and(eq(orderEmployees.order_id, order.id), eq(orderEmployees.employee_id, employee_id)));
  if (order.submitted_at) await refreshStatus(ctx, [order.id]);
  await nextVersion(ctx, [order]);
  await audit(ctx, 'order.employee_removed', { type: 'order', id: order.id }, { employee_id, lines }, remaining.length ? { kept: remaining } : null);
  return orderView(ctx, uuid);
}
