import { once } from './once.ts';

const collator = once(() => new Intl.Collator('en-GB', { numeric: true }));

/** Compares words in the British alphabetical order, and the numbers in them as numbers: `Bag 2` before `Bag 10`. */
export const collate = (one: string, other: string): number => collator().compare(one, other);
