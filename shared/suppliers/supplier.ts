import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { lineText, wordsText } from '../text.ts';

const text = (most: number) => lineText(most, messages.at_most(most));
/** Text that may be left out; an empty field of a form is null. */
const optionalText = (most: number) =>
  text(most)
    .nullable()
    .overwrite((value) => value || null);
const quantity = (most: number) => z.int().min(0).max(most).nullable();

/** The fields of a supplier that people fill in. */
export const supplierFields = z.object({
  name: text(limits.name).min(1, messages.name_needed),
  code: text(limits.supplier_code).min(1, messages.supplier_code_needed),
  contact_name: optionalText(limits.name),
  sales_phone: optionalText(limits.contact_phone),
  sales_email: optionalText(limits.email).refine((value) => value === null || z.email().safeParse(value).success, messages.email_invalid),
  address_line_1: optionalText(limits.name),
  address_line_2: optionalText(limits.name),
  address_line_3: optionalText(limits.name),
  address_line_4: optionalText(limits.name).describe('The postcode'),
  min_order_value: quantity(limits.money).describe('Pence'),
  carriage: quantity(limits.money).describe('Pence, for an order below the minimum'),
  lead_time_days: quantity(limits.lead_time_days).describe('Calendar days from order to delivery'),
  work_order: z.boolean().describe('Its purchase orders are work orders'),
});

export const newSupplier = supplierFields.partial().required({ name: true, code: true });
export const supplierChange = supplierFields.extend({ archived: z.boolean(), version: z.int() }).partial();

/** A supplier in a list. */
export const supplier = supplierFields.extend({
  id: z.int(),
  archived: z.boolean(),
  status_description: z.enum(['Active', 'Archived']),
  purchase_orders_count: z.int().describe('Open purchase orders'),
  version: z.int(),
});
export type Supplier = z.infer<typeof supplier>;

export const newSupplierComment = z.object({ comment: wordsText(limits.notes, messages.at_most(limits.notes)).min(1, messages.note_needed) });

/** A note of the office about a supplier. */
export const supplierComment = newSupplierComment.extend({
  id: z.int(),
  commentator: z.object({ id: z.int(), name: z.string() }),
  created_at: z.string(),
  can: z.object({ delete: z.boolean() }),
});
export type SupplierComment = z.infer<typeof supplierComment>;

/** A supplier with its latest notes, newest first. */
export const supplierWithComments = supplier.extend({ comments: z.array(supplierComment) });
export type SupplierWithComments = z.infer<typeof supplierWithComments>;
