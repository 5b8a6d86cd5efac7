import { collate } from '../collate.ts';

/** Orders bins as one walks past them: `A-2` before `A-10`; what has no bin comes last. */
export function byBin(one: string | null | undefined, other: string | null | undefined): number {
  if (!one || !other) return Number(!one) - Number(!other);
  return collate(one, other);
}
