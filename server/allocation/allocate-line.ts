import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { checkAllocateLine, remainingOf, type SetAllocationInput } from '../../shared/allocation/allocate-line.ts';
import { checkAtOffice } from '../../shared/allocation/at-office.ts';
import { messages } from '../../shared/messages.ts';
import type { PickState } from '../../shared/picking/pick-states.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, conflict, enforce, requireFound } from '../core/problem.ts';
import { byOf, enforceVersion } from '../core/stale-version.ts';
import { type Db, prepared } from '../db/db.ts';
import { lastEditAfter } from '../db/last-edit.ts';
import { orderLines, orders, picks } from '../db/tables/index.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { lockLevels } from '../stock/change-levels.ts';
import { freeOf } from '../stock/qty-free.ts';
import { reserve } from '../stock/reserve.ts';

export const allocatedLine = z.object({
  id: z.int(),
  product_id: z.int().describe('The SKU that is picked'),
  qty_requested: z.int(),
  qty_cancelled: z.int(),
  qty_allocated: z.int(),
  qty_shipped: z.int(),
  remaining_to_ship: z.int(),
  qty_free: z.int().describe('Still free of the SKU'),
  version: z.int(),
});
export type AllocatedLine = z.infer<typeof allocatedLine>;

const lineOfOrder = prepared('allocation_line_of_order', (db: Db) =>
  db
    .select({ id: orderLines.id, order_id: orderLines.order_id, product_id: pickedSku })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .where(and(eq(orderLines.id, sql.placeholder('line_id')), eq(orders.uuid, sql.placeholder('uuid')), isNull(orders.deleted_at))),
);

const lineFacts = prepared('allocation_line_facts', (db: Db) =>
  db
    .select({
      product_id: pickedSku,
      qty_requested: orderLines.qty_requested,
      qty_cancelled: orderLines.qty_cancelled,
      qty_allocated: orderLines.qty_allocated,
      qty_shipped: orderLines.qty_shipped,
      is_size_selected: orderLines.is_size_selected,
      version: orderLines.version,
      last_edit: orderLines.last_edit,
      pick_state: sql<PickState | null>`(select ${picks.state} from ${picks} where ${and(eq(picks.order_id, orderLines.order_id), isOpenPick())})`,
    })
    .from(orderLines)
    .where(eq(orderLines.id, sql.placeholder('id'))),
);

const setLine = prepared('set_line_allocation', (db: Db) =>
  db
    .update(orderLines)
    .set({
      qty_allocated: sql`${orderLines.qty_allocated} + ${sql.placeholder('by')}`,
      version: sql`${orderLines.version} + 1`,
      last_edit: lastEditAfter(orderLines, sql.placeholder('last_edit')),
    })
    .where(eq(orderLines.id, sql.placeholder('id')))
    .returning({ qty_allocated: orderLines.qty_allocated, version: orderLines.version }),
);

/** Set how many items of its SKU are allocated to a line: no more than the line can still ship, and no more than are free. */
export async function allocateLine(ctx: Ctx, uuid: string, line_id: number, { qty_allocated, version }: SetAllocationInput): Promise<AllocatedLine> {
  authorize(policy.allocate(ctx.actor));
  const { order_id, product_id } = requireFound((await lineOfOrder(ctx.db, { uuid, line_id }))[0]);
  const levels = await lockLevels(ctx, [product_id]);
  const order = await lockOrder(ctx, order_id);
  const { last_edit, ...line } = requireFound((await lineFacts(ctx.db, { id: line_id }))[0]);
  enforce(checkAtOffice({ ...order, pick_state: line.pick_state }));
  enforce(checkAllocateLine(line, qty_allocated));
  await enforceVersion(ctx, version, { version: line.version, last_edit }, async () => ({ id: line_id, ...line }));

  const by = qty_allocated - line.qty_allocated;
  const level = levels.get(line.product_id);
  const qty_free = freeOf(level);
  if (by > qty_free) throw conflict('insufficient_stock', messages.insufficient_stock(qty_free), { qty_free, qty_allocated: line.qty_allocated });
  const [now = level] = await reserve(ctx, [{ product_id: line.product_id, qty: by }]);
  const changed = requireFound((await setLine(ctx.db, { id: line_id, by, last_edit: byOf(ctx) }))[0]);
  await audit(ctx, 'allocation.set', { type: 'order', id: order_id }, { line_id, qty_allocated: line.qty_allocated }, { line_id, qty_allocated });
  const { qty_requested, qty_cancelled, qty_shipped } = line;
  return {
    id: line_id,
    product_id: line.product_id,
    qty_requested,
    qty_cancelled,
    qty_shipped,
    remaining_to_ship: remainingOf(line),
    qty_free: freeOf(now),
    ...changed,
  };
}
