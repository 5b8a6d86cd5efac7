import reference from '../../data/reference/shipping-services.json' with { type: 'json' };
import { COLLECTION } from '../../shared/dispatch/collection.ts';

const services = new Map(
  reference.groups.flatMap(({ carrier, services }) => services.map(({ service_key, name, days }) => [service_key, { group: carrier, name, days }])),
);

/** Whether there is a shipping service with this key. */
export const isShippingService = (service_key: string): boolean => services.has(service_key);

/** A shipping service as labels and lists name it: `220 Parcel`. */
export const serviceName = (service_key: string): string => [service_key, services.get(service_key)?.name].filter(Boolean).join(' ');

/** The carrier group of a service, from the reference data. */
export const serviceGroup = (service_key: string): string | undefined => services.get(service_key)?.group;

/** Whether a courier is booked for a service. */
export const isBookable = (service_key: string): boolean => service_key !== COLLECTION;

/** Working days within which a service delivers; null if the service promises none. */
export const daysOfService = (service_key: string): number | null => services.get(service_key)?.days ?? null;
