import { z } from 'zod';
import { allocationRules } from './share-out.ts';

/** How many orders one run can name. A run that names none covers all waiting orders. */
const mostNamed = 10_000;

/** The input of an allocation run: the rule, the account or the orders that the run covers, and whether the run is only a preview. */
export const beginRunInput = z.object({
  rule: z.enum(allocationRules),
  account_id: z.int().positive().nullish(),
  orders: z.array(z.uuid()).min(1).max(mostNamed).optional(),
  is_preview: z.boolean().default(false),
});
export type BeginRunInput = z.infer<typeof beginRunInput>;
