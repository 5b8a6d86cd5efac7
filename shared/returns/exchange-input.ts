import { z } from 'zod';
import { limits } from '../limits.ts';
import { wordsText } from '../text.ts';
import { exchangeReasons } from './exchange-reasons.ts';

/** An exchange: items of one order line go back, and as many of another size come instead. */
export const newExchangeInput = z.object({
  order_line_id: z.int().positive(),
  quantity: z.int().min(1).max(limits.line_quantity),
  reason: z.enum(exchangeReasons),
  /** The SKU that is sent instead. */
  product_id: z.int().positive(),
  customer_comments: wordsText(limits.notes).nullish(),
});
export type NewExchangeInput = z.infer<typeof newExchangeInput>;
