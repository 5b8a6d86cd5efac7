import { sql } from 'drizzle-orm';
import { orderStatus, type StatusName } from '../../shared/ordering/order-status.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { announceOrders } from '../db/order-news.ts';
import { orders } from '../db/tables/index.ts';
import { orderFacts } from './order-facts.ts';

const storeStatus = prepared('store_order_status', (db: Db) =>
  db
    .update(orders)
    .set({ status: sql`${sql.placeholder('status')}`, status_since: sql`${sql.placeholder('now')}` })
    .where(among(orders.id, sql.placeholder('ids'))),
);

/** Store the current result of `orderStatus` for these orders. Every command that changes a fact of an order calls this last. */
export async function refreshStatus(ctx: Pick<Ctx, 'db' | 'now'>, orderIds: readonly number[]): Promise<void> {
  if (!orderIds.length) return;
  const changed = new Map<StatusName, number[]>();
  for (const facts of await orderFacts(ctx.db, orderIds)) {
    const status = orderStatus(facts);
    if (status === facts.status) continue;
    changed.set(status, [...(changed.get(status) ?? []), facts.id]);
  }
  for (const [status, ids] of changed) await storeStatus(ctx.db, { status, now: ctx.now, ids: idList(ids) });
  await announceOrders(ctx.db, [...changed.values()].flat());
}
