import { inArray, isNotNull, or, type SQL } from 'drizzle-orm';
import { orders } from '../db/tables/index.ts';

/** An order that no tote is for any more. */
export const isOverOrder = or(isNotNull(orders.cancelled_at), isNotNull(orders.deleted_at), inArray(orders.status, ['shipped', 'cancelled'])) as SQL;
