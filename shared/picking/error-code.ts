import { z } from 'zod';
import { lineText } from '../text.ts';

/** The input of a new reason; picks carry its code. */
export const newErrorCode = z.object({
  code: lineText(60).min(1),
  description: lineText(200).min(1),
  requires_input: z.boolean().default(false),
});
export type NewErrorCode = z.infer<typeof newErrorCode>;

/** The input of a change of a reason. */
export const errorCodeChange = z.object({
  code: newErrorCode.shape.code.optional(),
  description: newErrorCode.shape.description.optional(),
  requires_input: z.boolean().optional(),
});
