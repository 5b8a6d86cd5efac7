import { sql } from 'drizzle-orm';
import { orderLines, returnLines, returns } from '../db/tables/index.ts';

/** Items of an order line that count as bought: requested, less cancelled. */
export const boughtPieces = sql`(${orderLines.qty_requested} - ${orderLines.qty_cancelled})`;

/** Items of an order line that budgets and spend are charged for: those bought, without those sent in exchange for returned ones. */
export const chargedPieces = sql`(case when ${boughtPieces} > ${orderLines.qty_uncharged} then ${boughtPieces} - ${orderLines.qty_uncharged} else 0 end)`;

/** Items of an order line whose return is approved and finished, and credited. */
export const returnedPieces = sql`coalesce((select sum(${returnLines.qty_approved} - ${returnLines.qty_uncredited}) from ${returnLines} join ${returns} on ${returns.id} = ${returnLines.return_id}
  where ${returnLines.order_line_id} = ${orderLines.id} and ${returns.finalised_at} is not null), 0)`;
