import { z } from 'zod';
import { address } from '../address.ts';
import { codeText } from '../code-text.ts';
import { messages } from '../messages.ts';
import { lineText } from '../text.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import { contactEmail, totalItems, totalWeight } from './box-input.ts';
import { dispatchGone } from './dispatch-gone.ts';

/** What can be changed of a dispatch until it ships; only the fields that are sent change. */
export const editDispatchInput = z.object({
  version: z.int().optional(),
  service_key: z.string().trim().min(1).max(40).optional(),
  total_weight: totalWeight.optional(),
  total_items: totalItems.optional(),
  mark_as_shipped: z.boolean().optional(),
  delivery_address: address.optional(),
  contact_name: lineText(120).nullish(),
  contact_email: contactEmail,
  contact_phone: codeText(64).nullish(),
});
export type EditDispatchInput = z.infer<typeof editDispatchInput>;

/** A dispatch can be edited until it is shipped or void, but not while its courier is being booked. */
export const checkEditDispatch = (dispatch: { state: string }): Verdict => {
  if (dispatch.state === 'shipped' || dispatch.state === 'void') return dispatchGone;
  return dispatch.state === 'booking' ? refuse('booking_in_flight', messages.booking_in_flight) : allow;
};
