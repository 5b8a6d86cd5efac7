import { and, eq, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { prepared } from '../db/db.ts';
import { orderEmployees } from '../db/tables/index.ts';

const wearerOfOrder = prepared('wearer_of_order', (db) =>
  db
    .select({ employee_id: orderEmployees.employee_id })
    .from(orderEmployees)
    .where(and(eq(orderEmployees.order_id, sql.placeholder('order_id')), eq(orderEmployees.employee_id, sql.placeholder('employee_id')))),
);

/** Whether an order is for this person. */
export const isWearer = async (ctx: Pick<Ctx, 'db'>, order_id: number, employee_id: number): Promise<boolean> =>
  (await wearerOfOrder(ctx.db, { order_id, employee_id })).length > 0;
