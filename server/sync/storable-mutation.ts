import type { WireMutation } from '../../shared/sync/wire.ts';
import { isKept, keptText } from '../core/storable-text.ts';

/** Limits of the depth of a mutation's arguments and of the length of a text in them: far more than any tablet sends. */
const MAX_DEPTH = 20;
const MAX_TEXT_LENGTH = 200_000;
/** The length to which a text that is too long is cut. */
const CUT_TEXT_LENGTH = 1_000;
/** How many characters the arguments and bases of a mutation may have together: enough for the digest and the lines of the largest order. */
const MAX_CONTENT = 500_000;
/** The highest integer that columns other than ids can store. */
const MAX_NUMBER = 2 ** 31 - 1;

/**
 * Returns the mutation in a format that the database can store. `isComplete` is false if a value had to be changed for that, for example a text
 * that no database can store, or that is too long to read. Such a mutation is refused like other invalid arguments, so that the tablet's queue
 * continues.
 */
export function toStorable(wireMutation: WireMutation): { mutation: WireMutation; isComplete: boolean } {
  let isComplete = true;
  const text = (value: string): string => {
    if (isKept(value) && value.length <= MAX_TEXT_LENGTH) return value;
    isComplete = false;
    return keptText(value.length > MAX_TEXT_LENGTH ? value.slice(0, CUT_TEXT_LENGTH) : value);
  };
  const number = (value: number): number => {
    if (value <= MAX_NUMBER) return value;
    isComplete = false;
    return MAX_NUMBER;
  };
  const keep = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH) {
      isComplete = false;
      return null;
    }
    if (Array.isArray(value)) return value.map((part) => keep(part, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [text(key), keep(part, depth + 1)]));
  };
  let content = { a: keep(wireMutation.a, 0) as WireMutation['a'], base: keep(wireMutation.base, 0) as WireMutation['base'] };
  if (JSON.stringify(content).length > MAX_CONTENT) {
    isComplete = false;
    content = { a: {}, base: {} };
  }
  const mutation = {
    ...wireMutation,
    n: text(wireMutation.n),
    nv: number(wireMutation.nv),
    ...content,
    at: text(wireMutation.at),
    actor_id: number(wireMutation.actor_id),
  };
  return { mutation, isComplete };
}
