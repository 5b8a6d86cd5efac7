import type { TrackingForm } from '../../shared/dispatch/tracking-number.ts';
import type { Settings } from '../core/settings.ts';
import { isBookable, serviceGroup } from './shipping-services.ts';

export type TrackingSettings = Pick<Settings, 'TRACKING_PATTERN' | 'TRACKING_PATTERN_SECOND' | 'TRACKING_CHECK' | 'TRACKING_CHECK_SECOND'>;

/** The format of a service's tracking numbers; null if the settings have none, and for a collection. */
export function trackingFormOf(settings: TrackingSettings, service_key: string): TrackingForm | null {
  if (!isBookable(service_key)) return null;
  const isSecond = serviceGroup(service_key) === 'second';
  const pattern = (isSecond ? settings.TRACKING_PATTERN_SECOND : settings.TRACKING_PATTERN) ?? null;
  const check = (isSecond ? settings.TRACKING_CHECK_SECOND : settings.TRACKING_CHECK) ?? null;
  return pattern === null && check === null ? null : { pattern, check };
}
