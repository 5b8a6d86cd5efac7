import { sql } from 'drizzle-orm';
import { orderLines, returnLines, returns } from '../db/tables/index.ts';

/** The number of items of an order line in undecided returns (`null`) or in decided ones (`not null`). */
export const inReturns = (pieces: typeof returnLines.qty_requested | typeof returnLines.qty_approved, state: 'null' | 'not null') =>
  sql<number>`coalesce((select sum(${pieces}) from ${returnLines} join ${returns} on ${returns.id} = ${returnLines.return_id}
    where ${returnLines.order_line_id} = ${orderLines.id} and ${returns.finalised_at} is ${sql.raw(state)}), 0)`.mapWith(Number);
