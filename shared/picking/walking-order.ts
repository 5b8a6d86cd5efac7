const collator = new Intl.Collator('en-GB', { numeric: true });

/** Orders bins as one walks past them: `A-2` before `A-10`; what has no bin comes last. */
export function byBin(one: string | null | undefined, other: string | null | undefined): number {
  if (!one || !other) return Number(!one) - Number(!other);
  return collator.compare(one, other);
}
