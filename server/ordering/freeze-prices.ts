import { eq, sql } from 'drizzle-orm';
import { offerOf } from '../catalogue/permitted-products.ts';
import type { Ctx } from '../core/context.ts';
import { run } from '../db/db.ts';
import { orderLines } from '../db/tables/index.ts';
import type { Order } from '../orders/find-order.ts';
import { heldFor } from './offer.ts';

interface GoneLine {
  employee_id: number;
  product_id: number;
  product_name: string;
  variation_colour: string | null;
}

/**
 * Give every line today's price and VAT rate, except lines whose price was set by hand, such as exchanges. Returns the lines whose product is no
 * longer offered.
 */
export async function freezePrices(ctx: Ctx, order: Order): Promise<GoneLine[]> {
  const lines = await ctx.db
    .select({
      id: orderLines.id,
      employee_id: orderLines.employee_id,
      product_id: orderLines.product_id,
      product_name: orderLines.product_name,
      variation_colour: orderLines.variation_colour,
      unit_price: orderLines.unit_price,
      vat_rate: orderLines.vat_rate,
      is_manually_priced: orderLines.is_manually_priced,
    })
    .from(orderLines)
    .where(eq(orderLines.order_id, order.id));
  const offers = await heldFor(ctx, order, lines);
  const unavailableLines: GoneLine[] = [];
  const changes: { id: number; price: number; rate: number }[] = [];
  for (const { id, employee_id, product_id, product_name, variation_colour, unit_price, vat_rate, is_manually_priced } of lines) {
    const offer = offerOf(offers.get(employee_id) ?? new Map(), product_id, variation_colour);
    if (!offer) {
      unavailableLines.push({ employee_id, product_id, product_name, variation_colour });
      continue;
    }
    const rate = offer.vat_rate ?? ctx.services.settings.VAT_RATE;
    if (!is_manually_priced && (offer.price !== unit_price || rate !== vat_rate)) changes.push({ id, price: offer.price, rate });
  }
  if (changes.length) {
    const values = sql.join(
      changes.map(({ id, price, rate }) => sql`(cast(${id} as bigint), cast(${price} as bigint), cast(${rate} as integer))`),
      sql`, `,
    );
    await run(
      ctx.db,
      sql`with change (line_id, price, rate) as (values ${values})
        update order_lines set unit_price = change.price, vat_rate = change.rate, version = version + 1 from change where change.line_id = order_lines.id`,
    );
  }
  return unavailableLines;
}
