import { z } from 'zod';
import { optionalLines, optionalText } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

const id = z.int().positive();
/** One line of a kit: a product, or styles of which the wearer takes one. */
export const kitLine = z.object({
  product_id: id.nullable().default(null).describe('A style or a SKU; may be null if `choose_from` names styles'),
  quantity: z.int().min(1).max(limits.line_quantity),
  decoration: optionalLines(limits.decoration).default(null),
  variation_colour: optionalText(limits.name).default(null).describe('The colour of a style; null if the wearer chooses it'),
  choose_from: z
    .array(id)
    .max(limits.kit_choices)
    .default([])
    .describe('Styles of which the wearer takes one. The style in `product_id`, if there is one, is one of them'),
});
export type KitLine = z.infer<typeof kitLine>;

export const kitInput = z.object({ lines: z.array(kitLine).max(limits.kit_lines), version: z.int().positive().optional() });
export type KitInput = z.infer<typeof kitInput>;

/** A product that a kit names. */
export const kitProduct = z.object({
  id: z.int(),
  name: z.string(),
  sku: z.string(),
  parent_id: z.int().nullable().describe('The style of a SKU; null for a style'),
  variation_colour: z.string().nullable(),
  colour_hex: z.string().nullable(),
  size: z.string().describe('The size of a SKU in words; empty for a style'),
  colours: z.array(z.string()).describe('The colours of a style in the sets of the client company'),
  is_available: z.boolean().describe('Whether the sets of the client company still contain it'),
});
export type KitProduct = z.infer<typeof kitProduct>;

/** The kit of an employee role, with the products that it names. The version is that of the role. */
export const kit = z.object({ lines: z.array(kitLine), products: z.array(kitProduct), version: z.int() });
export type Kit = z.infer<typeof kit>;

/** The styles of which the wearer of a line takes one; empty if the line names its product. */
export const choicesOf = ({ product_id, choose_from }: Pick<KitLine, 'product_id' | 'choose_from'>): number[] =>
  choose_from.length ? [...new Set([...(product_id === null ? [] : [product_id]), ...choose_from])] : [];

/** The products that a line names. */
export const productsOfLine = (line: Pick<KitLine, 'product_id' | 'choose_from'>): number[] => [
  ...new Set([...(line.product_id === null ? [] : [line.product_id]), ...line.choose_from]),
];

/** What a client company offers of a product: enough to judge the line of a kit. */
export interface KitOffer {
  is_style: boolean;
  /** The colours of a style, or the one of a SKU. */
  colours: readonly string[];
  /** Whether an order line of the product must name a decoration. */
  needs_decoration: boolean;
}

/** The messages for the lines of a kit that the client company cannot have, by field. */
export function kitFaults(lines: readonly KitLine[], offers: ReadonlyMap<number, KitOffer>): Record<string, string> {
  const words = messages.kits;
  const faults: Record<string, string> = {};
  for (const [n, line] of lines.entries()) {
    const { product_id, choose_from, variation_colour, decoration } = line;
    const field = (name: string): string => `lines.${n}.${name}`;
    const offer = product_id === null ? undefined : offers.get(product_id);
    if (product_id === null && !choose_from.length) faults[field('product_id')] = words.product;
    else if (product_id !== null && !offer) faults[field('product_id')] = words.not_in_sets;
    else if (choose_from.length && offer && !offer.is_style) faults[field('product_id')] = words.choice_of_styles;
    if (choose_from.length && (new Set(choose_from).size < choose_from.length || choicesOf(line).length < 2))
      faults[field('choose_from')] = words.choices;
    for (const [place, style] of choose_from.entries()) {
      const choice = offers.get(style);
      if (!choice) faults[field(`choose_from.${place}`)] = words.not_in_sets;
      else if (!choice.is_style) faults[field(`choose_from.${place}`)] = words.choice_of_styles;
    }
    const named = productsOfLine(line).flatMap((id) => offers.get(id) ?? []);
    if (variation_colour !== null && named.some(({ colours }) => !colours.includes(variation_colour)))
      faults[field('variation_colour')] = words.colour(variation_colour);
    if (decoration === null && named.some(({ needs_decoration }) => needs_decoration)) faults[field('decoration')] = messages.decoration_needed;
  }
  return faults;
}
