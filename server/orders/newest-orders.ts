import { lte, sql } from 'drizzle-orm';
import { among, idList } from '../db/among.ts';
import type { Db } from '../db/db.ts';
import { orderEmployees } from '../db/tables/index.ts';

/** The newest orders of each of these people, at most `most` each, as a subquery with their order and employee ids. It reads one index alone. */
export function newestOrders(db: Db, employee_ids: readonly number[], most: number) {
  const ranked = db
    .select({
      order_id: orderEmployees.order_id,
      employee_id: orderEmployees.employee_id,
      place: sql<number>`row_number() over (partition by ${orderEmployees.employee_id} order by ${orderEmployees.order_id} desc)`.as('newest_place'),
    })
    .from(orderEmployees)
    .where(among(orderEmployees.employee_id, idList(employee_ids)))
    .as('ranked_orders');
  return db.select({ order_id: ranked.order_id, employee_id: ranked.employee_id }).from(ranked).where(lte(ranked.place, most)).as('newest_orders');
}
