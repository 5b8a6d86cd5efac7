import { z } from 'zod';
import { messages } from '../messages.ts';

/** The site of the caller's at which somebody of the same company works too from now on. */
export const pullInput = z.object({ site_id: z.int(messages.site_needed).positive() });
export type PullInput = z.infer<typeof pullInput>;
