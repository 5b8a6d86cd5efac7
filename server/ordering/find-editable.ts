import {
  changesMoreThanNotes,
  changesPieces,
  checkEdit,
  checkNotCancelled,
  checkOfficeEdit,
  checkOrderMore,
} from '../../shared/ordering/editable.ts';
import { policy } from '../../shared/policy.ts';
import { all, allow } from '../../shared/verdict.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, requireFound } from '../core/problem.ts';
import { findOrder, type Order } from '../orders/find-order.ts';
import { orderFacts } from '../orders/order-facts.ts';

/**
 * Refuse the change unless the office may edit this submitted order at present. The items (`pieces`) may change only while some are still to ship.
 */
export async function enforceOfficeEdit(ctx: Ctx, order: Order, { pieces }: { pieces: boolean }): Promise<void> {
  const facts = requireFound((await orderFacts(ctx.db, [order.id]))[0]);
  enforce(all(checkOfficeEdit(order, facts.pick_state), pieces ? checkOrderMore(facts) : allow));
}

/**
 * Refuse a change of a line of a submitted order unless the office may make it at present: a change of only the notes until the order is cancelled,
 * any other change only while no pick is open.
 */
export async function enforceOfficeLineEdit(
  ctx: Ctx,
  order: Order,
  line: Parameters<typeof changesMoreThanNotes>[0],
  change: Parameters<typeof changesMoreThanNotes>[1],
): Promise<void> {
  if (changesMoreThanNotes(line, change)) await enforceOfficeEdit(ctx, order, { pieces: changesPieces(line, change) });
  else enforce(checkNotCancelled(order));
}

/**
 * Lock an order that the caller may change at present. The office may also change submitted orders, and their head (`head`) even while a pick is
 * open.
 */
export async function findEditable(ctx: Ctx, uuid: string, { pieces = false, head = false } = {}): Promise<Order> {
  const order = await findOrder(ctx, uuid, { lock: true });
  authorize(policy.edit_draft(ctx.actor, order));
  const office = policy.use_office(ctx.actor) && order.submitted_at !== null;
  if (office && head) enforce(checkNotCancelled(order));
  else if (office) await enforceOfficeEdit(ctx, order, { pieces });
  else enforce(checkEdit(order, { approve: policy.approve_request(ctx.actor, order) }));
  return order;
}
