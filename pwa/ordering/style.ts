import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { colourOnFile, type SizeOnFile } from '../../shared/sizes/size-on-file.ts';
import type { Line, Size, Style } from './client.ts';

/** The articles of one colour, in wearing order; all of them where the style knows no colours. */
export const sizesIn = (style: Style, colour: string | null): Size[] =>
  style.children.filter(({ attributes }) => colour === null || attributes.variation_colour === colour);

/** The colour with which a style opens: the one that its wearer kept, else the one that its own picture shows, else the first. */
export function firstColour({ colours, children, media }: Style, kept: SizeOnFile | undefined): string | null {
  const pictured = children.find((child) => child.media[0] && child.media[0].url === media[0]?.url)?.attributes.variation_colour;
  return colourOnFile([...colours.filter(({ name }) => name === pictured), ...colours], kept);
}

/** How a size is called on its button. */
export const sizeName = (size: Size): string => sizeOf(size.attributes) ?? 'One size';

/** Whether a line is of this style, in whatever size or in none. */
export const isOfStyle = (line: Line, style: Style): boolean =>
  (line.product.parent?.id ?? line.product.id) === style.id || style.children.some(({ id }) => id === line.product.id);

/** The article that a style is when it comes in no variations. */
export const onlySize = (style: Style): Size | undefined => (style.children.length === 1 ? style.children[0] : undefined);
