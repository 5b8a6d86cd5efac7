import type { Address } from '../../shared/address.ts';

/** What a carrier has to know to take the boxes. */
export interface Consignable {
  id: number;
  /** Our own number; a carrier that is sent it twice books once. */
  dispatch_number: string;
  service_key: string;
  /** Kilograms, all boxes together. */
  total_weight: number;
  /** Boxes. */
  total_items: number;
  delivery_address: Address;
  contact_name: string | null;
  contact_email: string | null;
  contact_phone: string | null;
}

/** The numbers by which a carrier knows a consignment. */
export interface ConsignmentNumbers {
  consignment_number: string | null;
  tracking_number: string | null;
}

/** What came of asking a carrier; an error thrown instead means that it may be asked again. */
export type Booking =
  | ({ outcome: 'booked' } & ConsignmentNumbers)
  /** A person types or scans the number. */
  | { outcome: 'by_hand' }
  /** The carrier answers later: its `answers` will have it. */
  | { outcome: 'pending' }
  | { outcome: 'refused'; reason: string };

/** A carrier's late answer to a booking. */
export interface LateAnswer {
  dispatch_number: string;
  booking: Booking;
  /** Called once the answer is stored, so that it does not come again. */
  done(): Promise<void>;
}

/** One way of booking consignments. Works outside every transaction, so it may wait for files and other machines. */
export interface CarrierAdapter {
  readonly key: string;
  /** Ask for a consignment. Asked twice for one dispatch number it books once and answers the same. */
  book(dispatch: Consignable): Promise<Booking>;
  /** Answers that have come in since to bookings left pending. */
  answers(): Promise<LateAnswer[]>;
  /** Where a receiver can follow the parcel; null where the carrier has no such page. */
  trackingUrl(tracking_number: string): string | null;
}
