import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { purchaseOrderLines, purchaseOrders } from '../db/tables/index.ts';

/** Items of a line of a purchase order that are ordered and not cancelled. */
export const qtyOrdered = sql<number>`(${purchaseOrderLines.qty_requested} - ${purchaseOrderLines.qty_cancelled})`;

/** Items of an open line that its supplier still owes. Negative if more arrived than was ordered, so check `isOwed` first. */
export const qtyOwed = sql<number>`(${qtyOrdered} - ${purchaseOrderLines.qty_received})`;

/** Whether a line is open and its supplier still owes items of it. */
export const isOwed: SQL = sql`${purchaseOrderLines.is_open} and ${purchaseOrderLines.qty_received} < ${qtyOrdered}`;

/** Whether a line adds to the stock of its SKU. A line of a work order adds nothing if the same SKU goes out and comes back. */
export const isSupply: SQL = sql`(${purchaseOrderLines.source_product_id} is null or ${purchaseOrderLines.source_product_id} <> ${purchaseOrderLines.product_id})`;

/** Whether a line is open and will still add items to the stock of its SKU. */
export const isComing: SQL = sql`${isOwed} and ${isSupply}`;

/** The due date of a line: its own, else its order’s. For a query that joins lines and purchase orders. */
export const lineDueOn = sql<string | null>`coalesce(${purchaseOrderLines.due_on}, ${purchaseOrders.due_on})`;

/** Whether items of a line are still to come and were due by the day `today`. For a query that joins lines and purchase orders. */
export const isArriving = (today: string | Placeholder): SQL => sql`${isOwed} and ${lineDueOn} <= ${today}`;
