import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { groupBy } from '../../shared/group-by.ts';
import { limits } from '../../shared/limits.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { qtyReturnable } from '../../shared/returns/returnable.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, queryFlag, readPage } from '../core/paging.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { nameKeyColumn } from '../db/folded.ts';
import { inOrder } from '../db/in-order.ts';
import { mediaOf, pictureOf } from '../db/picture.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { dispatches, orderLines, orders, products, returnLines } from '../db/tables/index.ts';
import { inReturns } from '../orders/in-returns.ts';
import { lineSentAt } from '../orders/line-sent-at.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { visibleLines } from '../orders/scope.ts';
import { findWearer, type Wearer } from './find-wearer.ts';

/** The upper limit of orders that an answer names for one product, newest first. */
const MAX_ORDERS = 10;

export const issuedQuery = listQuery({ orderBy: ['sent_at', 'name'], default: 'sent_at', sortedBy: 'desc', per_page: limits.issued_page }).extend({
  /** Only products that the person still holds. */
  held: queryFlag.optional(),
});

export const productSchema = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  variation_colour: z.string().nullable(),
  colour_hex: z.string().nullable(),
  size: z.string().nullable(),
  media: z.array(z.object({ url: z.string() })),
});

const orderedAs = z.string().nullable().describe('The ordered product, where another was sent in its place');

export const issuedSchema = z.object({
  product: productSchema.describe('The product that was sent'),
  qty_shipped: z.int(),
  qty_returned: z.int().describe('Approved in finalised returns'),
  qty_held: z.int(),
  qty_in_return: z.int().describe('Of what is held, in returns that are not decided yet'),
  sent_at: z.string().nullable().describe('When some of it was last dispatched'),
  orders: z
    .array(
      z.object({
        uuid: z.string(),
        order_number: z.string(),
        sent_at: z.string().nullable(),
        qty_shipped: z.int(),
        qty_returned: z.int(),
        ordered_as: orderedAs,
      }),
    )
    .describe('The orders it came from, newest first, at most 10'),
});
export type IssuedProduct = z.infer<typeof issuedSchema>;

const parent = alias(products, 'parent');

/** The condition on `order_lines` and `orders` for a person's lines in orders of the person's company; lines that the caller may not see are left out. */
export const linesOf = ({ actor }: Pick<Ctx, 'actor'>, { id, account_id }: Pick<Wearer, 'id' | 'account_id'>) =>
  and(eq(orderLines.employee_id, id), eq(orders.account_id, account_id), visibleLines(actor));

const shippedLines = (ctx: Ctx, wearer: Wearer) => selectShipped(ctx.db, linesOf(ctx, wearer));

