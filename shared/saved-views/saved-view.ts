import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

/** The lists of the office of which a person can save views. */
export const savedViewLists = ['orders', 'products', 'purchase_orders'] as const;
export type SavedViewList = (typeof savedViewLists)[number];

const name = requiredText(limits.view_name, messages.view_name_missing);
const view = z
  .string()
  .max(limits.view, messages.at_most(limits.view))
  .regex(/^[^#\s]*$/, messages.invalid)
  .describe('Filters, sort order and columns, as in the address of the list after the #');

/** A new view of a list. */
export const newSavedView = z.object({ list: z.enum(savedViewLists), name, view });
/** A change of a view: its name, or what it shows. */
export const savedViewChange = z.object({ name, view }).partial();

/** A list as a person saved it under a name. */
export const savedViewSchema = z.object({ id: z.int(), list: z.enum(savedViewLists), name: z.string(), view: z.string() });
export type SavedView = z.infer<typeof savedViewSchema>;
