import { eq } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { checkCreateReturn, type NewReturn, returnFaults } from '../../shared/returns/create-return.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid, requireFound } from '../core/problem.ts';
import { returnLines, returnReasons, returns } from '../db/tables/index.ts';
import { findOrder } from '../orders/find-order.ts';
import { type ReturnView, returnView } from './return-queries.ts';
import { type ReturnableLine, returnableLines } from './returnable-queries.ts';

/** The ids of the return reasons. */
export const reasonIds = async ({ db }: Pick<Ctx, 'db'>): Promise<Set<number>> =>
  new Set((await db.select({ id: returnReasons.id }).from(returnReasons)).map(({ id }) => id));

/** The id of a return reason, which is created if the reasons lack it. */
export async function reasonId({ db }: Pick<Ctx, 'db'>, description: string): Promise<number> {
  await db.insert(returnReasons).values({ description }).onConflictDoNothing();
  const [reason] = await db.select({ id: returnReasons.id }).from(returnReasons).where(eq(returnReasons.description, description));
  return requireFound(reason).id;
}

/** Request the return of items of a shipped order. Requests for one order run one after the other, so that no item is returned twice. */
export async function createReturn(ctx: Ctx, uuid: string, input: NewReturn): Promise<ReturnView> {
  const order = await findOrder(ctx, uuid, { lock: true });
  authorize(policy.create_return(ctx.actor));
  enforce(checkCreateReturn(order));
  const lines = await returnableLines(ctx, [order.id]);
  const reasons = await reasonIds(ctx);
  const faults = returnFaults(input, { lines, reasons });
  if (Object.keys(faults).length) throw invalid(faults);

  const [id] = await storeReturns(ctx, [{ order_id: order.id, lines: input.lines, customer_comments: input.customer_comments }], lines);
  return returnView(ctx, requireFound(id));
}

interface CheckedReturn extends NewReturn {
  order_id: number;
  /** The SKU that is sent instead of all its items, if the client asked for an exchange. */
  exchange_product_id?: number;
}

/** Store checked returns, each with the lines of one order that come back. Returns the ids of the returns in the same sequence. */
export async function storeReturns(ctx: Ctx, checked: readonly CheckedReturn[], facts: ReadonlyMap<number, ReturnableLine>): Promise<number[]> {
  const { db, actor, now } = ctx;
  const newReturns = await db
    .insert(returns)
    .values(
      checked.map(({ order_id, customer_comments }) => ({
        order_id,
        creator_id: actor.id,
        customer_comments: customer_comments || null,
        created_at: now,
      })),
    )
    .returning({ id: returns.id, order_id: returns.order_id });
  const idByOrder = new Map(newReturns.map(({ id, order_id }) => [order_id, id]));
  const entries = checked.map(({ order_id, lines, exchange_product_id = null }) => {
    const return_id = requireFound(idByOrder.get(order_id));
    const lineInputs = lines.flatMap(({ id: order_line_id, qty_to_return, return_reason }) => {
      const line = facts.get(order_line_id);
      if (!line || !qty_to_return || !return_reason) return [];
      const { shipped_product_id: product_id } = line;
      return { return_id, order_line_id, product_id, reason_id: return_reason, qty_requested: qty_to_return, exchange_product_id };
    });
    return { return_id, order_id, lines: lineInputs };
  });
  await db.insert(returnLines).values(entries.flatMap(({ lines }) => lines));
  await auditEach(
    ctx,
    'return.created',
    entries.map(({ return_id, ...after }) => ({ on: { type: 'return', id: return_id }, after })),
  );
  return entries.map(({ return_id }) => return_id);
}
