import { z } from 'zod';
import { requiredCode } from '../code-text.ts';
import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

/** The fields of a reason for a picking anomaly that people fill in; picks carry its code. */
export const errorCodeFields = z.object({
  code: requiredCode(limits.error_code, messages.code_needed),
  description: requiredText(limits.error_code_description, messages.description_needed),
  requires_input: z.boolean().describe('Whoever chooses it has to write details'),
});

export const newErrorCode = errorCodeFields.extend({ requires_input: errorCodeFields.shape.requires_input.default(false) });
export type NewErrorCode = z.infer<typeof newErrorCode>;
export const errorCodeChange = errorCodeFields.extend({ version: z.int() }).partial();
export type ErrorCodeChange = z.infer<typeof errorCodeChange>;

/** A reason for a picking anomaly. */
export const errorCode = errorCodeFields.extend({ id: z.int(), version: z.int() });
export type ErrorCode = z.infer<typeof errorCode>;
