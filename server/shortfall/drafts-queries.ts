import { and, eq, isNull, sql } from 'drizzle-orm';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { purchaseOrderLines, purchaseOrders } from '../db/tables/index.ts';
import { isSupply } from '../stock/qty-owed.ts';

/** The conditions under which a purchase order is still a draft. */
export const isDraft = [isNull(purchaseOrders.approved_at), isNull(purchaseOrders.cancelled_at), isNull(purchaseOrders.closed_at)];

/** Selects `product_id, qty`: the quantity of each SKU on draft purchase orders. */
export const draftQuantities = sql`select ${purchaseOrderLines.product_id} as product_id, sum(${purchaseOrderLines.qty_requested}) as qty
  from ${purchaseOrders} join ${purchaseOrderLines} on ${purchaseOrderLines.purchase_order_id} = ${purchaseOrders.id}
  where ${and(...isDraft, isSupply)} group by ${purchaseOrderLines.product_id}`;

const drafts = prepared('drafts_of_skus', (db) =>
  db
    .select({
      product_id: sql<number>`${purchaseOrderLines.product_id}`.mapWith(Number),
      qty: sql<number>`sum(${purchaseOrderLines.qty_requested})`.mapWith(Number).as('qty'),
    })
    .from(purchaseOrders)
    .innerJoin(purchaseOrderLines, eq(purchaseOrderLines.purchase_order_id, purchaseOrders.id))
    .where(and(...isDraft, isSupply, among(purchaseOrderLines.product_id, sql.placeholder('ids'))))
    .groupBy(purchaseOrderLines.product_id),
);

/** The quantity of each of these SKUs on drafts of purchase orders. */
export async function draftsOf(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  return new Map((await drafts(db, { ids: idList(ids) })).map(({ product_id, qty }) => [product_id, qty]));
}
