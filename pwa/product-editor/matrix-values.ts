import { type CustomColour, withCodes } from '../../shared/catalogue/custom-product.ts';
import { withRanges } from '../../shared/catalogue/size-range.ts';
import type { FindColour } from '../api/catalogue.ts';

/** A colour of new variations; an empty code stands for the default code. */
export interface ColourValues {
  name: string;
  hex: string;
  code: string;
}

/** The colours and sizes of new variations, as they are typed: colours by the id of their row in the form, sizes with commas between them. */
export interface MatrixValues {
  colours: Record<number, ColourValues>;
  sizes_1: string;
  sizes_2: string;
}

const SEPARATOR = /[,;\n\t]+/;

/**
 * Reads sizes from a text. They are separated by commas, semicolons or line breaks, or by spaces if the text has none of these separators. A range
 * such as `28 to 38` or `S-3XL` stands for its sizes.
 */
export const sizesTyped = (text: string): string[] =>
  withRanges(
    (SEPARATOR.test(text) ? text.split(SEPARATOR) : text.replace(/(\S)\s+(?:to|-|–)\s+(?=\S)/gi, '$1-').split(/\s+/))
      .map((size) => size.trim())
      .filter(Boolean),
  );

/** The ids of the colours in their sequence. */
export const colourIds = ({ colours }: Pick<MatrixValues, 'colours'>): number[] => Object.keys(colours).map(Number);

/** The matrix in the form of the request. */
export const matrixOf = (values: MatrixValues) => ({
  colours: colourIds(values).map((id): CustomColour => {
    const { name = '', hex = '', code = '' } = values.colours[id] ?? {};
    return { name, ...(hex && { hex }), ...(code.trim() && { code: code.trim().toUpperCase() }) };
  }),
  sizes_1: sizesTyped(values.sizes_1),
  sizes_2: sizesTyped(values.sizes_2),
});

/** The form's field that shows an error of the matrix. */
export function matrixField(name: string, values: MatrixValues): string {
  const [, place, part] = /^colours\.(\d+)\.(\w+)$/.exec(name) ?? [];
  if (place !== undefined) return `colours.${colourIds(values)[Number(place)]}.${part}`;
  return name.replace(/^(sizes_[12])\..*/, '$1');
}

/** The matrix with a code for each of its colours, preferably the code of the catalogue. */
export const codedMatrix = (values: MatrixValues, find: FindColour) => {
  const matrix = matrixOf(values);
  return { ...matrix, colours: withCodes(matrix.colours, [], (name) => find(name)?.code) };
};

/** The code that each colour gets if none is typed, by the colour's id; empty for a colour without a name. */
export function defaultCodes(values: MatrixValues, find: FindColour): Map<number, string> {
  const ids = colourIds(values);
  const named = matrixOf(values).colours.filter(({ name }) => name.trim() !== '');
  const codes = withCodes(named, [], (name) => find(name)?.code).values();
  return new Map(ids.map((id) => [id, values.colours[id]?.name.trim() ? (codes.next().value?.code ?? '') : '']));
}
