import { z } from 'zod';
import { calendarDate } from '../calendar-date.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { productFilter } from './product-filter.ts';

/** How prices change: by a percentage or by an amount, and from which day. */
export const newPriceChange = z.object({
  product_ids: z
    .array(z.int().positive())
    .min(1, messages.choose_product)
    .max(limits.price_change_products)
    .optional()
    .describe('Styles, with all their SKUs, or SKUs'),
  filter: productFilter.optional().describe('The parameters of the list of products'),
  field: z.enum(['price', 'cost']),
  percent: z
    .number()
    .min(-100, messages.price_below_zero)
    .max(1000)
    .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), messages.percent_too_precise)
    .optional(),
  amount: z.int().min(-limits.money).max(limits.money).optional().describe('Pence'),
  round_to: z.int().min(1).max(10_000).default(1).describe('Pence, half up'),
  effective_on: calendarDate(messages.day_invalid).optional().describe('Today where it is not sent'),
  sets: z.enum(['keep', 'follow']).default('keep').describe('Whether prices of clothing sets’ own stay or change alike'),
  preview: z.boolean().default(false),
  all_rows: z.boolean().default(false).describe('With a preview: every row in place of the first 100'),
});
export type NewPriceChange = z.infer<typeof newPriceChange>;
/** A new price change as it is sent, in which fields with defaults may be left out. */
export type NewPriceChangeInput = z.input<typeof newPriceChange>;

const range = z.object({ from: z.int(), to: z.int() });
const forOffice = 'null for those who may not see costs';

/** The effect of a price change on a style, over all its SKUs. */
export const changedStyle = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  media: z.array(z.object({ url: z.string() })),
  colour_hex: z.string().nullable().describe('Of its first colour'),
  skus: z.int().describe('SKUs that change'),
  before: range,
  after: range,
  margin: range.nullable().describe(`Per cent, after the change; ${forOffice}, or where there is no price`),
});
export type ChangedStyle = z.infer<typeof changedStyle>;

export const priceChangeStatus = ['scheduled', 'done', 'withdrawn'] as const;
export const priceChange = z.object({
  id: z.int().nullable().describe('null for a preview'),
  status: z.enum(priceChangeStatus),
  field: z.enum(['price', 'cost']),
  effective_on: z.string(),
  count: z.int().describe('Products whose price changes'),
  rows: z
    .array(
      z.object({
        id: z.int(),
        sku: z.string(),
        name: z.string(),
        before: z.int(),
        after: z.int(),
        price: z.int().describe('After the change'),
        cost: z.int().nullable().describe(`After the change; ${forOffice}`),
        margin: z.int().nullable().describe(`Per cent, after the change; ${forOffice}, or where there is no price`),
      }),
    )
    .describe('The first 100 of them, by SKU'),
  own_prices: z
    .array(z.object({ account: z.string(), clothing_set: z.string(), products: z.int() }))
    .describe('Clothing sets with prices of their own for some of them, the first 100'),
  same_day: z
    .array(z.object({ id: z.int(), products: z.int() }))
    .optional()
    .describe('With a preview: other changes of the same field on that day, and how many of these products each changes too'),
  by_style: z
    .object({
      styles: z.array(changedStyle).describe('The first 100, by SKU'),
      styles_count: z.int(),
      skus_count: z.int().describe('SKUs that change; a style with SKUs is none'),
      dearer_sizes: z.array(z.string()).describe('Sizes that cost more than the others of their colour, and do so afterwards'),
    })
    .optional()
    .describe('With a preview, and of a change that waits'),
});
export type PriceChange = z.infer<typeof priceChange>;

/** A price change in the list of price changes. */
export const listedPriceChange = priceChange.pick({ status: true, field: true, effective_on: true }).extend({
  id: z.int(),
  percent: z.number().describe('0 where prices change by an amount'),
  amount: z.int().describe('Pence; 0 where prices change by a percentage'),
  round_to: z.int(),
  sets: z.enum(['keep', 'follow']),
  prices: z.int().describe('How many prices it changed when it was decided'),
  has_begun: z.boolean().describe('It cannot be withdrawn any more'),
  created_at: z.string(),
  created_by: z.object({ id: z.int(), name: z.string() }),
  done_at: z.string().nullable(),
  withdrawn_at: z.string().nullable(),
});
export type ListedPriceChange = z.infer<typeof listedPriceChange>;

/** How a price change computes a new price: first `basis_points`, then `amount`, then rounding to a multiple of `round_to`. */
export interface PriceRule {
  /** Hundredths of a per cent. */
  basis_points: number;
  /** Pence. */
  amount: number;
  round_to: number;
}

/** A price after a change, in pence, rounded half up; negative if the change is too large. */
export function changedPrice(price: number, { basis_points, amount, round_to }: PriceRule): number {
  const exact = price * (10_000 + basis_points) + amount * 10_000;
  return Math.floor((2 * exact + 10_000 * round_to) / (20_000 * round_to)) * round_to;
}
