import { eq } from 'drizzle-orm';
import { checkPausePick } from '../../shared/picking/pause-pick.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce } from '../core/problem.ts';
import { picks } from '../db/tables/index.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import type { FoundPick } from './find-pick.ts';

/** Pause or resume a pick. Nothing changes if the pick already has this state. */
export async function setPausedState(ctx: Ctx, pick: FoundPick, state: 'paused' | 'picking'): Promise<void> {
  if (pick.state === state) return;
  await ctx.db
    .update(picks)
    .set({ state, paused_at: state === 'paused' ? ctx.now : null })
    .where(eq(picks.id, pick.id));
  await refreshStatus(ctx, [pick.order_id]);
  const what = state === 'paused' ? 'pick.paused' : 'pick.resumed';
  await audit(ctx, what, { type: 'order', id: pick.order_id }, { state: pick.state }, { pick_id: pick.id });
}

/** Pause a pick. */
export async function pausePick(ctx: Ctx, pick: FoundPick): Promise<void> {
  authorize(policy.pick(ctx.actor));
  enforce(checkPausePick(pick, ctx.actor));
  await setPausedState(ctx, pick, 'paused');
}
