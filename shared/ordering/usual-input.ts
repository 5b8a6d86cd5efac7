import { z } from 'zod';
import { limits } from '../limits.ts';
import { wordsText } from '../text.ts';

const id = z.int().positive();
const decoration = wordsText(limits.decoration).min(1);

/**
 * The wearers who get the usual; all wearers of the order if there are none. With a decoration, only those lines whose decoration somebody has to
 * choose, and to which this one is offered.
 */
export const usualInput = z.object({ employees: z.array(id).min(1).max(200).optional(), decoration: decoration.optional() });
export type UsualInput = z.infer<typeof usualInput>;

/** The wearers who get the same as another; all others of the order if there are none. */
export const sameInput = z.object({ employees: z.array(id).min(1).max(200).optional() });

/** Every line of a draft with one decoration gets another. */
export const decorationChange = z.object({ from: decoration, to: decoration });
export type DecorationChange = z.infer<typeof decorationChange>;