/** The query of the shipped lines of some wearers. */
export const selectShipped = (db: Ctx['db'], where: SQL | undefined) =>
  db
    .select({
      line_id: sql<number>`${orderLines.id}`.mapWith(Number).as('line_id'),
      order_id: sql<number>`${orders.id}`.mapWith(Number).as('line_order_id'),
      uuid: orders.uuid,
      product_id: pickedSku.as('issued_product_id'),
      ordered_product_id: sql<number | null>`case when ${orderLines.picked_product_id} <> ${orderLines.product_id} then ${orderLines.product_id} end`
        .mapWith(Number)
        .as('ordered_product_id'),
      qty_shipped: orderLines.qty_shipped,
      qty_returned: inReturns(returnLines.qty_approved, 'not null').as('qty_returned'),
      qty_in_return: inReturns(returnLines.qty_requested, 'null').as('qty_in_return'),
      sent_at: lineSentAt(orderLines.id).as('sent_at'),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .where(and(gt(orderLines.qty_shipped, 0), where));

/** For each product, how many items a person was sent, has returned and still holds. The result has no prices. */
export async function issuedTo(ctx: Ctx, employee_id: number, query: z.infer<typeof issuedQuery>): Promise<Page<IssuedProduct>> {
  const wearer = await findWearer(ctx, employee_id);
  const lines = shippedLines(ctx, wearer).as('issued_lines');
  const heldQty = sql`sum(${lines.qty_shipped}) - sum(${lines.qty_returned})`;
  const name = sql<string>`min(${products.name})`.as('product_name');
  const sentAt = sql<string | null>`max(${lines.sent_at})`.mapWith(dispatches.dispatched_at).as('last_sent_at');
  const rows = ctx.db
    .select({
      product_id: sql<number>`${lines.product_id}`.mapWith(Number).as('grouped_product_id'),
      name,
      qty_shipped: sql<number>`sum(${lines.qty_shipped})`.mapWith(Number).as('sum_shipped'),
      qty_returned: sql<number>`sum(${lines.qty_returned})`.mapWith(Number).as('sum_returned'),
      qty_in_return: sql<number>`sum(${lines.qty_in_return})`.mapWith(Number).as('sum_in_return'),
      sent_at: sentAt,
    })
    .from(lines)
    .innerJoin(products, eq(products.id, lines.product_id))
    .groupBy(sql`${lines.product_id}`)
    .having(query.held ? sql`${heldQty} > 0` : sql`1 = 1`);
  const order = {
    sent_at: [...inOrder(query.sortedBy, sql`max(${lines.sent_at})`), asc(lines.product_id)],
    name: [...inOrder(query.sortedBy, nameKeyColumn(sql`min(${products.name})`)), asc(lines.product_id)],
  };
  return readPage(ctx.db, query, { rows, order: order[query.orderBy] }, async (page) => {
    const ids = page.map(({ product_id }) => product_id);
    const ordersOf = await ordersOfProducts(ctx, wearer, ids);
    const orderedIds = [...ordersOf.values()].flatMap((of) => of.map(({ ordered_product_id }) => ordered_product_id));
    const described = await describedProducts(ctx, [...ids, ...orderedIds]);
    return page.flatMap(({ product_id, name: _, ...sums }) => {
      const product = described.get(product_id);
      if (!product) return [];
      const orders = (ordersOf.get(product_id) ?? []).map(({ ordered_product_id, ...order }) => ({
        ...order,
        ordered_as: fullName(described.get(ordered_product_id ?? 0)),
      }));
      return { product, ...sums, qty_held: sums.qty_shipped - sums.qty_returned, orders };
    });
  });
}

/** The name, colour and size of a product as one text; null without a product. */
const fullName = (product: IssuedProduct['product'] | undefined): string | null =>
  product ? [product.name, product.variation_colour, product.size].filter(Boolean).join(', ') : null;

/** Products with the fields that a list shows, by id. */
export async function describedProducts(
  { db }: Pick<Ctx, 'db'>,
  product_ids: readonly (number | null)[],
): Promise<Map<number, IssuedProduct['product']>> {
  const ids = new Set(product_ids.filter((id) => id !== null));
  const rows = await db
    .select({
      id: products.id,
      ...skuColumns,
      name: products.name,
      picture: pictureOf(products.id).as('picture'),
      style_picture: pictureOf(parent.id).as('style_picture'),
    })
    .from(products)
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(among(products.id, idList([...ids])));
  return new Map(
    rows.map(({ id, sku, name, variation_colour, colour_hex, picture, style_picture, ...sized }) => [
      id,
      { id, sku, name, variation_colour, colour_hex, size: sizeOf(sized), media: mediaOf(picture, style_picture) },
    ]),
  );
}

/** The newest orders with which a wearer got each of these products, at most `MAX_ORDERS` for each product. */
async function ordersOfProducts(ctx: Ctx, wearer: Wearer, ids: readonly number[]) {
  const lines = shippedLines(ctx, wearer).as('issued_lines');
  const ranked = ctx.db
    .select({
      product_id: lines.product_id,
      order_id: lines.order_id,
      uuid: lines.uuid,
      sent_at: sql<string | null>`max(${lines.sent_at})`.mapWith(dispatches.dispatched_at).as('order_sent_at'),
      qty_shipped: sql<number>`sum(${lines.qty_shipped})`.mapWith(Number).as('order_shipped'),
      qty_returned: sql<number>`sum(${lines.qty_returned})`.mapWith(Number).as('order_returned'),
      ordered_product_id: sql<number | null>`min(${lines.ordered_product_id})`.mapWith(Number).as('order_ordered_product_id'),
      place: sql<number>`row_number() over (partition by ${lines.product_id} order by ${lines.order_id} desc)`.mapWith(Number).as('place'),
    })
    .from(lines)
    .where(among(lines.product_id, idList(ids)))
    .groupBy(sql`${lines.product_id}`, sql`${lines.order_id}`, lines.uuid)
    .as('ranked');
  const rows = await ctx.db.select().from(ranked).where(sql`${ranked.place} <= ${MAX_ORDERS}`).orderBy(asc(ranked.place));
  const byProduct = groupBy(rows, ({ product_id }) => product_id);
  return new Map(
    [...byProduct].map(([id, of]) => [
      id,
      of.map(({ product_id: _, place: _place, order_id, ...order }) => ({ ...order, order_number: orderNumber(order_id) })),
    ]),
  );
}

const heldItemSchema = z.object({
  id: z.int().describe('The order line'),
  order: z.object({ uuid: z.string(), order_number: z.string() }),
  sent_at: z.string().nullable(),
  product: productSchema,
  ordered_as: orderedAs,
  decoration: z.string().nullable(),
  qty_held: z.int(),
  qty_returnable: z.int().describe('Held, and in no return that is not decided yet'),
  is_non_returnable: z.boolean(),
});
export type HeldItem = z.infer<typeof heldItemSchema>;

export const heldItemsSchema = z.object({
  employee: z.object({ id: z.int(), name: z.string(), employee_number: z.string().nullable(), leaves_on: z.string().nullable() }),
  account: z.object({ id: z.int(), name: z.string() }),
  items: z.array(heldItemSchema).describe('The newest first, at most 500'),
  is_complete: z.boolean().describe('False where the person holds more than 500 lines'),
});
export type HeldItems = z.infer<typeof heldItemsSchema>;

/** The items that a person holds, one row for each order line. The person hands these items back on leaving. */
export async function itemsHeldBy(ctx: Ctx, employee_id: number): Promise<HeldItems> {
  const wearer = await findWearer(ctx, employee_id);
  const lines = shippedLines(ctx, wearer).as('issued_lines');
  const ordered = alias(products, 'ordered');
  const rows = await ctx.db
    .select({
      id: lines.line_id,
      order_id: lines.order_id,
      uuid: lines.uuid,
      sent_at: lines.sent_at,
      product_id: lines.product_id,
      ordered_product_id: lines.ordered_product_id,
      decoration: orderLines.decoration,
      qty_shipped: lines.qty_shipped,
      qty_approved: lines.qty_returned,
      qty_undecided: lines.qty_in_return,
      is_non_returnable: sql<boolean>`(${ordered.is_non_returnable} or coalesce(${parent.is_non_returnable}, ${ordered.is_non_returnable}))`.mapWith(
        Boolean,
      ),
    })
    .from(lines)
    .innerJoin(orderLines, eq(orderLines.id, lines.line_id))
    .innerJoin(ordered, eq(ordered.id, orderLines.product_id))
    .leftJoin(parent, eq(parent.id, ordered.parent_id))
    .where(sql`${lines.qty_shipped} > ${lines.qty_returned}`)
    .orderBy(desc(lines.line_id))
    .limit(limits.held_items + 1);
  const listed = rows.slice(0, limits.held_items);
  const described = await describedProducts(
    ctx,
    listed.flatMap(({ product_id, ordered_product_id }) => [product_id, ordered_product_id]),
  );
  return {
    employee: { id: wearer.id, name: wearer.name, employee_number: wearer.employee_number, leaves_on: wearer.leaves_on },
    account: { id: wearer.account_id, name: wearer.account },
    items: listed.flatMap(({ id, order_id, uuid, sent_at, product_id, ordered_product_id, decoration, ...facts }) => {
      const product = described.get(product_id);
      if (!product) return [];
      const { qty_shipped, qty_approved, is_non_returnable } = facts;
      const qty_returnable = qtyReturnable(facts);
      const order = { uuid, order_number: orderNumber(order_id) };
      return {
        id,
        order,
        sent_at,
        product,
        ordered_as: fullName(described.get(ordered_product_id ?? 0)),
        decoration,
        qty_held: qty_shipped - qty_approved,
        qty_returnable,
        is_non_returnable,
      };
    }),
    is_complete: rows.length <= limits.held_items,
  };
}
