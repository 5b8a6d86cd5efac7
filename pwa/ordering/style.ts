import { sizeOf } from '../../shared/catalogue/size-of.ts';
import type { Line, Size, Style } from './client.ts';

/** The articles of one colour, in wearing order; all of them where the style knows no colours. */
export const sizesIn = (style: Style, colour: string | null): Size[] =>
  style.children.filter(({ attributes }) => colour === null || attributes.variation_colour === colour);

/** How a size is called on its button. */
export const sizeName = (size: Size): string => sizeOf(size.attributes) ?? 'One size';

/** Whether a line is of this style, in whatever size or in none. */
export const isOfStyle = (line: Line, style: Style): boolean =>
  (line.product.parent?.id ?? line.product.id) === style.id || style.children.some(({ id }) => id === line.product.id);

/** The article that a style is when it comes in no variations. */
export const onlySize = (style: Style): Size | undefined => (style.children.length === 1 ? style.children[0] : undefined);
