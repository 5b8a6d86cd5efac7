import { z } from 'zod';
import { withoutInvisible } from '../../shared/invisible.ts';
import { jsonOf, textOf } from '../core/outside-answer.ts';
import type { ConsignmentNumbers } from './carrier.ts';

/** The result of a call to a carrier. */
export type CarrierAnswer =
  | { is: 'booked'; numbers: ConsignmentNumbers }
  /** The carrier refused; `after` is the wait in milliseconds, if the carrier gave one. */
  | { is: 'refused'; status: number; reason: string; after?: number }
  /** The call never reached the carrier. */
  | { is: 'not_asked'; reason: string }
  /** The call may have reached the carrier, but no readable answer came back. */
  | { is: 'unclear'; reason: string };

interface Question {
  url: string;
  method: 'GET' | 'POST';
  body?: object | undefined;
  headers: Record<string, string>;
  signal: AbortSignal;
}

/** Upper limit of an answer, in bytes. */
const LONGEST = 256 * 1024;

const number = z
  .union([z.string(), z.int()])
  .transform((value) => withoutInvisible(String(value)).trim())
  .pipe(z.string().max(80))
  .nullish()
  .transform((value) => value || null);
const consignment = z
  .object({ consignment_number: number, tracking_number: number })
  .refine(({ consignment_number, tracking_number }) => consignment_number || tracking_number);
const refusal = z.object({ message: z.string().trim().min(1) });

/** Errors that prove that no connection was made, so that the carrier received nothing. */
const unreached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** Send one request to a carrier's API. The promise never rejects: a failure is one of the answers. */
export async function callCarrier({ url, method, body, headers, signal }: Question): Promise<CarrierAnswer> {
  try {
    const response = await fetch(url, {
      method,
      // The token is sent only to the configured address.
      redirect: 'error',
      headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal,
    });
    return answerOf(response.status, response.headers.get('Retry-After'), await textOf(response, LONGEST));
  } catch (error) {
    const { code, message } = faultOf(error);
    if (unreached.has(code)) return { is: 'not_asked', reason: `The carrier cannot be reached (${code}).` };
    if (error instanceof Error && error.name === 'TimeoutError') return { is: 'unclear', reason: 'The carrier did not answer in time.' };
    return { is: 'unclear', reason: `The connection to the carrier broke (${code || message}).` };
  }
}

function answerOf(status: number, retry_after: string | null, text: string): CarrierAnswer {
  const json = jsonOf(text);
  if (status >= 500 || status === 408) return { is: 'unclear', reason: `The carrier reports an internal error (${status}).` };
  if (status >= 400) {
    const reason = refusal.safeParse(json).data?.message.slice(0, 500) ?? `The carrier refused the request (${status}).`;
    const seconds = Number(retry_after);
    return { is: 'refused', status, reason, ...(retry_after && seconds > 0 && { after: Math.min(seconds, 24 * 3600) * 1000 }) };
  }
  const numbers = consignment.safeParse(json);
  if (status >= 200 && status < 300 && numbers.success) return { is: 'booked', numbers: numbers.data };
  return { is: 'unclear', reason: `The carrier's answer cannot be read (${status}).` };
}

function faultOf(error: unknown): { code: string; message: string } {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  return { code, message: cause instanceof Error ? cause.message : String(cause) };
}
