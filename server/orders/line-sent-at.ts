import { type SQLWrapper, sql } from 'drizzle-orm';
import { dispatches, dispatchLines } from '../db/tables/index.ts';

/** When items of an order line were last dispatched; null if none were. */
export const lineSentAt = (line_id: SQLWrapper) =>
  sql<
    string | null
  >`(select max(${dispatches.dispatched_at}) from ${dispatchLines} join ${dispatches} on ${dispatches.id} = ${dispatchLines.dispatch_id}
    where ${dispatchLines.order_line_id} = ${line_id} and ${dispatches.state} = 'shipped')`.mapWith(dispatches.dispatched_at);
