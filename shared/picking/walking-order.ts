import { collate } from '../collate.ts';

/** Sorts bins in walking order: `A-2` before `A-10`; a line without a bin comes last. */
export function byBin(one: string | null | undefined, other: string | null | undefined): number {
  if (!one || !other) return Number(!one) - Number(!other);
  return collate(one, other);
}
