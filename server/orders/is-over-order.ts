import { inArray, isNotNull, or, type SQL } from 'drizzle-orm';
import { orders } from '../db/tables/index.ts';

/** The condition for an order that is shipped, cancelled or deleted, and needs no tote any more. */
export const isOverOrder = or(isNotNull(orders.cancelled_at), isNotNull(orders.deleted_at), inArray(orders.status, ['shipped', 'cancelled'])) as SQL;
