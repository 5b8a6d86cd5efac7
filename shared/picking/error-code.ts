import { z } from 'zod';

/** A reason as it is sent; its code is what picks carry. */
export const newErrorCode = z.object({
  code: z.string().trim().min(1).max(60),
  description: z.string().trim().min(1).max(200),
  requires_input: z.boolean().default(false),
});
export type NewErrorCode = z.infer<typeof newErrorCode>;

/** What of a reason is changed. */
export const errorCodeChange = z.object({
  code: newErrorCode.shape.code.optional(),
  description: newErrorCode.shape.description.optional(),
  requires_input: z.boolean().optional(),
});
