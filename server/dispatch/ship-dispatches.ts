import { inArray, sql } from 'drizzle-orm';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { auditEach } from '../audit/audit.ts';
import type { ConsignmentNumbers } from '../carriers/carrier.ts';
import { trackingUrlOf } from '../carriers/tracking-url.ts';
import type { Ctx } from '../core/context.ts';
import { run } from '../db/db.ts';
import { consignments, dispatches, dispatchLines, dispatchOrders, picks } from '../db/tables/index.ts';
import { mailDispatched } from '../mail/mail-dispatched.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { move } from '../stock/move.ts';

const none: ConsignmentNumbers = { consignment_number: null, tracking_number: null };

/**
 * Ship dispatches whose boxes have left for good. Exactly the items of the dispatches' lines leave the stock and count as shipped. The picks end, and
 * the requester and the site are notified. If no new `numbers` are passed, the numbers that the carrier gave before are kept. The caller has locked
 * the stock and the orders, and has checked that no dispatch is shipped or void.
 */
export async function shipDispatches(ctx: Ctx, ids: readonly number[], numbers: ConsignmentNumbers = none): Promise<void> {
  if (!ids.length) return;
  const shippedDispatches = await ctx.db
    .update(dispatches)
    .set({ state: 'shipped', dispatched_at: ctx.now, booking_error: null, asking_until: null, version: sql`${dispatches.version} + 1` })
    .where(inArray(dispatches.id, [...ids]))
    .returning({ id: dispatches.id, carrier: dispatches.carrier, service_key: dispatches.service_key });
  await ctx.db
    .insert(consignments)
    .values(
      shippedDispatches.map(({ id, carrier, service_key }) => ({
        dispatch_id: id,
        carrier,
        ...numbers,
        tracking_url: trackingUrlOf(ctx.services.settings, service_key, numbers.tracking_number),
        created_at: ctx.now,
      })),
    )
    .onConflictDoUpdate({
      target: consignments.dispatch_id,
      set: {
        consignment_number: sql`coalesce(excluded.consignment_number, ${consignments.consignment_number})`,
        tracking_number: sql`coalesce(excluded.tracking_number, ${consignments.tracking_number})`,
        tracking_url: sql`coalesce(excluded.tracking_url, ${consignments.tracking_url})`,
      },
    });

  const lines = await ctx.db
    .select()
    .from(dispatchLines)
    .where(inArray(dispatchLines.dispatch_id, [...ids]));
  const values = sql.join(
    lines.map(({ order_line_id, quantity }) => sql`(cast(${order_line_id} as bigint), cast(${quantity} as bigint))`),
    sql`, `,
  );
  await run(
    ctx.db,
    sql`with gone (order_line_id, pieces) as (values ${values})
      update order_lines set qty_shipped = qty_shipped + gone.pieces, qty_allocated = qty_allocated - gone.pieces, version = version + 1
      from gone where gone.order_line_id = order_lines.id`,
  );
  await move(
    ctx,
    lines.map(({ product_id, quantity, order_id, dispatch_id }) => ({
      product_id,
      type: 'DISPATCH',
      qty: -quantity,
      qty_allocated: -quantity,
      reference: orderNumber(order_id),
      dispatch_id,
    })),
  );

  const carried = await ctx.db
    .select()
    .from(dispatchOrders)
    .where(inArray(dispatchOrders.dispatch_id, [...ids]));
  await ctx.db
    .update(picks)
    .set({ state: 'shipped', ended_at: ctx.now })
    .where(
      inArray(
        picks.id,
        carried.map(({ pick_id }) => pick_id),
      ),
    );
  await refreshStatus(
    ctx,
    carried.map(({ order_id }) => order_id),
  );
  await auditEach(
    ctx,
    'dispatch.shipped',
    carried.map(({ order_id, dispatch_id }) => ({ on: { type: 'order', id: order_id }, after: { dispatch_id, ...numbers } })),
  );
  for (const id of ids) await mailDispatched(ctx, id);
}
