import { allow, refuse, type Verdict } from '../verdict.ts';
import { type DeliveryFacts, deliveryMessages } from './delivery.ts';

/** People of the client take back what they said themselves. The office can take back every record. */
export function checkTakeBackArrival({ delivered_on, delivered_by, delivery_source, not_arrived_by }: DeliveryFacts, person_id: number): Verdict {
  const isOwn = delivered_on ? delivery_source === 'client' && delivered_by === person_id : not_arrived_by === person_id;
  return isOwn ? allow : refuse('recorded_by_another', deliveryMessages.recorded_by_another);
}
