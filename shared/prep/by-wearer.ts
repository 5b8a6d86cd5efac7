import { compareNames } from '../folded.ts';

interface Wearer {
  id: number;
  name: string;
}

/** Sorts wearers for whom bags are packed, so that cards on a screen and labels on a roll are in the same order. */
export const byWearer = (one: Wearer, other: Wearer): number => compareNames(one.name, other.name) || one.id - other.id;
