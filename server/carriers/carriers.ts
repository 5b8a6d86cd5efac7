import type { Settings } from '../settings.ts';
import type { CarrierAdapter } from './carrier.ts';
import { manualCarrier } from './manual.ts';

/** Every carrier this installation can book, by its key. */
export const carriersOf = (settings: Pick<Settings, 'TRACKING_URL'>): ReadonlyMap<string, CarrierAdapter> =>
  new Map([manualCarrier(settings.TRACKING_URL)].map((carrier) => [carrier.key, carrier]));

/** The carrier called `key`. Throws for one that is not installed. */
export function carrierOf(settings: Pick<Settings, 'TRACKING_URL'>, key: string): CarrierAdapter {
  const carrier = carriersOf(settings).get(key);
  if (!carrier) throw new Error(`No carrier is called ${key}.`);
  return carrier;
}
