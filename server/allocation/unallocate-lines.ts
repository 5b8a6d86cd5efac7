import { and, eq, gt } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { orderLines } from '../db/tables/index.ts';
import { changeAllocation } from '../orders/change-allocation.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { type CloseReason, closePick } from '../picking/close-pick.ts';
import { unreserve } from '../stock/reserve.ts';

/**
 * Close the open pick, if there is one, and free all stock that is allocated to the order. The caller has locked stock and order
 * (`lockOrderWithStock`), has checked that this is allowed, and stores the order's status afterwards. Returns the quantity that was freed from each
 * line.
 */
export async function unallocateLines(
  ctx: Ctx,
  { id, pick_id }: { id: number; pick_id: number | null },
  reason: CloseReason,
): Promise<{ order_line_id: number; qty: number }[]> {
  if (pick_id !== null) await closePick(ctx, pick_id, reason);
  const lines = await ctx.db
    .select({ order_line_id: orderLines.id, product_id: pickedSku, qty: orderLines.qty_allocated })
    .from(orderLines)
    .where(and(eq(orderLines.order_id, id), gt(orderLines.qty_allocated, 0)));
  await unreserve(ctx, lines);
  await changeAllocation(
    ctx,
    lines.map(({ order_line_id, qty }) => ({ order_line_id, by: -qty })),
  );
  return lines.map(({ order_line_id, qty }) => ({ order_line_id, qty }));
}
