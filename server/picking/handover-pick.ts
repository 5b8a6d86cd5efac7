import { eq } from 'drizzle-orm';
import { checkHandoverPick } from '../../shared/picking/handover-pick.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { isDone } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { picks } from '../db/tables/index.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import type { FoundPick } from './find-pick.ts';

/** Release a pick from its picker, so that another picker can start it. The recorded quantities stay. */
export async function handoverPick(ctx: Ctx, pick: FoundPick): Promise<void> {
  authorize(policy.pick(ctx.actor));
  const isSame = (after: { pick_id: number }): boolean => after.pick_id === pick.id;
  if (await isDone(ctx, checkHandoverPick(pick, ctx.actor), ['pick.handed_over'], { type: 'order', id: pick.order_id }, isSame)) return;

  await ctx.db
    .update(picks)
    .set({ state: 'released', picker_id: null, claimed_at: null, paused_at: null, handed_over_by: ctx.actor.id, handed_over_at: ctx.now })
    .where(eq(picks.id, pick.id));
  await refreshStatus(ctx, [pick.order_id]);
  await audit(ctx, 'pick.handed_over', { type: 'order', id: pick.order_id }, { picker_id: pick.picker_id }, { pick_id: pick.id });
}
