import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { orderEmployees, orderLines } from '../db/tables/index.ts';

/** Move lines of a draft to those of the drafts `to` that have their wearers already, and remove these wearers from the draft. */
export async function moveWearers({ db }: Pick<Ctx, 'db'>, from: number, to: readonly number[]): Promise<void> {
  const target = sql`(select ${orderEmployees.order_id} from ${orderEmployees}
    where ${orderEmployees.employee_id} = ${orderLines.employee_id} and ${among(orderEmployees.order_id, idList(to))})`;
  const moved = db
    .select({ id: orderEmployees.employee_id })
    .from(orderEmployees)
    .where(among(orderEmployees.order_id, idList(to)));
  await db
    .update(orderLines)
    .set({ order_id: target })
    .where(and(eq(orderLines.order_id, from), inArray(orderLines.employee_id, moved)));
  await db.delete(orderEmployees).where(and(eq(orderEmployees.order_id, from), inArray(orderEmployees.employee_id, moved)));
}
