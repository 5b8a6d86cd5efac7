import { checkSetTracking, checkTrackingNumber, type SetTrackingInput } from '../../shared/dispatch/set-tracking.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { isDone } from '../audit/is-done.ts';
import { trackingFormOf } from '../carriers/tracking-form.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, conflict, enforce } from '../core/problem.ts';
import { findDispatch } from './find-dispatch.ts';
import { shipDispatches } from './ship-dispatches.ts';

/** Store the tracking number that the courier gave a dispatch, and ship it. */
export async function setTracking(ctx: Ctx, id: number, { tracking_number, consignment_number }: SetTrackingInput): Promise<void> {
  authorize(policy.dispatch(ctx.actor));
  const dispatch = await findDispatch(ctx, id);
  const numbers = { tracking_number, consignment_number: consignment_number || null };
  const isSame = (after: { tracking_number?: string | null; consignment_number?: string | null }): boolean =>
    after.tracking_number === numbers.tracking_number && after.consignment_number === numbers.consignment_number;
  if (await isDone(ctx, checkSetTracking(dispatch), ['dispatch.tracked'], { type: 'dispatch', id }, isSame)) return;
  enforce(checkTrackingNumber(trackingFormOf(ctx.services.settings, dispatch.service_key), tracking_number));
  if (dispatch.picks_.some(({ is_frozen }) => is_frozen)) throw conflict('order_frozen', messages.order_held);

  await audit(ctx, 'dispatch.tracked', { type: 'dispatch', id }, null, numbers);
  await shipDispatches(ctx, [id], numbers);
}
