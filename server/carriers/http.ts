import { addressLines } from '../../shared/address-lines.ts';
import { callCarrier } from './call-carrier.ts';
import type { Booking, CarrierAdapter, Consignable } from './carrier.ts';

export interface HttpCarrierSettings {
  CARRIER_API_URL: string;
  CARRIER_API_TOKEN?: string | undefined;
  /** The time limit of a call, in seconds. */
  CARRIER_API_TIMEOUT: number;
}

const consignmentOf = ({ delivery_address, ...dispatch }: Consignable) => ({
  reference: dispatch.reference,
  service: dispatch.service_key,
  weight_kg: dispatch.total_weight,
  boxes: dispatch.total_items,
  company: dispatch.company,
  address_lines: addressLines({ ...delivery_address, postcode: '' }),
  postcode: delivery_address.postcode,
  contact_name: dispatch.contact_name,
  contact_email: dispatch.contact_email,
  contact_phone: dispatch.contact_phone,
});

/**
 * A carrier that is booked over HTTP: `POST {url}/consignments` books, with the reference as its idempotency key, and `GET
 * {url}/consignments/{reference}` returns the booking. If it is unknown whether a booking reached the carrier, the carrier is queried before the
 * next attempt.
 */
export function httpCarrier({ CARRIER_API_URL, CARRIER_API_TOKEN, CARRIER_API_TIMEOUT }: HttpCarrierSettings): CarrierAdapter {
  const url = CARRIER_API_URL.replace(/\/+$/, '');
  const ask = (method: 'GET' | 'POST', path: string, body?: { reference: string }) =>
    callCarrier({
      url: url + path,
      method,
      body,
      headers: { ...(CARRIER_API_TOKEN && { Authorization: `Bearer ${CARRIER_API_TOKEN}` }), ...(body && { 'Idempotency-Key': body.reference }) },
      signal: AbortSignal.timeout(CARRIER_API_TIMEOUT * 1000),
    });

  /** The carrier's booking under a reference; null if it has none. */
  const findBooking = async (reference: string): Promise<Booking | null> => {
    const answer = await ask('GET', `/consignments/${encodeURIComponent(reference)}`);
    if (answer.is === 'booked') return { outcome: 'booked', ...answer.numbers };
    if (answer.is === 'refused' && answer.status === 404) return null;
    const reason = answer.is === 'refused' ? `The carrier does not say whether it has ${reference}: ${answer.reason}` : answer.reason;
    return { outcome: 'unknown', reason };
  };

  return {
    key: 'http',
    book: async (dispatch) => {
      if (dispatch.was_asked) {
        const before = await findBooking(dispatch.reference);
        if (before) return before;
      }
      const answer = await ask('POST', '/consignments', consignmentOf(dispatch));
      if (answer.is === 'booked') return { outcome: 'booked', ...answer.numbers };
      if (answer.is === 'not_asked') return { outcome: 'not_booked', reason: answer.reason };
      if (answer.is === 'refused' && answer.status !== 409) {
        const { status, reason, after } = answer;
        if (status === 429) return { outcome: 'not_booked', reason, ...(after !== undefined && { after }) };
        if (status === 401 || status === 403 || status === 404 || status === 405) return { outcome: 'not_booked', reason };
        return { outcome: 'refused', reason };
      }
      // This attempt or an earlier one may have booked the consignment. Only the carrier knows.
      const booking = await findBooking(dispatch.reference);
      return booking ?? { outcome: 'unknown', reason: answer.reason };
    },
  };
}
