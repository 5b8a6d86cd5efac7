import { checkSendBackPick } from '../../shared/picking/send-back-pick.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce } from '../core/problem.ts';
import { refreshStatus } from '../orders/refresh-status.ts';
import { closePick } from './close-pick.ts';
import type { FoundPick } from './find-pick.ts';

/** Send a pick that is not completed back to the office. The allocation stays, and the office can change it. */
export async function sendBackPick(ctx: Ctx, pick: FoundPick): Promise<void> {
  authorize(policy.pick(ctx.actor));
  enforce(checkSendBackPick(pick, ctx.actor));

  await closePick(ctx, pick.id, 'sent_back');
  await refreshStatus(ctx, [pick.order_id]);
  await audit(ctx, 'pick.sent_back', { type: 'order', id: pick.order_id }, { state: pick.state }, { pick_id: pick.id });
}
