import { z } from 'zod';
import { emailOrEmpty } from '../fields.ts';
import { hasInvisible } from '../invisible.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { GRAM, HEAVIEST } from './weight.ts';

/** The weight of all boxes together, in kilograms to the gram. */
export const totalWeight = z.number().min(GRAM, messages.weight_least).max(HEAVIEST).multipleOf(GRAM, messages.weight_to_the_gram);

/** What the weighing of the boxes adds to their weight. Both are left out if the weight is only an estimate. */
export const weighing = {
  is_weighed: z.boolean().optional().describe('True if the total weight was measured, and teaches the weights of what is in the boxes'),
  expected_g: z
    .int()
    .positive()
    .max(limits.expected_weight_g)
    .optional()
    .describe('What the boxes were expected to weigh, in grams, if a person confirmed a weight that differs'),
};

/** The number of boxes. */
export const totalItems = z.int().positive().max(1_000);

/** A number from the carrier. Invisible characters are refused, because the number is compared, printed and put into URLs. */
export const carrierNumber = z
  .string()
  .trim()
  .max(80)
  .refine((text) => !hasInvisible(text), messages.invisible_character);

/** The email address that is notified; empty if nobody is to be notified. */
export const contactEmail = emailOrEmpty(limits.email).nullish();
