import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { OpenRecords } from '../../shared/accounts/account.ts';
import { limits } from '../../shared/limits.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { type StatusName, statusNames } from '../../shared/ordering/order-status.ts';
import { policy } from '../../shared/policy.ts';
import { returnNumber } from '../../shared/returns/return-number.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { orders, returns } from '../db/tables/index.ts';
import { findAccount } from './account-queries.ts';

const isFinished: Partial<Record<StatusName, true>> = { draft: true, requested: true, shipped: true, cancelled: true };
/** Submitted, and neither shipped in full nor cancelled. */
const openStatuses = statusNames.filter((status) => !isFinished[status]);

/** What is not finished for a client company, the oldest records of each kind first. */
export async function openRecordsOf(ctx: Ctx, account_id: number): Promise<OpenRecords> {
  authorize(policy.edit_accounts(ctx.actor));
  await findAccount(ctx, account_id);
  const { db } = ctx;
  const ordersIn = async (statuses: readonly StatusName[]) => {
    const rows = await db
      .select({ id: orders.id, uuid: orders.uuid })
      .from(orders)
      .where(and(eq(orders.account_id, account_id), inArray(orders.status, [...statuses]), isNull(orders.deleted_at)))
      .orderBy(asc(orders.id))
      .limit(limits.open_records);
    return rows.map(({ id, uuid }) => ({ uuid, number: orderNumber(id) }));
  };
  const openReturns = await db
    .select({ id: returns.id })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.order_id))
    .where(and(eq(orders.account_id, account_id), isNull(returns.finalised_at)))
    .orderBy(asc(returns.id))
    .limit(limits.open_records);
  return {
    orders: await ordersIn(openStatuses),
    returns: openReturns.map(({ id }) => ({ id, number: returnNumber(id) })),
    drafts: await ordersIn(['draft']),
    requests: await ordersIn(['requested']),
  };
}
