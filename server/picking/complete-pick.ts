import { eq, sql } from 'drizzle-orm';
import { afterPick, checkCompletePick } from '../../shared/picking/complete-pick.ts';
import { checkRecording } from '../../shared/picking/record-pick.ts';
import { policy } from '../../shared/policy.ts';
import { all } from '../../shared/verdict.ts';
import { audit } from '../audit/audit.ts';
import { isDone } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { authorize, enforce } from '../core/problem.ts';
import { type Db, prepared } from '../db/db.ts';
import { orderEmployees, picks, stockChecks } from '../db/tables/index.ts';
import { changeAllocation } from '../orders/change-allocation.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { unreserve } from '../stock/reserve.ts';
import { closePick } from './close-pick.ts';
import { type FoundPick, findLatestPick } from './find-pick.ts';
import { type FoundPickLine, linesOfPick } from './find-pick-line.ts';
import { gatherItems } from './line-holders.ts';
import { type PickOrder, pickOrderOf } from './pick-queries.ts';

const wearersOfOrder = prepared('wearers_to_bag_for', (db: Db) =>
  db
    .select({ n: sql<number>`count(*)`.mapWith(Number) })
    .from(orderEmployees)
    .where(eq(orderEmployees.order_id, sql.placeholder('order_id'))),
);

/** Items that were not found become free stock again, with an open stock check until somebody has counted the SKU. */
async function settleShortLines(ctx: Ctx, lines: readonly FoundPickLine[]): Promise<void> {
  const short = lines.map((line) => ({ ...line, qty: line.qty_allocated - line.qty_picked })).filter(({ qty }) => qty > 0);
  if (!short.length) return;
  await unreserve(ctx, short);
  await changeAllocation(
    ctx,
    short.map(({ order_line_id, qty }) => ({ order_line_id, by: -qty })),
  );
  await ctx.db.insert(stockChecks).values(
    short.map(({ id, product_id, qty, code, other_reason }) => ({
      product_id,
      pick_line_id: id,
      qty_short: qty,
      code,
      other_reason,
      opened_by: ctx.actor.id,
      opened_at: ctx.now,
    })),
  );
}

/** Complete the pick of an order. Returns the completed pick. */
export async function completePickOfOrder(ctx: Ctx, uuid: string): Promise<PickOrder> {
  authorize(policy.pick(ctx.actor));
  const { pick, isOpen } = await findLatestPick(ctx, uuid, { with_stock: true });
  const isSame = (after: { pick_id: number }): boolean => after.pick_id === pick.id;
  if (!(await isDone(ctx, all(isOpen, checkRecording(pick, ctx.actor)), ['pick.completed'], { type: 'order', id: pick.order_id }, isSame)))
    await completePick(ctx, pick);
  return pickOrderOf(ctx, pick.id);
}

/**
 * Complete a pick of which every line is picked or has a reason. The pick goes to prep, or straight to dispatch if there is nothing to prep, or
 * back to allocation if nothing was picked. From then on, all items of the pick count as on the trolley of `device`, the tablet that completes it.
 * The caller has locked the stock of the pick.
 */
export async function completePick(ctx: Ctx, pick: FoundPick, device: string | null = null): Promise<void> {
  authorize(policy.pick(ctx.actor));
  const lines = await linesOfPick(ctx, pick.id);
  enforce(checkCompletePick(pick, lines, ctx.actor));

  await settleShortLines(ctx, lines);
  if (device !== null) await gatherItems(ctx, pick.id, device);
  const [wearers] = await wearersOfOrder(ctx.db, { order_id: pick.order_id });
  const next = afterPick(lines, wearers?.n);
  if (next === 'closed') await closePick(ctx, pick.id, 'nothing_picked');
  else
    await ctx.db
      .update(picks)
      .set({ state: next, picked_at: ctx.now, ...(next === 'booked' ? { booked_at: ctx.now } : {}) })
      .where(eq(picks.id, pick.id));
  await audit(ctx, 'pick.completed', { type: 'order', id: pick.order_id }, { state: pick.state }, { pick_id: pick.id, state: next });
  if (next === 'booked') await emit(ctx, 'pick.booked', pick);
  await refreshStatus(ctx, [pick.order_id]);
}
