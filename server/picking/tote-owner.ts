import { and, eq, gt, ne, not } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { lockTote } from '../db/lock.ts';
import { orderLines, orders, pickFullTotes, picks, receiptPutAways } from '../db/tables/index.ts';
import { isOverOrder } from '../orders/is-over-order.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';

/**
 * The id of another open order that has this tote: as its own tote, its pick’s, or that of its received items. Undefined if there is none. The tote
 * is locked, after the order: if two orders get the tote at the same moment, the second one finds the first.
 */
export async function findToteOwner(db: Db, tote: string, order_id: number): Promise<number | undefined> {
  await lockTote(db, tote);
  const isOther = and(ne(orders.id, order_id), not(isOverOrder));
  const [taken] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.tote, tote), isOther));
  if (taken) return taken.id;
  const [picked] = await db
    .select({ id: picks.order_id })
    .from(picks)
    .where(and(eq(picks.tote, tote), isOpenPick(), ne(picks.order_id, order_id)));
  if (picked) return picked.id;
  const [filled] = await db
    .select({ id: picks.order_id })
    .from(pickFullTotes)
    .innerJoin(picks, eq(picks.id, pickFullTotes.pick_id))
    .where(and(eq(pickFullTotes.tote, tote), isOpenPick(), ne(picks.order_id, order_id)));
  if (filled) return filled.id;
  const [held] = await db
    .select({ id: orders.id })
    .from(receiptPutAways)
    .innerJoin(orderLines, eq(orderLines.id, receiptPutAways.order_line_id))
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .where(and(eq(receiptPutAways.tote, tote), gt(receiptPutAways.qty, 0), isOther));
  return held?.id;
}
