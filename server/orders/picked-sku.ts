import { sql } from 'drizzle-orm';
import { orderLines } from '../db/tables/index.ts';

/** The SKU that leaves the shelf for an order line: its substitute, if it has one. */
export const pickedSku = sql<number>`coalesce(${orderLines.picked_product_id}, ${orderLines.product_id})`.mapWith(Number);
