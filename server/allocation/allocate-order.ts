import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allocateInTurn } from '../../shared/allocation/allocate-in-turn.ts';
import { remainingOf } from '../../shared/allocation/allocate-line.ts';
import { checkAllocateOrder } from '../../shared/allocation/allocate-order.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce } from '../core/problem.ts';
import { type Db, prepared } from '../db/db.ts';
import { orderLines } from '../db/tables/index.ts';
import { changeAllocation } from '../orders/change-allocation.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { readOrderFacts } from '../orders/read-order-facts.ts';
import { incomingOf } from '../stock/incoming-queries.ts';
import { inQuestion, onOrder } from '../stock/on-order.ts';
import { freeOf } from '../stock/qty-free.ts';
import { reserve } from '../stock/reserve.ts';
import { type AllocationState, allocationState, allocationStateOf } from './allocation-state-queries.ts';
import { lockOrderWithStock } from './lock-order-with-stock.ts';

const allocatedOrderLine = z.object({
  id: z.int(),
  qty_allocated: z.int(),
  qty_added: z.int(),
  qty_missing: z.int().describe('Still without stock'),
  on_order: z.int().describe('Items of its SKU on open purchase orders'),
  coming: z
    .array(z.object({ qty: z.int(), our_reference: z.string(), due_on: z.string().nullable() }))
    .describe('The purchase orders that bring the missing items, the earliest first; what comes for an order submitted earlier is not counted'),
  qty_in_question: z.int().describe('Items of its SKU that a picker did not find, and that are left out'),
});

export const allocatedOrder = allocationState.extend({ lines: z.array(allocatedOrderLine) });
export type AllocatedOrder = AllocationState & { lines: z.infer<typeof allocatedOrderLine>[] };

const askingLines = prepared('asking_lines', (db: Db) =>
  db
    .select({
      id: orderLines.id,
      product_id: pickedSku,
      qty_requested: orderLines.qty_requested,
      qty_cancelled: orderLines.qty_cancelled,
      qty_allocated: orderLines.qty_allocated,
      qty_shipped: orderLines.qty_shipped,
      is_size_selected: orderLines.is_size_selected,
      on_order: onOrder(pickedSku),
      qty_in_question: inQuestion(pickedSku),
    })
    .from(orderLines)
    .where(eq(orderLines.order_id, sql.placeholder('order_id')))
    .orderBy(asc(orderLines.id)),
);

/** Allocate to every line of an order as much as is free, from the first line to the last. Items that pickers did not find do not count as free. */
export async function allocateOrder(ctx: Ctx, uuid: string): Promise<AllocatedOrder> {
  authorize(policy.allocate(ctx.actor));
  const { order, levels } = await lockOrderWithStock(ctx, uuid);
  enforce(checkAllocateOrder(await readOrderFacts(ctx, order)));

  const lines = await askingLines(ctx.db, { order_id: order.id });
  const free = new Map<number, number>();
  for (const { product_id, qty_in_question } of lines) {
    const level = levels.get(product_id);
    free.set(product_id, Math.max(0, freeOf(level) - qty_in_question));
  }
  const added = allocateInTurn(lines, free);
  const allocations = lines.flatMap(({ id, product_id }) => {
    const qty = added.get(id);
    return qty ? [{ order_line_id: id, product_id, qty }] : [];
  });
  await reserve(ctx, allocations);
  await changeAllocation(
    ctx,
    allocations.map(({ order_line_id, qty }) => ({ order_line_id, by: qty })),
  );
  if (allocations.length) await audit(ctx, 'allocation.all', { type: 'order', id: order.id }, null, allocations);
  const missingOf = (line: (typeof lines)[number]): number => remainingOf(line) - line.qty_allocated - (added.get(line.id) ?? 0);
  const short = lines.filter((line) => missingOf(line) > 0).map(({ product_id }) => product_id);
  // These lines have taken all free stock that they could, so `free` is empty: their missing items come only with deliveries.
  const incoming = await incomingOf(ctx.db, short, { free: new Map() });
  return {
    ...(await allocationStateOf(ctx, order.id)),
    lines: lines.map((line) => {
      const qty_added = added.get(line.id) ?? 0;
      const qty_missing = missingOf(line);
      const { id, on_order, qty_in_question } = line;
      return {
        id,
        qty_allocated: line.qty_allocated + qty_added,
        qty_added,
        qty_missing,
        on_order,
        coming: (incoming.get(id)?.shares ?? []).map(({ qty, our_reference, due_on }) => ({ qty, our_reference, due_on })),
        qty_in_question,
      };
    }),
  };
}
