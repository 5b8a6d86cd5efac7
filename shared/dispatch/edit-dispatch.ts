import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import { dispatchGone } from './dispatch-gone.ts';

/** A dispatch can be edited until it is shipped or void, but not while its courier is being booked. */
export const checkEditDispatch = (dispatch: { state: string }): Verdict => {
  if (dispatch.state === 'shipped' || dispatch.state === 'void') return dispatchGone;
  return dispatch.state === 'booking' ? refuse('booking_in_flight', messages.booking_in_flight) : allow;
};
