/** The parts of a variation's size. */
export interface Sized {
  variation_size_1: string | null;
  variation_size_2: string | null;
  variation_all_size: string | null;
}

/** The separator between the two parts: none before a leg code of one letter, a slash between two numbers, a space before a word. */
const separator = (first: string, second: string): string => {
  if (/\d$/.test(first) && /^\d/.test(second)) return '/';
  return second.length > 2 ? ' ' : '';
};

/** The size as people say it: `34R` for waist 34 and leg R, `34/32` for two numbers, `34 Regular` for a word; null for a product without a size. */
export function sizeOf({ variation_size_1: first, variation_size_2: second, variation_all_size }: Sized): string | null {
  if (first && second) return `${first}${separator(first, second)}${second}`;
  return first || second || variation_all_size;
}
