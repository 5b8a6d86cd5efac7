import { and, asc, eq, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { lockRows } from '../db/lock.ts';
import { orderLines, orders } from '../db/tables/index.ts';
import { chargedRole, rolesOf } from './charged-role.ts';
import { nextVersion } from './next-version.ts';

/**
 * After a change of a wearer's roles, charge lines that are not submitted yet to the wearer's usual role, where they are charged to
 * a role that the wearer does not hold, or to none.
 */
export async function rechargeLines(ctx: Ctx, employee_id: number): Promise<void> {
  const { db } = ctx;
  const roles = await rolesOf(ctx, employee_id);
  const usual = chargedRole(roles, null) ?? null;
  const ids = roles.map(({ id }) => id);
  const notHeld = and(isNotNull(orderLines.employee_role_id), notInArray(orderLines.employee_role_id, ids));
  const isMischarged = and(eq(orderLines.employee_id, employee_id), usual === null ? notHeld : or(notHeld, isNull(orderLines.employee_role_id)));
  const mischargedOrders = db.select({ id: orderLines.order_id }).from(orderLines).where(isMischarged);
  const unsent = await lockRows(
    db
      .select()
      .from(orders)
      .where(and(inArray(orders.id, mischargedOrders), isNull(orders.submitted_at), isNull(orders.deleted_at)))
      .orderBy(asc(orders.id)),
  );
  if (!unsent.length) return;
  const recharged = await db
    .update(orderLines)
    .set({ employee_role_id: usual, version: sql`${orderLines.version} + 1` })
    .where(and(among(orderLines.order_id, idList(unsent.map(({ id }) => id))), isMischarged))
    .returning({ id: orderLines.id, order_id: orderLines.order_id });
  await nextVersion(ctx, unsent);
  const byOrder = groupBy(recharged, ({ order_id }) => order_id);
  await auditEach(
    ctx,
    'order.recharged',
    unsent.map(({ id }) => ({
      on: { type: 'order' as const, id },
      after: { employee_id, employee_role_id: usual, lines: (byOrder.get(id) ?? []).map((line) => line.id) },
    })),
  );
}
