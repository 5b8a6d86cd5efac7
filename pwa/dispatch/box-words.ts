import type { OfTheBoxes } from '../../shared/dispatch/plan-dispatch.ts';
import type { ShippingServiceRow } from '../../shared/sync/rows.ts';
import { countText } from '../ui/count-text.ts';
import type { How } from './use-shipment.ts';

/** A service as labels print it: `220 Parcel`. */
const serviceWords = (services: readonly ShippingServiceRow[], service_key: string): string =>
  [service_key, services.find((each) => each.service_key === service_key)?.name].filter(Boolean).join(' ');

/** Service, weight or boxes as text. */
export const boxWords = (field: OfTheBoxes, how: How, services: readonly ShippingServiceRow[]): string => {
  if (field === 'service_key') return serviceWords(services, how.service_key);
  return field === 'total_weight' ? `${how.total_weight} kg` : countText(how.total_items, 'box', 'boxes');
};

/** Service, weight and boxes together: `220 Parcel, 7.5 kg, 2 boxes`. */
export const howWords = (how: How, services: readonly ShippingServiceRow[]): string =>
  (['service_key', 'total_weight', 'total_items'] as const).map((field) => boxWords(field, how, services)).join(', ');
