import { z } from 'zod';

const line = z.string().trim().max(120).nullish();

/** A UK postal address as it is stored, sent and printed. */
export const address = z.object({
  address_line_1: z.string().trim().min(1).max(120),
  address_line_2: line,
  address_line_3: line,
  address_line_4: line,
  address_line_5: line,
  postcode: z.string().trim().min(1).max(12),
});

export type Address = z.infer<typeof address>;
