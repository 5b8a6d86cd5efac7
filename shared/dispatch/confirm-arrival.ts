import { refuse, type Verdict } from '../verdict.ts';
import { checkAsked, type DeliveryFacts, deliveryMessages } from './delivery.ts';

/** The client confirms the arrival of a parcel that has left and that nobody has recorded as delivered. */
export const checkConfirmArrival = (parcel: DeliveryFacts, now: string): Verdict =>
  parcel.delivered_on ? refuse('arrived_already', deliveryMessages.arrived_already) : checkAsked(parcel, now);
