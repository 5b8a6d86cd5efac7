import { checkResumePick } from '../../shared/picking/resume-pick.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce } from '../core/problem.ts';
import type { FoundPick } from './find-pick.ts';
import { pausePick, setPausedState } from './pause-pick.ts';

/** Resume a paused pick. */
export async function resumePick(ctx: Ctx, pick: FoundPick): Promise<void> {
  authorize(policy.pick(ctx.actor));
  enforce(checkResumePick(pick, ctx.actor));
  await setPausedState(ctx, pick, 'picking');
}

/** Pause a pick that runs, or resume a paused one. */
export const pauseOrResumePick = (ctx: Ctx, pick: FoundPick): Promise<void> =>
  pick.state === 'paused' ? resumePick(ctx, pick) : pausePick(ctx, pick);
