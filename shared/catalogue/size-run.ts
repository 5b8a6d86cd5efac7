import { z } from 'zod';
import { groupBy } from '../group-by.ts';
import { skuAttributes } from './sku-fields.ts';

/** A SKU of a style with what a person who orders it needs to know. */
export const sizeRunSku = skuAttributes.extend({
  id: z.int(),
  sku: z.string(),
  pack_size: z.int().nullable(),
  min_order_qty: z.int().nullable(),
  unit_cost: z.int().nullable().describe('Pence, half up: the supplier’s price, else the cost; null for those who may not see it'),
  unit_cost_tenths: z.int().nullable().describe('The same in tenths of a penny, exactly'),
  qty_free: z.int(),
  qty_on_order: z.int().describe('What suppliers still owe'),
  discontinued_at: z.string().nullable(),
});
export type SizeRunSku = z.infer<typeof sizeRunSku>;

/** A style with its SKUs, colour by colour and each colour in the order of its sizes. */
export const sizeRun = z.object({ id: z.int(), sku: z.string(), name: z.string(), skus: z.array(sizeRunSku) });
export type SizeRun = z.infer<typeof sizeRun>;

/** The sizes of one length in a colour of a style, or all its sizes if they have one part only. */
export interface SizeRow {
  /** The second part of the sizes; null if they have none. */
  length: string | null;
  skus: SizeRunSku[];
}

/** The colours of a style, each once, in the order of its SKUs; null is the colour of SKUs without one. */
export function coloursOfRun({ skus }: Pick<SizeRun, 'skus'>): { name: string | null; hex: string | null }[] {
  const colours = new Map<string | null, string | null>();
  for (const { variation_colour, colour_hex } of skus) if (!colours.get(variation_colour)) colours.set(variation_colour, colour_hex);
  return [...colours].map(([name, hex]) => ({ name, hex }));
}

/** The sizes of one colour in rows, one row for each length, each row in the order of the sizes. */
export function sizeRows({ skus }: Pick<SizeRun, 'skus'>, colour: string | null): SizeRow[] {
  const ofColour = skus.filter(({ variation_colour }) => variation_colour === colour);
  const byLength = groupBy(ofColour, ({ variation_size_1, variation_size_2 }) => (variation_size_1 === null ? null : variation_size_2));
  return [...byLength].map(([length, ofLength]) => ({ length, skus: ofLength }));
}
