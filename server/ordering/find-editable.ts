import { checkEdit, checkOfficeEdit, checkOrderMore } from '../../shared/ordering/moment.ts';
import { policy } from '../../shared/policy.ts';
import { all, allow } from '../../shared/verdict.ts';
import type { Ctx } from '../http/context.ts';
import { authorize, enforce, found } from '../http/problem.ts';
import { findOrder, type Order } from './find-order.ts';
import { orderFacts } from './order-facts.ts';

/** Go on only if the office may change this submitted order now; what is ordered (`pieces`) also only while some of it is still to ship. */
export async function enforceOfficeEdit(ctx: Ctx, order: Order, { pieces }: { pieces: boolean }): Promise<void> {
  const facts = found((await orderFacts(ctx.db, [order.id]))[0]);
  enforce(all(checkOfficeEdit(order, facts.round), pieces ? checkOrderMore(facts) : allow));
}

/** An order that the caller may change at this moment, held until the unit of work ends. The office may change what is submitted too. */
export async function findEditable(ctx: Ctx, uuid: string, { pieces = false } = {}): Promise<Order> {
  const order = await findOrder(ctx, uuid, { lock: true });
  authorize(policy.edit_draft(ctx.actor, order));
  const office = policy.use_office(ctx.actor) && order.submitted_at !== null;
  if (office) await enforceOfficeEdit(ctx, order, { pieces });
  else enforce(checkEdit(order, { approve: policy.approve_request(ctx.actor, order) }));
  return order;
}
