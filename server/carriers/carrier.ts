import type { Address } from '../../shared/address.ts';

/** What a carrier needs to know to take the boxes. */
export interface Consignable {
  id: number;
  /** The booking's reference. A carrier that receives it twice books once. */
  reference: string;
  /** The carrier may have received this booking before, from a process that never got the answer. */
  was_asked: boolean;
  service_key: string;
  /** Kilograms, all boxes together. */
  total_weight: number;
  /** Boxes. */
  total_items: number;
  /** The client and the place that receives. */
  company: string;
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

/** The result of a booking. */
export type Booking =
  | ({ outcome: 'booked' } & ConsignmentNumbers)
  /** A person types or scans the number. */
  | { outcome: 'by_hand' }
  /** The carrier answers later: `answers` will deliver the result. */
  | { outcome: 'pending' }
  /** Refused as it stands: a person has to change something first. */
  | { outcome: 'refused'; reason: string }
  /**
   * Certainly not booked, and not because of the booking itself: worth another attempt, not before `after` milliseconds where the
   * carrier gave that.
   */
  | { outcome: 'not_booked'; reason: string; after?: number }
  /** It may or may not be booked. */
  | { outcome: 'unknown'; reason: string };

/** A carrier's late answer to a booking. */
export interface LateAnswer {
  reference: string;
  booking: Extract<Booking, { outcome: 'booked' | 'refused' }>;
}

/**
 * Stores one late answer. Resolves with null once it is stored, or with the reason why it cannot be used; throws where the answer
 * should be delivered again.
 */
export type TakeAnswer = (answer: LateAnswer) => Promise<string | null>;

/** A way to book consignments. It works outside every transaction, so it may wait for files and other machines. */
export interface CarrierAdapter {
  readonly key: string;
  /** Book a consignment. A second call with the same reference books nothing more. */
  book(dispatch: Consignable): Promise<Booking>;
  /** Deliver the answers that have arrived since for pending bookings; absent where a carrier answers at once. */
  answers?(take: TakeAnswer, now: Date): Promise<void>;
}
