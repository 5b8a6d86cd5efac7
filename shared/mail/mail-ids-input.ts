import { z } from 'zod';

/** The number of emails that one request may name. */
export const MAX_MAILS_AT_ONCE = 100;

export const mailIdsInput = z.object({ ids: z.array(z.int().positive()).min(1).max(MAX_MAILS_AT_ONCE) });
export type MailIdsInput = z.infer<typeof mailIdsInput>;
