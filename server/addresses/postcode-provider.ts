import type { Address } from '../../shared/address.ts';
import type { Settings } from '../settings.ts';
import { idealPostcodes } from './ideal-postcodes.ts';

/** What a service says of a postcode: its addresses, or why it cannot tell. */
export type PostcodeResult = { is: 'found'; addresses: Address[] } | { is: 'unavailable'; reason: string };

/** Somebody who knows the addresses of the country. Resolves whatever becomes of the question. */
export interface PostcodeProvider {
  find(postcode: string): Promise<PostcodeResult>;
}

/** The service that is asked besides the addresses known here; null where none is set, and then nobody is asked. */
export function postcodeProvider({ POSTCODE_PROVIDER, POSTCODE_API_KEY, POSTCODE_API_URL, POSTCODE_API_TIMEOUT }: Settings): PostcodeProvider | null {
  if (POSTCODE_PROVIDER !== 'ideal-postcodes' || !POSTCODE_API_KEY) return null;
  return idealPostcodes({ key: POSTCODE_API_KEY, url: POSTCODE_API_URL, seconds: POSTCODE_API_TIMEOUT });
}
