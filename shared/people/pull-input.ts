import { z } from 'zod';
import { messages } from '../messages.ts';

/** The caller's site at which somebody of the same company is to work too. */
export const pullInput = z.object({ site_id: z.int(messages.site_needed).positive() });
export type PullInput = z.infer<typeof pullInput>;
