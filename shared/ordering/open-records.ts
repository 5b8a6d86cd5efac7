import { z } from 'zod';

const openOrder = z.object({ uuid: z.string(), number: z.string() });

/** What is not finished for a client company or one of its people, each list with its first records only. */
export const openRecords = z.object({
  orders: z.array(openOrder),
  returns: z.array(z.object({ id: z.int(), number: z.string() })),
  drafts: z.array(openOrder),
  requests: z.array(openOrder),
});
export type OpenRecords = z.infer<typeof openRecords>;
