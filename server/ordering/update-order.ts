import { and, eq, isNull, or } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { checkNotCancelled } from '../../shared/ordering/editable.ts';
import type { OfficeOrder } from '../../shared/ordering/order-input.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid } from '../core/problem.ts';
import { users } from '../db/tables/index.ts';
import { orderView } from '../order-queries/order-queries.ts';
import type { OrderView } from '../order-queries/order-view.ts';
import type { Order } from '../orders/find-order.ts';
import { officeCharge } from './office-charge.ts';
import { findInVersion, writeDetails } from './set-details.ts';

/** The requester has to belong to the order's account or to the office. */
async function enforceRequester(ctx: Ctx, order: Order, requester_id: number): Promise<void> {
  const [person] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, requester_id), isNull(users.deleted_at), or(eq(users.account_id, order.account_id), eq(users.role, 'super'))));
  if (!person) throw invalid({ requester_id: messages.unknown_employee });
}

async function update(ctx: Ctx, uuid: string, { version, ...head }: Omit<OfficeOrder, 'force_over_budget_order'>): Promise<void> {
  const order = await findInVersion(ctx, uuid, version);
  enforce(checkNotCancelled(order));
  if (head.requester_id && head.requester_id !== order.requester_id) await enforceRequester(ctx, order, head.requester_id);
  await writeDetails(ctx, order, head);
}

/** Change the delivery, references, requester or flags of an order. Only the office may do this, and only until the order is cancelled. */
export async function updateOrder(ctx: Ctx, uuid: string, { force_over_budget_order: force, ...head }: OfficeOrder): Promise<OrderView> {
  authorize(policy.use_office(ctx.actor));
  const command = () => update(ctx, uuid, head);
  // Samples are not charged, nor are orders that some people place for themselves. This change may turn such an order into one that is charged.
  const isCharging = head.is_sample === false || head.requester_id !== undefined;
  await (isCharging ? officeCharge(ctx, uuid, { force }, command) : command());
  return orderView(ctx, uuid);
}
