import { z } from 'zod';
import { wordsText } from '../text.ts';

/** Why a picked order goes back to allocation. */
export const reopenInput = z.object({ reason: wordsText(500).min(1) });
export type ReopenInput = z.infer<typeof reopenInput>;
