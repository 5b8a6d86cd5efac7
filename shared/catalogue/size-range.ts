import { letterValue, plainSize } from './compare-sizes.ts';

/** The sizes in letters, in the order of the trade. */
const LETTERS = ['3XS', '2XS', 'XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL', '6XL', '7XL', '8XL'] as const;
/** The most sizes that a range stands for; a longer one is a slip of the keyboard. */
const MAX_SIZES = 60;
/** The fewest; `7-8` is an age and `S-M` one size. */
const MIN_SIZES = 3;

/** The value of `3XS`, the first of the letters. */
const FIRST_VALUE = -4;

/** The place of a size among the letters; -1 for another text, such as a length. */
function letterPlace(text: string): number {
  const plain = plainSize(text);
  const value = /^([\dXSML -]+|SMALL|MEDIUM|LARGE)$/.test(plain) ? letterValue(plain) : undefined;
  return value === undefined ? -1 : value - FIRST_VALUE;
}
const RANGE = /^(.+?)\s*(?:-|–|\bto\b)\s*(.+?)(?:\s*(?:\/|\bby\b|\bin\b)\s*(\d{1,2}))?$/i;
/** Waists, chests and dress sizes from this number on are even; shoes and gloves come in steps of one. */
const FIRST_EVEN = 24;

const numbers = (first: number, last: number, step: number): string[] =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, place) => String(first + place * step));

/**
 * The sizes of a range: `S-3XL` has six; `28-38` and `28 to 38` have every second number, since sizes from 24 on are even; `6-12` has every number,
 * and `28-38/1` has the step that it names. Null for a text that is no range, such as `S`, `7-8` or `S-M`.
 */
export function sizeRange(text: string): string[] | null {
  const sizes = sizesOfRange(text);
  return sizes.length >= MIN_SIZES && sizes.length <= MAX_SIZES ? sizes : null;
}

function sizesOfRange(text: string): string[] {
  const [, from = '', to = '', by] = RANGE.exec(text.trim()) ?? [];
  if (/^\d{1,3}$/.test(from) && /^\d{1,3}$/.test(to)) {
    const [first, last] = [Number(from), Number(to)];
    const isEven = first >= FIRST_EVEN && first % 2 === last % 2;
    const step = by === undefined ? (isEven ? 2 : 1) : Number(by);
    return step < 1 || last <= first ? [] : numbers(first, last, step);
  }
  const [first, last] = [letterPlace(from), letterPlace(to)];
  return by !== undefined || first < 0 || last < 0 ? [] : LETTERS.slice(first, last + 1);
}

/** Sizes of a typed list with its ranges spelled out, each size once, in the sequence in which they are typed. */
export const withRanges = (sizes: readonly string[]): string[] => [...new Set(sizes.flatMap((size) => sizeRange(size) ?? [size]))];
