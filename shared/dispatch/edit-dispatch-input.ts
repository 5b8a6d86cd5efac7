import { z } from 'zod';
import { address } from '../address.ts';
import { codeText } from '../code-text.ts';
import { lineText } from '../text.ts';
import { contactEmail, totalItems, totalWeight } from './box-input.ts';

/**
 * The fields of a dispatch that can be changed until it ships; only the fields that are sent change. The rule has its own file, edit-dispatch.ts,
 * which tablets load without zod.
 */
export const editDispatchInput = z.object({
  version: z.int().optional(),
  service_key: z.string().trim().min(1).max(40).optional(),
  total_weight: totalWeight.optional(),
  total_items: totalItems.optional(),
  mark_as_shipped: z.boolean().optional(),
  delivery_address: address.optional(),
  contact_name: lineText(120).nullish(),
  contact_email: contactEmail,
  contact_phone: codeText(64).nullish(),
});
export type EditDispatchInput = z.infer<typeof editDispatchInput>;
