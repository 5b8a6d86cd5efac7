import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { prepared } from '../db/db.ts';
import { orderLines, orders, products, purchaseOrderLines } from '../db/tables/index.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { isComing, qtyOrdered } from '../stock/qty-owed.ts';
import { isShort, qtyShort } from '../stock/short-lines-queries.ts';

/** How many items of a product open orders lack, and how many items suppliers still owe. */
export const supplyQuantities = z.object({
  current_shortfall_qty: z.int().describe('Requested on sized lines of open orders, less cancelled, allocated and shipped'),
  current_on_order_qty: z.int().describe('Requested of suppliers on open purchase orders'),
  current_partially_received_qty: z.int().describe('Of that, what has come already'),
});
export type SupplyQuantities = z.infer<typeof supplyQuantities>;

const none: SupplyQuantities = { current_shortfall_qty: 0, current_on_order_qty: 0, current_partially_received_qty: 0 };

const withTheirSkus = prepared('products_with_skus', (db) =>
  db
    .select({ id: products.id, parent_id: products.parent_id })
    .from(products)
    .where(
      and(sql`(${among(products.id, sql.placeholder('ids'))} or ${among(products.parent_id, sql.placeholder('ids'))})`, isNull(products.deleted_at)),
    ),
);
const onOrder = prepared('products_on_order', (db) =>
  db
    .select({
      id: sql<number>`${purchaseOrderLines.product_id}`.mapWith(Number),
      current_on_order_qty: sql<number>`sum(${qtyOrdered})`.mapWith(Number),
      current_partially_received_qty: sql<number>`sum(${purchaseOrderLines.qty_received})`.mapWith(Number),
    })
    .from(purchaseOrderLines)
    .where(and(among(purchaseOrderLines.product_id, sql.placeholder('ids')), isComing))
    .groupBy(purchaseOrderLines.product_id),
);

/** The supply of these products; a style has the sum of its SKUs. */
export async function supplyOf(
  { db }: Pick<Ctx, 'db'>,
  ids: readonly number[],
  { withShortfall }: { withShortfall: boolean },
): Promise<Map<number, SupplyQuantities>> {
  const skus = await withTheirSkus(db, { ids: idList(ids) });
  const list = idList(skus.map(({ id }) => id));
  const coming = await onOrder(db, { ids: list });
  const lacking = db
    .select({
      id: pickedSku.as('sku'),
      current_shortfall_qty: sql<number>`sum(${qtyShort})`.mapWith(Number),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .where(and(among(pickedSku, list), ...isShort))
    .groupBy(pickedSku);
  const bySku = new Map<number, SupplyQuantities>();
  for (const { id, ...quantities } of coming) bySku.set(id, { ...none, ...quantities });
  for (const { id, ...quantities } of withShortfall ? await lacking : []) bySku.set(Number(id), { ...none, ...bySku.get(Number(id)), ...quantities });
  const listedIds = new Set(ids);
  const sums = new Map(ids.map((id) => [id, { ...none }]));
  for (const sku of skus) {
    const quantities = bySku.get(sku.id) ?? none;
    for (const id of [sku.id, sku.parent_id]) {
      const sum = id !== null && listedIds.has(id) ? sums.get(id) : undefined;
      if (!sum) continue;
      sum.current_shortfall_qty += quantities.current_shortfall_qty;
      sum.current_on_order_qty += quantities.current_on_order_qty;
      sum.current_partially_received_qty += quantities.current_partially_received_qty;
    }
  }
  return sums;
}
