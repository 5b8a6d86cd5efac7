import { z } from 'zod';
import { carrierNumber } from '../../dispatch/box-input.ts';
import { dispatchGone } from '../../dispatch/dispatch-gone.ts';
import { checkSetTracking, checkTrackingNumber } from '../../dispatch/set-tracking.ts';
import { all } from '../../verdict.ts';
import type { Mutation } from '../mutation.ts';
import { id } from '../pick-mutation.ts';

export const setTrackingArgs = z.object({
  dispatch_id: id,
  tracking_number: carrierNumber.min(1),
  consignment_number: carrierNumber.nullable(),
});

/** `dispatch.set_tracking`: records the carrier's numbers of a dispatch; the server ships the dispatch. */
export const setTracking: Mutation<z.infer<typeof setTrackingArgs>> = {
  version: 1,
  check: (rows, { dispatch_id, tracking_number }) => {
    const dispatch = rows.dispatch.get(dispatch_id);
    if (!dispatch) return dispatchGone;
    const form = rows.shipping_service.get(dispatch.service_key)?.tracking ?? null;
    return all(checkSetTracking(dispatch), checkTrackingNumber(form, tracking_number));
  },
  apply: (overlay, { dispatch_id, tracking_number, consignment_number }) => {
    overlay.touch('dispatch', dispatch_id);
    const dispatch = overlay.read('dispatch').get(dispatch_id);
    if (dispatch) overlay.put('dispatch', dispatch_id, { ...dispatch, tracking_number, consignment_number });
  },
  describe: (names, { dispatch_id, tracking_number }) => ({
    text: `Tracking number ${tracking_number} for dispatch ${names.dispatch(dispatch_id) ?? dispatch_id}`,
    order_number: null,
  }),
  title: 'Entered a tracking number',
};
