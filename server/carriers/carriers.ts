import type { Settings } from '../core/settings.ts';
import type { CarrierAdapter } from './carrier.ts';
import { httpCarrier } from './http.ts';
import { manifestFileCarrier } from './manifest-file.ts';
import { isBookable, serviceGroup } from './shipping-services.ts';

export type CarrierSettings = Pick<
  Settings,
  'CARRIER_FIRST' | 'CARRIER_SECOND' | 'CARRIER_API_URL' | 'CARRIER_API_TOKEN' | 'CARRIER_API_TIMEOUT' | 'manifest_dir' | 'manifest_answer_dir'
>;

/** A carrier that is booked outside Kitroom: the dispatch waits until somebody types or scans the tracking number. */
const manualCarrier: CarrierAdapter = { key: 'manual', book: async () => ({ outcome: 'by_hand' }) };

/** The adapters of this installation, by key. */
export function carriersOf(settings: CarrierSettings): ReadonlyMap<string, CarrierAdapter> {
  const { CARRIER_API_URL } = settings;
  const carriers = [manualCarrier, manifestFileCarrier(settings)];
  if (CARRIER_API_URL) carriers.push(httpCarrier({ ...settings, CARRIER_API_URL }));
  return new Map(carriers.map((carrier) => [carrier.key, carrier]));
}

/** The key of the adapter that books a service in this installation. No courier is booked for a collection. */
export function carrierOfService(settings: CarrierSettings, service_key: string): string {
  if (!isBookable(service_key)) return 'manual';
  return serviceGroup(service_key) === 'second' ? settings.CARRIER_SECOND : settings.CARRIER_FIRST;
}
