import type { Address } from '../../shared/address.ts';

/** The facts that a carrier needs in order to collect the boxes. */
export interface Consignable {
  id: number;
  /** The booking's reference. A carrier that receives the same reference twice books once. */
  reference: string;
  /** True if the carrier may have received this booking before, from a process that never got the answer. */
  was_asked: boolean;
  service_key: string;
  /** The weight of all boxes together, in kilograms. */
  total_weight: number;
  /** Boxes. */
  total_items: number;
  /** The client and the site that receive the boxes. */
  company: string;
  delivery_address: Address;
  contact_name: string | null;
  contact_email: string | null;
  contact_phone: string | null;
}

/** The numbers by which a carrier identifies a consignment. */
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
  /** Refused: a person has to change something before another attempt can succeed. */
  | { outcome: 'refused'; reason: string }
  /**
   * The consignment is certainly not booked, but not because of its details, so another attempt is worth while. If the carrier gave a delay, the
   * next attempt must wait `after` milliseconds.
   */
  | { outcome: 'not_booked'; reason: string; after?: number }
  /** The consignment may or may not be booked. */
  | { outcome: 'unknown'; reason: string };

/** A carrier's late answer to a booking. */
export interface LateAnswer {
  reference: string;
  booking: Extract<Booking, { outcome: 'booked' | 'refused' }>;
}

/**
 * Stores one late answer. Resolves with null once it is stored, or with the reason why it cannot be used; throws if the answer is to be delivered
 * again.
 */
export type TakeAnswer = (answer: LateAnswer) => Promise<string | null>;

/** A way to book consignments. It works outside every transaction, so it may wait for files and other machines. */
export interface CarrierAdapter {
  readonly key: string;
  /** Book a consignment. A second call with the same reference does not book it again. */
  book(dispatch: Consignable): Promise<Booking>;
  /** Pass each answer that has arrived for a pending booking to `take`. Absent if the carrier answers at once. */
  answers?(take: TakeAnswer, now: Date): Promise<void>;
}
