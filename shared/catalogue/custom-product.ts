import { z } from 'zod';
import { codeText } from '../code-text.ts';
import { optionalLines, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { wordsText } from '../text.ts';
import { plainSize } from './compare-sizes.ts';

const COLOUR_CODE = /^[A-Z0-9]{1,6}$/;
/** Whether a text can be the part of a SKU that stands for a colour. */
export const isColourCode = (text: string): boolean => COLOUR_CODE.test(text);

const code = codeText(6)
  .overwrite((text) => text.toUpperCase())
  .regex(COLOUR_CODE, messages.colour_code_invalid);
const colour = z.object({
  name: requiredText(limits.name, messages.name_needed),
  hex: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, messages.hex_invalid)
    .nullable()
    .optional(),
  code: code
    .optional()
    .describe(
      'Its part of the SKUs; by default that of its base’s colour of this name, else that of most styles, else three letters of the name that no other colour has',
    ),
});
const sizes = z.array(requiredText(20, messages.name_needed)).max(limits.page_cap);
const pence = z.int(messages.price_needed).min(0).max(limits.money);

/** A custom product of a client company, based on a product of the catalogue. */
export const newCustomProduct = z.object({
  product_id: z.int(messages.base_product_needed).positive(),
  name: requiredText(limits.name, messages.name_needed),
  price: pence.describe('Pence, ex VAT'),
  cost: pence.default(0),
  colours: z
    .array(z.union([requiredText(limits.name, messages.name_needed), colour]))
    .min(1, messages.colour_needed)
    .max(limits.page_cap)
    .describe('Names, or names with hex and code'),
  sizes_1: sizes.min(1, messages.a_size_needed),
  sizes_2: sizes.default([]),
  description: optionalLines(limits.notes).optional(),
  short_description_1: wordsText(limits.notes).optional(),
  short_description_2: wordsText(limits.notes).optional(),
});
export type NewCustomProduct = z.infer<typeof newCustomProduct>;
export type CustomColour = z.infer<typeof colour>;

/** The colours of a new product, each with the values that were sent for it. */
export const customColours = ({ colours }: Pick<NewCustomProduct, 'colours'>): CustomColour[] =>
  colours.map((one) => (typeof one === 'string' ? { name: one } : one));

/** A custom product: a style of one client company. */
export const customProduct = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  price: z.int(),
  cost: z.int(),
  is_csp: z.literal(true),
  account: z.object({ id: z.int(), name: z.string() }),
  description: z.string(),
  short_description_1: z.string(),
  short_description_2: z.string(),
  children: z.array(
    z.object({ id: z.int(), sku: z.string(), colour: z.string().nullable(), size_1: z.string().nullable(), size_2: z.string().nullable() }),
  ),
});
export type CustomProduct = z.infer<typeof customProduct>;

/** A variation's text as a part of a SKU: capital letters and digits. */
export const skuPart = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '') || 'X';

/** A size as a part of a SKU. A fraction becomes a decimal, so that `7½` is `7.5` and not `7`. */
export const sizePart = (size: string): string =>
  plainSize(size)
    .split(/(?<=\d)\.(?=\d)/)
    .map(skuPart)
    .join('.');

/** Codes that can be made from a name: its first three letters, the first letters of its words, and its first two letters with a later letter. */
function codesOf(name: string): string[] {
  const letters = skuPart(name);
  const [first = '', ...others] = name.trim().split(/[^\p{L}\p{N}]+/u);
  const initials = others.length ? [skuPart(first.charAt(0) + others.join('')).slice(0, 3)] : [];
  return [letters.slice(0, 3), ...initials, ...[...letters.slice(3)].map((later) => letters.slice(0, 2) + later)];
}

/**
 * Colours, each with its code in SKUs: its own code, or else the first free one of the catalogue's code and the codes from its name. A code is free
 * if no other colour has it and it is not in `taken`.
 */
export function withCodes<Colour extends CustomColour>(
  colours: readonly Colour[],
  taken: Iterable<string> = [],
  catalogueCode: (name: string) => string | null | undefined = () => null,
): (Colour & { code: string })[] {
  const codes = new Set([...taken, ...colours.flatMap(({ code }) => code ?? [])]);
  return colours.map((colour) => {
    const offered = [catalogueCode(colour.name) ?? [], codesOf(colour.name)].flat();
    const code = colour.code ?? offered.find((one) => !codes.has(one)) ?? offered[0] ?? 'X';
    codes.add(code);
    return { ...colour, code };
  });
}

/** One SKU of a matrix: the index of its colour in the list, and its sizes. */
export interface Variation {
  sku: string;
  place: number;
  colour: CustomColour;
  size_1: string | null;
  size_2: string | null;
}

/** Every variation: each colour in each size, and in each second size if there are any. The SKU of each is built from the style's SKU. */
export function variationsOf(style_sku: string, matrix: Pick<NewCustomProduct, 'colours' | 'sizes_1' | 'sizes_2'>): Variation[] {
  const { sizes_1, sizes_2 } = matrix;
  return withCodes(customColours(matrix)).flatMap((colour, place) =>
    sizes_1.flatMap((size_1) =>
      (sizes_2.length ? sizes_2 : [null]).map((size_2) => ({
        sku: [style_sku, colour.code, sizePart(size_1), ...(size_2 === null ? [] : [sizePart(size_2)])].join('-'),
        place,
        colour,
        size_1,
        size_2,
      })),
    ),
  );
}

const firstDouble = (values: readonly string[]): number => values.findIndex((value, place) => values.indexOf(value) < place);

/** The first error in the lists of colours and sizes, with its field; null if all SKUs differ. */
export function variationFault(input: Pick<NewCustomProduct, 'colours' | 'sizes_1' | 'sizes_2'>): [string, string] | null {
  const { sizes_1, sizes_2 } = input;
  const colours = customColours(input);
  const name = firstDouble(colours.map((one) => one.name.toLowerCase()));
  if (name >= 0) return [`colours.${name}.name`, messages.same_colour_twice];
  const place = firstDouble(withCodes(colours).map((colour) => colour.code));
  if (place >= 0) return [`colours.${place}.code`, messages.same_colour_twice];
  for (const [field, list] of [
    ['sizes_1', sizes_1],
    ['sizes_2', sizes_2],
  ] as const) {
    const double = firstDouble(list.map(sizePart));
    if (double >= 0) return [`${field}.${double}`, messages.same_size_twice];
  }
  const variations = colours.length * sizes_1.length * Math.max(1, sizes_2.length);
  return variations > limits.style_variations ? ['sizes_1', messages.too_many_variations(limits.style_variations)] : null;
}
