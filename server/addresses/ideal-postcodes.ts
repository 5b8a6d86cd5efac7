import { z } from 'zod';
import type { Address } from '../../shared/address.ts';
import { jsonOf, textOf } from '../core/outside-answer.ts';
import type { PostcodeProvider, PostcodeResult } from './postcode-provider.ts';

/** Upper limit of an answer, in bytes: a postcode has at most a hundred addresses. */
const LONGEST = 512 * 1024;
const MAX_ADDRESSES = 100;
/** The service's code for a postcode that it does not know. */
const UNKNOWN = 4040;

const words = z
  .string()
  .trim()
  .nullish()
  .transform((text) => text?.slice(0, 120) || null);
const delivery = z.object({
  line_1: words,
  line_2: words,
  line_3: words,
  post_town: words,
  county: words,
  postcode: z.string().trim().min(1).max(12),
});
const addressList = z.object({ result: z.array(z.unknown()) });
const refusal = z.object({ code: z.int() });

/** An address in the format of stored addresses: the county on the third line, the town on the fourth. */
function addressOf(one: z.infer<typeof delivery>): Address | null {
  const { line_1, line_2, line_3, county, post_town, postcode } = one;
  const [first, ...rest] = [line_1, line_2, line_3].filter((line) => line !== null);
  if (first === undefined) return null;
  const second = rest.join(', ').slice(0, 120) || null;
  return { address_line_1: first, address_line_2: second, address_line_3: county, address_line_4: post_town, address_line_5: null, postcode };
}

/**
 * Finds the Royal Mail's addresses through ideal-postcodes.co.uk. If the service does not know a postcode, no address is found. Every error is
 * returned, never thrown.
 */
export function idealPostcodes({ key, url, seconds }: { key: string; url: string; seconds: number }): PostcodeProvider {
  return {
    find: async (postcode) => {
      try {
        const response = await fetch(`${url.replace(/\/+$/, '')}/postcodes/${encodeURIComponent(postcode)}?limit=${MAX_ADDRESSES}`, {
          headers: { Accept: 'application/json', Authorization: `api_key="${key}"` },
          // The key is sent only to the configured address.
          redirect: 'error',
          signal: AbortSignal.timeout(seconds * 1000),
        });
        return answerOf(response.status, jsonOf(await textOf(response, LONGEST)));
      } catch (error) {
        if (error instanceof Error && error.name === 'TimeoutError') return unavailable('it did not answer in time');
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
        return unavailable(cause instanceof Error ? cause.message : String(cause));
      }
    },
  };
}

const unavailable = (reason: string): PostcodeResult => ({ is: 'unavailable', reason });

function answerOf(status: number, json: unknown): PostcodeResult {
  if (status === 404 && refusal.safeParse(json).data?.code === UNKNOWN) return { is: 'found', addresses: [] };
  if (status !== 200) return unavailable(`it answered ${status}${codeOf(json)}`);
  const answer = addressList.safeParse(json);
  if (!answer.success) return unavailable('its answer cannot be read');
  const addresses = answer.data.result.slice(0, MAX_ADDRESSES).flatMap((one) => {
    const read = delivery.safeParse(one);
    return read.success ? (addressOf(read.data) ?? []) : [];
  });
  return { is: 'found', addresses };
}

/** The service's own error number, such as that of an unknown key or of an account without credit. */
function codeOf(json: unknown): string {
  const refusalBody = refusal.safeParse(json);
  return refusalBody.success ? ` (${refusalBody.data.code})` : '';
}
