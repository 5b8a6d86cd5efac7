import { and, asc } from 'drizzle-orm';
import { checkSplitOrder } from '../../shared/ordering/split-order.ts';
import { checkUndoSplit } from '../../shared/ordering/undo-split.ts';
import { policy } from '../../shared/policy.ts';
import { audit, auditEach } from '../audit/audit.ts';
import { didLast, lastAfter } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { lockRows } from '../db/lock.ts';
import { orderEmployees, orderLines, orders } from '../db/tables/index.ts';
import { orderView } from '../order-queries/order-queries.ts';
import type { OrderView } from '../order-queries/order-view.ts';
import { findOrder } from '../orders/find-order.ts';
import { ordersWithDeleted } from '../orders/scope.ts';
import { nextVersion } from './next-version.ts';

/** Put the wearers of a split back on the order and delete its other drafts. 409 unless the caller split the order and nothing has changed since. */
export async function undoSplit(ctx: Ctx, uuid: string): Promise<OrderView> {
  const { db } = ctx;
  const order = await findOrder(ctx, uuid, { lock: true });
  authorize(policy.edit_draft(ctx.actor, order) && policy.order_for_others(ctx.actor));
  const on = { type: 'order', id: order.id } as const;
  if (await didLast(ctx, ['order.split_undone'], on)) return orderView(ctx, uuid);
  enforce(checkSplitOrder(order));
  const isLast = await didLast(ctx, ['order.split'], on);
  const ids = ((await lastAfter(ctx, 'order.split', on))?.orders ?? []).map(({ id }) => id);
  const drafts = await lockRows(
    db
      .select()
      .from(orders)
      .where(and(among(orders.id, idList(ids)), ordersWithDeleted(ctx.actor)))
      .orderBy(asc(orders.id)),
  );
  enforce(checkUndoSplit(drafts, { isLast: isLast && drafts.length === ids.length }));

  const wearers = await db
    .select({ employee_id: orderEmployees.employee_id })
    .from(orderEmployees)
    .where(among(orderEmployees.order_id, idList(ids)));
  await db
    .insert(orderEmployees)
    .values(wearers.map(({ employee_id }) => ({ order_id: order.id, employee_id })))
    .onConflictDoNothing();
  await db
    .update(orderLines)
    .set({ order_id: order.id })
    .where(among(orderLines.order_id, idList(ids)));
  await db
    .update(orders)
    .set({ deleted_at: ctx.now })
    .where(among(orders.id, idList(ids)));
  await auditEach(
    ctx,
    'order.deleted',
    drafts.map(({ id, status }) => ({ on: { type: 'order' as const, id }, before: { status, submitted_at: null } })),
  );
  await nextVersion(ctx, [order]);
  await audit(ctx, 'order.split_undone', on, null, { orders: ids });
  return orderView(ctx, uuid);
}
