import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { limits } from '../../shared/limits.ts';
import type { OpenRecords } from '../../shared/ordering/open-records.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { openStatuses, type StatusName } from '../../shared/ordering/order-status.ts';
import { policy } from '../../shared/policy.ts';
import { returnNumber } from '../../shared/returns/return-number.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { orderEmployees, orderLines, orders, returnLines, returns } from '../db/tables/index.ts';
import { visibleReturns } from '../orders/return-scope.ts';
import { visibleOrders } from '../orders/scope.ts';
import { managedPerson } from '../people/managed-person.ts';

/**
 * The unfinished orders among those that `whichOrders` selects, and the unfinished returns among those that `whichReturns` selects. The second
 * condition may use the columns of a return's order. The oldest records of each kind come first.
 */
export async function openRecordsAmong({ db }: Pick<Ctx, 'db'>, whichOrders: SQL | undefined, whichReturns = whichOrders): Promise<OpenRecords> {
  const ordersIn = async (statuses: readonly StatusName[]) => {
    const rows = await db
      .select({ id: orders.id, uuid: orders.uuid })
      .from(orders)
      .where(and(whichOrders, inArray(orders.status, [...statuses]), isNull(orders.deleted_at)))
      .orderBy(asc(orders.id))
      .limit(limits.open_records);
    return rows.map(({ id, uuid }) => ({ uuid, number: orderNumber(id) }));
  };
  const openReturns = await db
    .select({ id: returns.id })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.order_id))
    .where(and(whichReturns, isNull(returns.finalised_at)))
    .orderBy(asc(returns.id))
    .limit(limits.open_records);
  return {
    orders: await ordersIn(openStatuses),
    returns: openReturns.map(({ id }) => ({ id, number: returnNumber(id) })),
    drafts: await ordersIn(['draft']),
    requests: await ordersIn(['requested']),
  };
}

/** The condition under which a return has items of a wearer. */
const returnsWornBy = (employee_id: number): SQL =>
  sql`${returns.id} in (select ${returnLines.return_id} from ${orderLines} join ${returnLines} on ${returnLines.order_line_id} = ${orderLines.id}
    where ${orderLines.employee_id} = ${employee_id})`;

/** The unfinished orders and returns of which somebody is the requester, a wearer or the sender, as far as the caller may see them. */
export async function openRecordsOf(ctx: Ctx, id: number): Promise<OpenRecords> {
  const { role, account_id } = await managedPerson(ctx, id);
  authorize(policy.edit_person(ctx.actor, { id, role }));
  const inAccount = account_id === null ? undefined : eq(orders.account_id, account_id);
  const isOrderer = or(eq(orders.requester_id, id), eq(orders.creator_id, id));
  const isWearer = sql`exists (select 1 from ${orderEmployees} where ${orderEmployees.order_id} = ${orders.id} and ${orderEmployees.employee_id} = ${id})`;
  return openRecordsAmong(
    ctx,
    and(visibleOrders(ctx.actor), inAccount, or(isOrderer, isWearer)),
    and(visibleReturns(ctx.actor), inAccount, or(eq(returns.creator_id, id), eq(orders.requester_id, id), returnsWornBy(id))),
  );
}
