import { z } from 'zod';
import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import { carrierNumber } from './box-input.ts';
import { dispatchGone } from './dispatch-gone.ts';
import { isTrackingNumber, type TrackingForm } from './tracking-number.ts';

/** The courier's numbers, typed or scanned. When they are recorded, the dispatch ships. */
export const setTrackingInput = z.object({
  tracking_number: carrierNumber.min(1),
  consignment_number: carrierNumber.nullish(),
});
export type SetTrackingInput = z.infer<typeof setTrackingInput>;

/** A typed or scanned number ships a dispatch even while its courier is being booked, because the label already exists then. */
export const checkSetTracking = (dispatch: { state: string }): Verdict =>
  dispatch.state === 'shipped' || dispatch.state === 'void' ? dispatchGone : allow;

/** Accepts a tracking number if it has the format of the carrier group's numbers, or if the carrier group has no format. */
export const checkTrackingNumber = (form: TrackingForm | null, tracking_number: string): Verdict =>
  form === null || isTrackingNumber(form, tracking_number) ? allow : refuse('pattern', messages.tracking_number_form, 'tracking_number');
