import { z } from 'zod';
import { lineText } from '../text.ts';

/** A reason as it is sent; its code is what picks carry. */
export const newErrorCode = z.object({
  code: lineText(60).min(1),
  description: lineText(200).min(1),
  requires_input: z.boolean().default(false),
});
export type NewErrorCode = z.infer<typeof newErrorCode>;

/** What of a reason is changed. */
export const errorCodeChange = z.object({
  code: newErrorCode.shape.code.optional(),
  description: newErrorCode.shape.description.optional(),
  requires_input: z.boolean().optional(),
});
