import { limits } from '../../shared/limits.ts';
import { formatCount } from '../ui/count-text.ts';
import type { Shipment } from './use-shipment.ts';

/** Says why the chosen orders cannot be dispatched as they are; null if they can. */
export function dispatchStop({ chosen, of }: Pick<Shipment, 'chosen' | 'of'>): string | null {
  if (chosen.length > limits.dispatched_orders) return `Dispatch at most ${formatCount(limits.dispatched_orders)} orders at once.`;
  const apart = chosen.find(({ uuid }) => (of.get(uuid)?.differing.length ?? 0) > 0);
  return apart ? `${apart.order_number} needs the same service, weight and boxes as ${of.get(apart.uuid)?.lead.order_number}.` : null;
}
