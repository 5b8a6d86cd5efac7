import type { CarrierAdapter } from './carrier.ts';
import { trackingUrl } from './tracking-url.ts';

/** A carrier that is booked outside Kitroom: the dispatch waits until someone types or scans its number. */
export const manualCarrier = (template: string | undefined): CarrierAdapter => ({
  key: 'manual',
  book: async () => ({ outcome: 'by_hand' }),
  answers: async () => [],
  trackingUrl: (tracking_number) => trackingUrl(template, tracking_number),
});
