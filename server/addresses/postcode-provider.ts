import type { Address } from '../../shared/address.ts';
import type { Settings } from '../core/settings.ts';
import { idealPostcodes } from './ideal-postcodes.ts';

/** The result for a postcode: its addresses, or why they are not available. */
export type PostcodeResult = { is: 'found'; addresses: Address[] } | { is: 'unavailable'; reason: string };

/** A service that finds the addresses at any postcode of the country. Its promise never rejects: a failure is a result. */
export interface PostcodeProvider {
  find(postcode: string): Promise<PostcodeResult>;
}

/** The service that finds further addresses at a postcode. Null if no service is configured: then no postcode leaves this server. */
export function postcodeProvider({ POSTCODE_PROVIDER, POSTCODE_API_KEY, POSTCODE_API_URL, POSTCODE_API_TIMEOUT }: Settings): PostcodeProvider | null {
  if (POSTCODE_PROVIDER !== 'ideal-postcodes' || !POSTCODE_API_KEY) return null;
  return idealPostcodes({ key: POSTCODE_API_KEY, url: POSTCODE_API_URL, seconds: POSTCODE_API_TIMEOUT });
}
