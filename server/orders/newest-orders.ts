import { and, eq, gte, sql } from 'drizzle-orm';
import { among, idList } from '../db/among.ts';
import { alias, type Db } from '../db/db.ts';
import { orderEmployees, users } from '../db/tables/index.ts';

const own = alias(orderEmployees, 'own_orders');

/**
 * The newest orders of each of these people, at most `most` each, as a subquery with their order and employee ids. It reads so many entries of one
 * index for each person, however many orders the person has.
 */
export function newestOrders(db: Db, employee_ids: readonly number[], most: number) {
  const newest = db.select({ order_id: own.order_id }).from(own).where(eq(own.employee_id, users.id)).orderBy(sql`${own.order_id} desc`).limit(most);
  return db
    .select({ order_id: orderEmployees.order_id, employee_id: orderEmployees.employee_id })
    .from(users)
    .innerJoin(
      orderEmployees,
      and(eq(orderEmployees.employee_id, users.id), gte(orderEmployees.order_id, sql`(select min(order_id) from ${newest.as('own_newest')})`)),
    )
    .where(among(users.id, idList(employee_ids)))
    .as('newest_orders');
}
