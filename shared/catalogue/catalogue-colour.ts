import { z } from 'zod';
import { foldText } from '../folded.ts';
import { groupBy } from '../group-by.ts';
import { isColourCode, sizePart } from './custom-product.ts';

/** A colour with the values that most styles of the catalogue have. */
export const catalogueColour = z.object({
  name: z.string(),
  hex: z.string().nullable(),
  code: z.string().nullable().describe('Its part of their SKUs'),
});
export type CatalogueColour = z.infer<typeof catalogueColour>;

/** A colour in one style, with the values of the style's SKUs in this colour. */
export interface ColourOfStyle {
  name: string;
  hex: string | null;
  style_sku: string;
  first_sku: string;
  last_sku: string;
  size_1: string | null;
  size_2: string | null;
}

/** The part of a SKU after the style's SKU, if it can stand for a colour. */
export function colourCodeIn(style_sku: string, sku: string): string | null {
  const [code = ''] = sku.startsWith(`${style_sku}-`) ? sku.slice(style_sku.length + 1).split('-') : [];
  return isColourCode(code) ? code : null;
}

/** The code of a colour in a style: the part that all SKUs in this colour have and that is not their size. */
function codeOf({ style_sku, first_sku, last_sku, size_1, size_2 }: ColourOfStyle): string | null {
  const code = colourCodeIn(style_sku, first_sku);
  const isSize = [size_1, size_2].some((size) => size !== null && sizePart(size) === code);
  return code === colourCodeIn(style_sku, last_sku) && !isSize ? code : null;
}

/** The most frequent value; if several are equally frequent, the alphabetically first of them. Null if no value is set. */
function commonest(values: readonly (string | null)[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first] = [...counts].sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));
  return first?.[0] ?? null;
}

/** The colours of the catalogue by folded name, each with the spelling, hex value and code that most styles give it. */
export function coloursByName(colours: readonly ColourOfStyle[]): Map<string, CatalogueColour> {
  const byName = groupBy(colours, ({ name }) => foldText(name));
  return new Map(
    [...byName].map(([key, alike]) => [
      key,
      {
        name: commonest(alike.map(({ name }) => name)) ?? key,
        hex: commonest(alike.map(({ hex }) => hex?.toLowerCase() ?? null)),
        code: commonest(alike.map(codeOf)),
      },
    ]),
  );
}
