/** The parts of a variation's size. */
export interface Sized {
  variation_size_1: string | null;
  variation_size_2: string | null;
  variation_all_size: string | null;
}

/** The size as people say it, `34R` for waist 34 and leg R, `34 Regular` for one in words; null for a product that has none. */
export const sizeOf = ({ variation_size_1, variation_size_2, variation_all_size }: Sized): string | null =>
  [variation_size_1, variation_size_2].filter(Boolean).join(variation_size_2 && variation_size_2.length > 2 ? ' ' : '') || variation_all_size;
