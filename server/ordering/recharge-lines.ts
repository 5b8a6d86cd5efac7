import { and, asc, exists, inArray, isNull, not, sql } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { lockRows } from '../db/lock.ts';
import { employeeRoles, orderLines, orders, userEmployeeRoles } from '../db/tables/index.ts';
import { nextVersion } from './next-version.ts';

/** The roles that the wearer of a line holds. */
const rolesOfItsWearer = sql`from ${userEmployeeRoles}
  join ${employeeRoles} on ${employeeRoles.id} = ${userEmployeeRoles.employee_role_id} and ${employeeRoles.deleted_at} is null
  where ${userEmployeeRoles.user_id} = ${orderLines.employee_id}`;
/** The role to which the line is charged if none is named, by the same rule as in `chargedRole`. */
const usualRole = sql<
  number | null
>`(select ${employeeRoles.id} ${rolesOfItsWearer} order by ${employeeRoles.is_budgeted} desc, ${employeeRoles.id} limit 1)`;

/**
 * After a change of wearers' roles, correct the roles to which lines of drafts and requests are charged: a line gets the wearer's usual role if it is
 * charged to none, or to a role that the wearer does not hold.
 */
export async function rechargeLines(ctx: Ctx, employee_ids: readonly number[]): Promise<void> {
  const { db } = ctx;
  const isHeld = exists(sql`(select 1 ${rolesOfItsWearer} and ${employeeRoles.id} = ${orderLines.employee_role_id})`);
  const isMischarged = and(
    among(orderLines.employee_id, idList(employee_ids)),
    not(isHeld),
    sql`${orderLines.employee_role_id} is distinct from ${usualRole}`,
  );
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
    .set({ employee_role_id: usualRole, version: sql`${orderLines.version} + 1` })
    .where(and(among(orderLines.order_id, idList(unsent.map(({ id }) => id))), isMischarged))
    .returning({
      id: orderLines.id,
      order_id: orderLines.order_id,
      employee_id: orderLines.employee_id,
      employee_role_id: orderLines.employee_role_id,
    });
  await nextVersion(ctx, unsent);
  const byOrderAndWearer = groupBy(recharged, ({ order_id, employee_id }) => `${order_id}/${employee_id}`);
  await auditEach(
    ctx,
    'order.recharged',
    [...byOrderAndWearer.values()].flatMap((lines) => {
      const [first] = lines;
      if (!first) return [];
      const { order_id, employee_id, employee_role_id } = first;
      return { on: { type: 'order' as const, id: order_id }, after: { employee_id, employee_role_id, lines: lines.map(({ id }) => id) } };
    }),
  );
}
