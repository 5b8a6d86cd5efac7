import { z } from 'zod';
import { addDays } from '../add-days.ts';
import { addMonths } from '../add-months.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

const id = z.int().positive();

/** An item that a person holds and that is worn out on a day. */
export const replacement = z.object({
  employee: z.object({ id: z.int(), name: z.string(), employee_number: z.string().nullable() }),
  site: z.object({ id: z.int(), name: z.string() }).nullable().describe('The site to which the replacement is sent'),
  product: z.object({
    id: z.int(),
    name: z.string(),
    variation_colour: z.string().nullable(),
    colour_hex: z.string().nullable(),
    size: z.string().nullable(),
    media: z.array(z.object({ url: z.string() })),
  }),
  sku: z.string(),
  quantity: z.int().describe('How many the person holds, and gets'),
  issued_on: z.string(),
  due_on: z.string().describe('The day on which the wear life of the style is over'),
  price: z.int().describe('Pence for one, for this person'),
});
export type Replacement = z.infer<typeof replacement>;

/** The items that a person chooses to replace. */
export const replacementsInput = z.object({
  items: z
    .array(z.object({ employee_id: id, product_id: id }))
    .min(1, messages.replacements.choose)
    .max(limits.replaced_items, messages.replacements.too_many(limits.replaced_items)),
});
export type ReplacementsInput = z.infer<typeof replacementsInput>;

/** A draft that replaces the items of one site. */
export const replacementOrder = z.object({
  uuid: z.string(),
  order_number: z.string(),
  url: z.string(),
  site: z.object({ id: z.int(), name: z.string() }).nullable(),
  items: z.int().describe('Lines of the draft'),
});
export const replacementOrders = z.object({ items: z.array(replacementOrder) });
export type ReplacementOrders = z.infer<typeof replacementOrders>;

/** The latest day of issue from which a wear life of so many months is over by a day. The end of a short month is the end of several lives. */
export function latestIssue(due_by: string, months: number): string {
  let day = addMonths(due_by, -months);
  for (let next = addDays(day, 1); addMonths(next, months) <= due_by; next = addDays(next, 1)) day = next;
  return day;
}
