import { and, eq, type SQLWrapper, sql } from 'drizzle-orm';
import { purchaseOrderLines, stockChecks } from '../db/tables/index.ts';

/** Pieces of a SKU that suppliers still owe on open purchase orders. `product_id` is a column of the query around it. */
export const onOrder = (product_id: SQLWrapper) =>
  sql<number>`(select coalesce(sum(case when ${purchaseOrderLines.qty_requested} > ${purchaseOrderLines.qty_received}
    then ${purchaseOrderLines.qty_requested} - ${purchaseOrderLines.qty_received} else 0 end), 0)
    from ${purchaseOrderLines} where ${and(eq(purchaseOrderLines.product_id, product_id), sql`${purchaseOrderLines.is_open}`)})`.mapWith(Number);

/** Pieces of a SKU that a picker did not find and nobody has counted since. */
export const inQuestion = (product_id: SQLWrapper) =>
  sql<number>`(select coalesce(sum(${stockChecks.qty_short}), 0)
    from ${stockChecks} where ${stockChecks.product_id} = ${product_id} and ${stockChecks.closed_at} is null)`.mapWith(Number);
