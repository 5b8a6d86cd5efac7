import { z } from 'zod';

/** How many clothing sets are listed that hold a style. */
export const MAX_STYLE_SETS = 50;

const pence = z.int().nullable().describe('Pence, ex VAT; null is the product’s own price');

/** What a clothing set charges for a style and for those of its SKUs that the set holds one by one. */
export const setStylePrices = z.object({
  id: z.int(),
  name: z.string(),
  account: z.object({ id: z.int(), name: z.string() }),
  holds_style: z.boolean().describe('It holds the whole style, which has one price then'),
  style_price: pence,
  prices: z.array(z.object({ product_id: z.int(), price: pence })),
  version: z.int(),
});
export type SetStylePrices = z.infer<typeof setStylePrices>;
