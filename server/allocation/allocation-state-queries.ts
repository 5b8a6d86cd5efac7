import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { checkAllocateOrder } from '../../shared/allocation/allocate-order.ts';
import { checkCallBack } from '../../shared/allocation/at-office.ts';
import { checkHoldOrder } from '../../shared/allocation/hold-order.ts';
import { pickables } from '../../shared/allocation/is-pickable.ts';
import { checkReleaseOrder } from '../../shared/allocation/release-order.ts';
import { checkReopenOrder } from '../../shared/allocation/reopen-order.ts';
import { checkUnallocateOrder } from '../../shared/allocation/unallocate-order.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { progressSummary, statusNames } from '../../shared/ordering/order-status.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { type Db, prepared } from '../db/db.ts';
import { orders, picks } from '../db/tables/index.ts';
import { orderFacts } from '../orders/order-facts.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';
import { qtyPicked } from '../picking/qty-picked.ts';
import { pickableOf } from './pickable-queries.ts';

export const allocationState = z.object({
  id: z.int(),
  uuid: z.string(),
  order_number: z.string(),
  version: z.int(),
  pick_id: z.int().nullable().describe('The open pick'),
  progress_summary: z.looseObject({ status: z.object({ status_name: z.enum(statusNames) }) }),
  is_pickable: z.enum(pickables),
  is_frozen: z.boolean(),
  frozen_reason: z.string().nullable(),
  qty_total_items: z.int(),
  qty_items_allocated: z.int(),
  can: z.object({
    allocate: z.boolean(),
    release: z.boolean(),
    unallocate: z.boolean(),
    send_back: z.boolean(),
    reopen: z.boolean(),
    hold: z.boolean(),
  }),
});
export type AllocationState = Omit<z.infer<typeof allocationState>, 'progress_summary'> & { progress_summary: ReturnType<typeof progressSummary> };

const headOfOrder = prepared('allocation_state_head', (db: Db) =>
  db
    .select({
      id: orders.id,
      uuid: orders.uuid,
      version: orders.version,
      is_frozen: orders.is_frozen,
      frozen_reason: orders.frozen_reason,
      pick_id: picks.id,
    })
    .from(orders)
    .leftJoin(picks, and(eq(picks.order_id, orders.id), isOpenPick()))
    .where(and(eq(orders.id, sql.placeholder('id')), isNull(orders.deleted_at))),
);

/** How far the provider has come with an order, and which actions the caller may take on the order now. */
export async function allocationStateOf(ctx: Ctx, order_id: number): Promise<AllocationState> {
  const head = requireFound((await headOfOrder(ctx.db, { id: order_id }))[0]);
  const facts = requireFound((await orderFacts(ctx.db, [order_id]))[0]);
  const allocationFacts = {
    ...facts,
    is_frozen: head.is_frozen,
    qty_remaining: facts.qty_wanted - facts.qty_shipped,
    qty_picked: await qtyPicked(ctx, head.pick_id),
  };
  const office = policy.allocate(ctx.actor);
  return {
    ...head,
    order_number: orderNumber(order_id),
    progress_summary: progressSummary(facts),
    is_pickable: (await pickableOf(ctx.db, [facts])).get(order_id) ?? 'none',
    qty_total_items: facts.qty_wanted,
    qty_items_allocated: facts.qty_allocated,
    can: {
      allocate: office && checkAllocateOrder(allocationFacts).ok,
      release: office && checkReleaseOrder(allocationFacts).ok,
      unallocate: office && checkUnallocateOrder(allocationFacts).ok,
      send_back: office && checkCallBack(allocationFacts).ok,
      reopen: office && checkReopenOrder(allocationFacts).ok,
      hold: policy.hold_order(ctx.actor) && (head.is_frozen || checkHoldOrder(allocationFacts).ok),
    },
  };
}
