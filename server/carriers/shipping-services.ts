import reference from '../../data/reference/shipping-services.json' with { type: 'json' };

const names = new Map(reference.groups.flatMap(({ services }) => services.map(({ service_key, name }) => [service_key, name])));

/** Whether there is a shipping service of this key. */
export const isShippingService = (service_key: string): boolean => names.has(service_key);

/** A shipping service as labels and lists name it: `220 Parcel`. */
export const serviceName = (service_key: string): string => [service_key, names.get(service_key)].filter(Boolean).join(' ');
