import { sql } from 'drizzle-orm';
import type { Address } from '../../shared/address.ts';
import type { Ctx } from '../core/context.ts';
import { run } from '../db/db.ts';
import { dispatches, dispatchOrders } from '../db/tables/index.ts';

/** Boxes to send: for one pick, or for several that go to the same place. */
export interface NewDispatch {
  account_id: number;
  site_id: number | null;
  delivery_address: Address;
  contact_name: string | null;
  contact_email: string | null;
  contact_phone: string | null;
  service_key: string;
  /** The adapter that books the courier. */
  carrier: string;
  total_weight: number;
  total_items: number;
  mark_as_shipped: boolean;
  is_consolidated: boolean;
  picks: { order_id: number; pick_id: number }[];
}

/** Insert dispatches with their lines, which record the picked quantities. Returns their ids in the order of the input. */
export async function makeDispatches(ctx: Ctx, newDispatches: readonly NewDispatch[]): Promise<number[]> {
  const inserted = await ctx.db
    .insert(dispatches)
    .values(newDispatches.map(({ picks: _picks, ...dispatch }) => ({ ...dispatch, requested_by: ctx.actor.id, created_at: ctx.now })))
    .returning({ id: dispatches.id });
  const ids = inserted.map(({ id }) => id).sort((a, b) => a - b);
  const carried = newDispatches.flatMap(({ picks }, index) => picks.map((pick) => ({ dispatch_id: ids[index] ?? 0, ...pick })));
  await ctx.db.insert(dispatchOrders).values(carried);
  await run(
    ctx.db,
    sql`insert into dispatch_lines (dispatch_id, order_id, order_line_id, product_id, quantity)
      select dispatch_orders.dispatch_id, dispatch_orders.order_id, pick_lines.order_line_id, pick_lines.product_id, pick_lines.qty_picked
      from dispatch_orders join pick_lines on pick_lines.pick_id = dispatch_orders.pick_id
      where dispatch_orders.dispatch_id in ${ids} and pick_lines.qty_picked > 0
      order by pick_lines.id`,
  );
  return ids;
}
