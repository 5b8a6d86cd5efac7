import { eq } from 'drizzle-orm';
import { checkPausePick, checkResumePick } from '../../shared/picking/pause-pick.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce } from '../core/problem.ts';
import { picks } from '../db/tables/index.ts';
import { refreshStatus } from '../ordering/refresh-status.ts';
import type { FoundPick } from './find-pick.ts';

async function turn(ctx: Ctx, pick: FoundPick, state: 'paused' | 'picking'): Promise<void> {
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
  await turn(ctx, pick, 'paused');
}

/** Pause a pick that runs, or resume a paused one. */
export const pauseOrResumePick = (ctx: Ctx, pick: FoundPick): Promise<void> =>
  pick.state === 'paused' ? resumePick(ctx, pick) : pausePick(ctx, pick);

/** Resume a paused pick. */
export async function resumePick(ctx: Ctx, pick: FoundPick): Promise<void> {
  authorize(policy.pick(ctx.actor));
  enforce(checkResumePick(pick, ctx.actor));
  await turn(ctx, pick, 'picking');
}
