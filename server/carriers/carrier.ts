import type { Address } from '../../shared/address.ts';

/** What a carrier has to know to take the boxes. */
export interface Consignable {
  id: number;
  /** Our own name for this booking; a carrier that is sent it twice books once. */
  reference: string;
  /** The carrier may have been asked for this booking before, by a process that never heard the answer. */
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

/** What came of asking a carrier. */
export type Booking =
  | ({ outcome: 'booked' } & ConsignmentNumbers)
  /** A person types or scans the number. */
  | { outcome: 'by_hand' }
  /** The carrier answers later: its `answers` will have it. */
  | { outcome: 'pending' }
  /** Not as it stands: a person has to change something first. */
  | { outcome: 'refused'; reason: string }
  /** Certainly not booked, through no fault of the booking: worth asking again, not before `after` milliseconds where it says so. */
  | { outcome: 'not_booked'; reason: string; after?: number }
  /** It may or may not be booked. */
  | { outcome: 'unknown'; reason: string };

/** A carrier's late answer to a booking. */
export interface LateAnswer {
  reference: string;
  booking: Extract<Booking, { outcome: 'booked' | 'refused' }>;
}

/** Keeps one late answer. Resolves with null once it is kept, or with why it cannot be used; throws where it should come again. */
export type TakeAnswer = (answer: LateAnswer) => Promise<string | null>;

/** One way of booking consignments. Works outside every transaction, so it may wait for files and other machines. */
export interface CarrierAdapter {
  readonly key: string;
  /** Ask for a consignment. Asked twice for one reference it books once. */
  book(dispatch: Consignable): Promise<Booking>;
  /** Hand over the answers that have come in since to bookings left pending; absent where a carrier answers at once. */
  answers?(take: TakeAnswer, now: Date): Promise<void>;
}
