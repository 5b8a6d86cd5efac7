import { eq } from 'drizzle-orm';
import { COLLECTION } from '../../shared/dispatch/collection.ts';
import { messages } from '../../shared/messages.ts';
import type { Ctx } from '../core/context.ts';
import { conflict, requireFound } from '../core/problem.ts';
import { orders, sites } from '../db/tables/index.ts';
import { makeDispatches } from './make-dispatches.ts';
import { shipDispatches } from './ship-dispatches.ts';

/** Ship a pick as soon as it is ready, for an order that skips dispatch. */
export async function shipOnBooked(ctx: Ctx, { id: pick_id, order_id }: { id: number; order_id: number }): Promise<void> {
  const [facts] = await ctx.db
    .select({
      account_id: orders.account_id,
      site_id: orders.delivery_site_id,
      order_address: orders.delivery_address,
      site_address: sites.delivery_address,
      contact_name: orders.contact_name,
      contact_email: orders.contact_email,
      contact_phone: orders.contact_phone,
    })
    .from(orders)
    .leftJoin(sites, eq(sites.id, orders.delivery_site_id))
    .where(eq(orders.id, order_id));
  const { order_address, site_address, ...order } = requireFound(facts);
  const delivery_address = order_address ?? site_address;
  if (!delivery_address) throw conflict('no_delivery_address', messages.no_delivery_address);
  const { DEFAULT_BOX_WEIGHT_KG, DEFAULT_BOX_COUNT } = ctx.services.settings;
  const ids = await makeDispatches(ctx, [
    {
      ...order,
      delivery_address,
      service_key: COLLECTION,
      carrier: 'manual',
      total_weight: DEFAULT_BOX_WEIGHT_KG,
      total_items: DEFAULT_BOX_COUNT,
      mark_as_shipped: true,
      is_consolidated: false,
      picks: [{ order_id, pick_id }],
    },
  ]);
  await shipDispatches(ctx, ids);
}
