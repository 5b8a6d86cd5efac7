import { type Sized, sizeOf } from '../catalogue/size-of.ts';

/** The return reasons that mean a wrong size, in lower case. */
export const sizeReasons = [
  'too small',
  'too large',
  'too big',
  'too short',
  'too long',
  'too tight',
  'too loose',
  'wrong size',
  'does not fit',
  'did not fit',
] as const;

/** Of one style, the product that a wearer ordered last. Cancelled items, and items returned because they did not fit, do not count. */
export interface SizeOnFile extends Sized {
  style_id: number;
  /** The product's name. */
  name: string;
  product_id: number;
  variation_colour: string | null;
  /** The order of the product; null for a reader who may not see that order, and for a recorded size. */
  order_number: string | null;
  /** When the size was recorded; null for a size that comes from an order. */
  recorded_at: string | null;
}

interface Article {
  id: number;
  attributes: Sized & { variation_colour: string | null };
}

/** The product of this colour in the size on file; undefined if the colour is not made in that size, or if no size is on file. */
export function articleOnFile<One extends Article>(articles: readonly One[], colour: string | null, onFile: SizeOnFile | undefined): One | undefined {
  if (!onFile) return undefined;
  const size = sizeOf(onFile);
  return articles.find(({ attributes }) => attributes.variation_colour === colour && sizeOf(attributes) === size);
}

/** The colour that is chosen at first: the one on file if it is still offered, else the first. */
export const colourOnFile = (colours: readonly { name: string }[], onFile: SizeOnFile | undefined): string | null =>
  (colours.find(({ name }) => name === onFile?.variation_colour) ?? colours[0])?.name ?? null;

/** "Size on file: L, from order 00123." */
export function onFileWords(onFile: SizeOnFile): string | null {
  const size = sizeOf(onFile);
  if (!size) return null;
  return onFile.order_number ? `Size on file: ${size}, from order ${onFile.order_number}` : `Size on file: ${size}`;
}
