import { eq, sql } from 'drizzle-orm';
import { checkStartPick } from '../../shared/picking/start-pick.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { picks } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { authorize, enforce } from '../http/problem.ts';
import { refreshStatus } from '../ordering/refresh-status.ts';
import type { FoundPick } from './find-pick.ts';

/** Claim a released pick for the caller, or go on with one's own. */
export async function startPick(ctx: Ctx, pick: FoundPick): Promise<void> {
  authorize(policy.pick(ctx.actor));
  enforce(checkStartPick(pick, ctx.actor));
  if (pick.state === 'picking' && pick.picker_id === ctx.actor.id) return;

  await ctx.db
    .update(picks)
    .set({
      state: 'picking',
      picker_id: ctx.actor.id,
      started_at: sql`coalesce(${picks.started_at}, ${ctx.now})`,
      paused_at: null,
      ...(pick.picker_id === ctx.actor.id ? {} : { claimed_at: ctx.now }),
    })
    .where(eq(picks.id, pick.id));
  await refreshStatus(ctx, [pick.order_id]);
  await audit(ctx, 'pick.started', { type: 'order', id: pick.order_id }, { picker_id: pick.picker_id }, { pick_id: pick.id });
}
