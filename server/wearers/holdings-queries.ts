import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { daysFrom, valueNow } from '../../shared/people/value-now.ts';
import { policy } from '../../shared/policy.ts';
import { qtyReturnable } from '../../shared/returns/returnable.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { alias } from '../db/db.ts';
import { orderLines, orders, products } from '../db/tables/index.ts';
import { findWearer } from './find-wearer.ts';
import { describedProducts, linesOf, productSchema, selectShipped } from './issued-queries.ts';

const holdingSchema = z.object({
  order_line_id: z.int(),
  order: z.object({ uuid: z.string(), order_number: z.string() }),
  product: productSchema.describe('The product that was sent'),
  quantity: z.int().describe('Shipped, less approved returns'),
  qty_returnable: z.int().describe('Of the quantity, in no return that is not decided yet'),
  is_non_returnable: z.boolean(),
  issued_on: z.string().nullable().describe('The London day of its last dispatch'),
  age_days: z.int().nullable(),
  wear_months: z.int().nullable(),
  value_new: z.int().nullable().describe('Of one item, in pence ex VAT; null for a reader who may not see the prices of the order'),
  value_now: z.int().nullable().describe('Of one item today: straight-line by days over its wear life'),
});
export type Holding = z.infer<typeof holdingSchema>;

export const holdingsSchema = z.object({
  employee: z.object({ id: z.int(), name: z.string(), employee_number: z.string().nullable(), leaves_on: z.string().nullable() }),
  items: z.array(holdingSchema).describe('One for each order line, the oldest first, at most 500'),
  total_value_new: z.int().nullable().describe('Of all items whose value the reader may see; null if there are none'),
  total_value_now: z.int().nullable(),
  is_complete: z.boolean().describe('False where the person holds more than 500 lines'),
});
export type Holdings = z.infer<typeof holdingsSchema>;

const ordered = alias(products, 'held_product');
const parent = alias(products, 'held_parent');

/** The order lines of which wearers hold items, the oldest first, at most `most`. `where` is a condition on `order_lines` and `orders`. */
export async function heldLines({ db }: Pick<Ctx, 'db'>, where: SQL | undefined, most: number) {
  const lines = selectShipped(db, where).as('issued_lines');
  const isNonReturnable = sql<boolean>`(${ordered.is_non_returnable} or coalesce(${parent.is_non_returnable}, ${ordered.is_non_returnable}))`;
  return db
    .select({
      order_line_id: lines.line_id,
      order_id: lines.order_id,
      uuid: lines.uuid,
      sent_at: lines.sent_at,
      product_id: lines.product_id,
      employee_id: orderLines.employee_id,
      unit_price: orderLines.unit_price,
      qty_shipped: lines.qty_shipped,
      qty_approved: lines.qty_returned,
      qty_undecided: lines.qty_in_return,
      is_non_returnable: isNonReturnable.mapWith(Boolean),
      wear_months: sql<number | null>`coalesce(${parent.wear_months}, ${ordered.wear_months})`.mapWith(ordered.wear_months),
      owner: {
        account_id: orders.account_id,
        requester_id: orders.requester_id,
        creator_id: orders.creator_id,
        delivery_site_id: orders.delivery_site_id,
      },
    })
    .from(lines)
    .innerJoin(orderLines, eq(orderLines.id, lines.line_id))
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .innerJoin(ordered, eq(ordered.id, lines.product_id))
    .leftJoin(parent, eq(parent.id, ordered.parent_id))
    .where(sql`${lines.qty_shipped} > ${lines.qty_returned}`)
    .orderBy(asc(lines.line_id))
    .limit(most);
}
export type HeldLine = Awaited<ReturnType<typeof heldLines>>[number];

/** When the items of a line were issued, and what one of them was and is worth. */
export function worthOf({ sent_at, unit_price: value_new, wear_months }: HeldLine, today: string) {
  const issued_on = sent_at && ukDate(sent_at);
  return { issued_on, value_new, value_now: valueNow({ value_new, issued_on, wear_months }, today) };
}

/** What a wearer holds, with its value. The wearer sees it, and so does whoever may see the wearer; values are for readers of the order's prices. */
export async function holdingsOf(ctx: Ctx, employee_id: number): Promise<Holdings> {
  const { id, name, employee_number, leaves_on, account_id } = await findWearer(ctx, employee_id);
  const rows = await heldLines(ctx, linesOf(ctx, { id, account_id }), limits.held_items + 1);
  const items = await viewHoldings(ctx, rows.slice(0, limits.held_items), (line) => policy.see_order_prices(ctx.actor, line.owner));
  const sum = (field: 'value_new' | 'value_now'): number | null =>
    items.some((item) => item[field] !== null) ? items.reduce((total, item) => total + (item[field] ?? 0) * item.quantity, 0) : null;
  return {
    employee: { id, name, employee_number, leaves_on },
    items,
    total_value_new: sum('value_new'),
    total_value_now: sum('value_now'),
    is_complete: rows.length <= limits.held_items,
  };
}

/** Held lines with their products. */
export async function viewHoldings(
  ctx: Pick<Ctx, 'db' | 'now'>,
  rows: readonly HeldLine[],
  seesValue: (line: HeldLine) => boolean,
): Promise<Holding[]> {
  const today = ukDate(ctx.now);
  const described = await describedProducts(
    ctx,
    rows.map(({ product_id }) => product_id),
  );
  return rows.flatMap((line) => {
    const product = described.get(line.product_id);
    if (!product) return [];
    const { order_line_id, order_id, uuid, qty_shipped, qty_approved, is_non_returnable, wear_months } = line;
    const { issued_on, value_new, value_now } = worthOf(line, today);
    const isSeen = seesValue(line);
    return {
      order_line_id,
      order: { uuid, order_number: orderNumber(order_id) },
      product,
      quantity: qty_shipped - qty_approved,
      qty_returnable: qtyReturnable(line),
      is_non_returnable,
      issued_on,
      age_days: issued_on === null ? null : daysFrom(issued_on, today),
      wear_months,
      value_new: isSeen ? value_new : null,
      value_now: isSeen ? value_now : null,
    };
  });
}
