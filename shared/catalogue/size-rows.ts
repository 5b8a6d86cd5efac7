import type { Sized } from './size-of.ts';

/** A size of two parts, as waist 34 and leg R. */
export interface PartedSize {
  id: number;
  first: string;
  second: string;
}

/** Sizes of two parts as two rows of choices: first the waist (or chest), then the leg (or length). */
export interface SizeRows {
  firstName: string;
  secondName: string;
  /** The values of each row, in the sequence of the sizes. */
  firsts: string[];
  seconds: string[];
  sizes: PartedSize[];
}

/** The fewest sizes for which two rows are shorter than one grid. */
const FEWEST_SIZES = 6;

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/**
 * Two rows for sizes that all have two parts; null if they are chosen in one step, because a size has one part, one of the rows would have a single
 * choice, or there are few sizes. The rows are called by what is measured: without a chest among the `measures`, the first part is a waist.
 */
export function sizeRows(sizes: readonly { id: number; attributes: Sized }[], measures: readonly string[]): SizeRows | null {
  const parted = sizes.flatMap(({ id, attributes: { variation_size_1: first, variation_size_2: second } }) =>
    first && second ? [{ id, first, second }] : [],
  );
  const firsts = distinct(parted.map(({ first }) => first));
  const seconds = distinct(parted.map(({ second }) => second));
  if (parted.length < sizes.length || parted.length < FEWEST_SIZES || firsts.length < 2 || seconds.length < 2) return null;
  const isChest = measures.some((name) => /chest/i.test(name)) && !measures.some((name) => /waist/i.test(name));
  return { firstName: isChest ? 'Chest' : 'Waist', secondName: isChest ? 'Length' : 'Leg', firsts, seconds, sizes: parted };
}

/** The second part of a size of two parts; null for any other size. */
export const secondPartOf = (size: Sized | null): string | null => (size?.variation_size_1 ? size.variation_size_2 : null);

/** The size of two rows with these parts; undefined if it does not exist. */
export const sizeAt = ({ sizes }: Pick<SizeRows, 'sizes'>, first: string | null, second: string): PartedSize | undefined =>
  sizes.find((size) => size.first === first && size.second === second);
