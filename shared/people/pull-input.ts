import { z } from 'zod';
import { messages } from '../messages.ts';

/** The caller's site to which somebody of the same company is added. */
export const pullInput = z.object({ site_id: z.int(messages.site_needed).positive() });
export type PullInput = z.infer<typeof pullInput>;
