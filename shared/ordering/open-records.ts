import { z } from 'zod';

const openOrder = z.object({ uuid: z.string(), number: z.string() });

/** The open records of a client company or of one of its people; each list has only the first records. */
export const openRecords = z.object({
  orders: z.array(openOrder),
  returns: z.array(z.object({ id: z.int(), number: z.string() })),
  drafts: z.array(openOrder),
  requests: z.array(openOrder),
});
export type OpenRecords = z.infer<typeof openRecords>;
