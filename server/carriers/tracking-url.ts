import type { Settings } from '../core/settings.ts';
import { serviceGroup } from './shipping-services.ts';

/**
 * A carrier's tracking page for one parcel, from a template with `{tracking_number}`; null without a template, or if the result is not a web
 * address.
 */
function trackingUrl(template: string | undefined, tracking_number: string): string | null {
  if (!template || !/^https?:\/\//i.test(template)) return null;
  return template.replaceAll('{tracking_number}', encodeURIComponent(tracking_number));
}

/** The address of the tracking page for a parcel sent by this service; null without a tracking number, or if the carrier has no such page. */
export function trackingUrlOf(
  { TRACKING_URL, TRACKING_URL_SECOND }: Pick<Settings, 'TRACKING_URL' | 'TRACKING_URL_SECOND'>,
  service_key: string,
  tracking_number: string | null,
): string | null {
  if (!tracking_number) return null;
  return trackingUrl(serviceGroup(service_key) === 'second' ? TRACKING_URL_SECOND : TRACKING_URL, tracking_number);
}
