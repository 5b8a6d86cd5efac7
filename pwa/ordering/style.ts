import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { articleOnFile, colourOnFile, type SizeOnFile } from '../../shared/sizes/size-on-file.ts';
import { formatMoney } from '../ui/money.tsx';
import type { Line, Size, Style } from './client.ts';

/** The products of one colour, sorted by size; all products if the style has no colours. */
export const sizesIn = (style: Style, colour: string | null): Size[] =>
  style.children.filter(({ attributes }) => colour === null || attributes.variation_colour === colour);

/** The colour in which a style is first shown: the wearer's colour on file, else the colour of the style's picture, else the first colour. */
export function firstColour({ colours, children, media }: Style, onFile: SizeOnFile | undefined): string | null {
  const pictured = children.find((child) => child.media[0] && child.media[0].url === media[0]?.url)?.attributes.variation_colour;
  return colourOnFile([...colours.filter(({ name }) => name === pictured), ...colours], onFile);
}

/** The label of a size's button. */
export const sizeName = (size: Size): string => sizeOf(size.attributes) ?? 'One size';

/** The text under a size: its price, if not all sizes have the same price. Customers are not told that a size will be discontinued. */
export function sizeNote(
  size: Pick<Size, 'price'>,
  { price_from, price_to }: Pick<Style, 'price_from' | 'price_to'>,
  prices: boolean,
): string | null {
  return prices && price_from !== price_to ? formatMoney(size.price) : null;
}

/** Whether a line is of this style, in any size or in none. */
export const isOfStyle = (line: Line, style: Style): boolean =>
  (line.product.parent?.id ?? line.product.id) === style.id || style.children.some(({ id }) => id === line.product.id);

/** The product of a style that has only one product; otherwise undefined. */
export const onlySize = (style: Style): Size | undefined => (style.children.length === 1 ? style.children[0] : undefined);

/** The product that is chosen when a style is first shown: the style's only product, else the product in the wearer's size on file. */
export function opensWith(style: Style, onFile: SizeOnFile | undefined): Size | undefined {
  const colour = style.colours.length ? firstColour(style, onFile) : null;
  return onlySize(style) ?? articleOnFile(sizesIn(style, colour), colour, onFile);
}

/**
 * The prices of a style in pence: if a size is chosen, its price; for a line without a size, the highest price of `unsized`, the sizes that the line
 * may get; else the prices of the existing `lines`, or the lowest and highest price if there are no lines.
 */
export function pricesOf(
  style: Pick<Style, 'price_from' | 'price_to'>,
  {
    size,
    unsized,
    lines = [],
  }: { size?: Size | undefined; unsized?: readonly Pick<Size, 'price'>[] | undefined; lines?: readonly Pick<Line, 'unit_price'>[] },
): number[] {
  if (size) return [size.price];
  if (unsized) return [unsized.length ? Math.max(...unsized.map(({ price }) => price)) : style.price_to];
  const charged = lines.flatMap(({ unit_price }) => unit_price ?? []);
  return charged.length > 0 ? charged : [style.price_from, style.price_to];
}
