import { and, gte, type SQL, sql } from 'drizzle-orm';
import { DEFAULT_LEAD_TIME_DAYS } from '../../shared/purchasing/lead-time.ts';
import { USE_DAYS, type UseFacts } from '../../shared/purchasing/reorder-point.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { alias, rows } from '../db/db.ts';
import { products, stockMovements, suppliers } from '../db/tables/index.ts';

/** The style of a SKU, for a query that reads the lead time of both. */
export const style = alias(products, 'style');
/** Calendar days from order to delivery: of the SKU, else of its style, else of its supplier, else the default. */
export const leadDays = sql<number>`coalesce(${products.lead_time_days}, ${style.lead_time_days}, ${suppliers.lead_time_days}, ${sql.raw(String(DEFAULT_LEAD_TIME_DAYS))})`;
const day = 24 * 3_600_000;
/**
 * The condition on movements that dispatched items in the weeks over which use is counted. The type is written exactly as in the condition of the
 * index, because a database uses the index only then.
 */
const isUse = (now: string): SQL | undefined =>
  and(sql`${stockMovements.type} = 'DISPATCH'`, gte(stockMovements.created_at, new Date(Date.parse(now) - USE_DAYS * day).toISOString()));
/** A select of the items of each SKU that were dispatched in these weeks: `product_id, qty`. */
export const used = (now: string, condition?: SQL): SQL => sql`select ${stockMovements.product_id} as product_id, -sum(${stockMovements.qty}) as qty
  from ${stockMovements} where ${and(isUse(now), condition)} group by ${stockMovements.product_id}`;

export interface UsageRow {
  qty_used: number | string;
  lead_days: number;
  reorder_point: number | null;
}
/** The facts of a row, with numbers where the database answers text. */
export const usageFacts = ({ qty_used, lead_days, reorder_point }: UsageRow): UseFacts => ({ qty_used: Number(qty_used), lead_days, reorder_point });

/** The use of each of these SKUs, the lead time of its supplier, and the reorder point that a person has set. */
export async function usageOf({ db, now }: Pick<Ctx, 'db' | 'now'>, ids: readonly number[]): Promise<Map<number, UseFacts>> {
  const list = idList(ids);
  const skus = await rows<UsageRow & { id: number }>(
    db,
    sql`with used as (${used(now, among(stockMovements.product_id, list))})
      select ${products.id} as id, coalesce(used.qty, 0) as qty_used, ${leadDays} as lead_days, ${products.reorder_point} as reorder_point
      from ${products} left join ${products} as style on ${style.id} = ${products.parent_id}
      left join ${suppliers} on ${suppliers.id} = ${products.supplier_id} left join used on used.product_id = ${products.id}
      where ${among(products.id, list)}`,
  );
  return new Map(skus.map(({ id, ...facts }) => [Number(id), usageFacts(facts)]));
}
