import type { CarrierAdapter } from './carrier.ts';

/** A carrier that is booked outside Kitroom: the dispatch waits until somebody types or scans its number. */
export const manualCarrier: CarrierAdapter = { key: 'manual', book: async () => ({ outcome: 'by_hand' }) };
