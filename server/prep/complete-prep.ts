import { eq } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { checkCompletePrep } from '../../shared/prep/complete-prep.ts';
import { all } from '../../shared/verdict.ts';
import { audit } from '../audit/audit.ts';
import { isDone } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { authorize, enforce } from '../core/problem.ts';
import { picks } from '../db/tables/index.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { type FoundPick, findLatestPick } from '../picking/find-pick.ts';
import { type PrepOrder, prepOrderOf } from './prep-queries.ts';

/** Complete the prep of an order. Returns the pick after its completion. */
export async function completePrepOfOrder(ctx: Ctx, uuid: string): Promise<PrepOrder> {
  authorize(policy.prep(ctx.actor));
  const { pick, isOpen } = await findLatestPick(ctx, uuid, { with_stock: true });
  const isSame = (after: { pick_id: number }): boolean => after.pick_id === pick.id;
  if (!(await isDone(ctx, all(isOpen, checkCompletePrep(pick)), ['prep.completed'], { type: 'order', id: pick.order_id }, isSame)))
    await completePrep(ctx, pick);
  return prepOrderOf(ctx, pick.id);
}

/**
 * Complete the prep of a picked order, which is then decorated, bagged and ready for dispatch. The caller has locked the stock of
 * the pick.
 */
export async function completePrep(ctx: Ctx, pick: FoundPick): Promise<void> {
  authorize(policy.prep(ctx.actor));
  enforce(checkCompletePrep(pick));

  await ctx.db.update(picks).set({ state: 'booked', booked_at: ctx.now }).where(eq(picks.id, pick.id));
  await audit(ctx, 'prep.completed', { type: 'order', id: pick.order_id }, { state: pick.state }, { pick_id: pick.id });
  await emit(ctx, 'pick.booked', pick);
  await refreshStatus(ctx, [pick.order_id]);
}
