import { z } from 'zod';
import { allocationRules } from './share-out.ts';

/** Orders that one run can be asked for by name; without names it asks all that wait. */
const mostNamed = 10_000;

/** What an allocation run is begun with: the rule, whose orders, and whether it only says what it would do. */
export const beginRun = z.object({
  rule: z.enum(allocationRules),
  account_id: z.int().positive().nullish(),
  orders: z.array(z.uuid()).min(1).max(mostNamed).optional(),
  is_preview: z.boolean().default(false),
});
export type BeginRun = z.infer<typeof beginRun>;
