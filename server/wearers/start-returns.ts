import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { groupBy } from '../../shared/group-by.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import { checkCreateReturn, type NewReturn, returnFaults } from '../../shared/returns/create-return.ts';
import { returnNumber } from '../../shared/returns/return-number.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { lockRows } from '../db/lock.ts';
import { orderLines, orders } from '../db/tables/index.ts';
import { visibleLines } from '../orders/scope.ts';
import { reasonIds, storeReturns } from '../returns/create-return.ts';
import { sendBackOf, sendBackSchema } from '../returns/return-queries.ts';
import { returnableLines } from '../returns/returnable-queries.ts';
import { findWearer } from './find-wearer.ts';

export const startedReturnsSchema = z.object({
  items: z.array(
    z.object({ id: z.int(), return_number: z.string(), order: z.object({ uuid: z.string(), order_number: z.string() }), send_back: sendBackSchema }),
  ),
});

/**
 * Request the return of items that a person holds: one return for each order that shipped some of them. The orders are locked, so that no item is
 * returned twice.
 */
export async function startReturns(ctx: Ctx, employee_id: number, input: NewReturn): Promise<z.infer<typeof startedReturnsSchema>> {
  const { db, actor } = ctx;
  const wearer = await findWearer(ctx, employee_id);
  authorize(policy.create_return(actor));
  const theirs = await db
    .selectDistinct({ order_id: orderLines.order_id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .where(
      and(
        among(orderLines.id, idList(input.lines.map(({ id }) => id))),
        eq(orderLines.employee_id, wearer.id),
        eq(orders.account_id, wearer.account_id),
        visibleLines(actor),
      ),
    );
  const orderIds = theirs.map(({ order_id }) => order_id);
  const locked = await lockRows(
    db
      .select({ id: orders.id, uuid: orders.uuid, submitted_at: orders.submitted_at, cancelled_at: orders.cancelled_at })
      .from(orders)
      .where(among(orders.id, idList(orderIds)))
      .orderBy(asc(orders.id)),
  );
  for (const order of locked) enforce(checkCreateReturn(order));
  const lines = new Map([...(await returnableLines(ctx, orderIds))].filter(([, line]) => line.employee_id === wearer.id));
  const faults = returnFaults(input, { lines, reasons: await reasonIds(ctx) });
  if (Object.keys(faults).length) throw invalid(faults);

  const returned = input.lines.filter(({ qty_to_return }) => qty_to_return);
  const byOrder = groupBy(returned, ({ id }) => lines.get(id)?.order_id ?? 0);
  const requested = locked.filter(({ id }) => byOrder.has(id));
  const ids = await storeReturns(
    ctx,
    requested.map(({ id }) => ({ order_id: id, lines: byOrder.get(id) ?? [], customer_comments: input.customer_comments })),
    lines,
  );
  return {
    items: requested.map(({ id, uuid }, place) => {
      const return_id = ids[place] ?? 0;
      return {
        id: return_id,
        return_number: returnNumber(return_id),
        order: { uuid, order_number: orderNumber(id) },
        send_back: sendBackOf(ctx, ctx.now),
      };
    }),
  };
}
