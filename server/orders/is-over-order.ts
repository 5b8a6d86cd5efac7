import { inArray, isNotNull, or, type SQL } from 'drizzle-orm';
import { orders } from '../db/tables/index.ts';

/** The condition of an order that needs no tote: it is over. */
export const isOverOrder = or(isNotNull(orders.cancelled_at), isNotNull(orders.deleted_at), inArray(orders.status, ['shipped', 'cancelled'])) as SQL;
