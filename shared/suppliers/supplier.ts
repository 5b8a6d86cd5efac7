import { z } from 'zod';
import { address } from '../address.ts';
import { optionalCode, requiredCode } from '../code-text.ts';
import { optionalEmail, optionalNumber, optionalText, requiredKey } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { note } from '../note.ts';
import { asPostcode, postcodeFault } from '../postcode.ts';

/** The fields of a supplier that people fill in. */
export const supplierFields = z.object({
  name: requiredKey(limits.name, messages.name_needed),
  code: requiredCode(limits.supplier_code, messages.code_needed),
  contact_name: optionalText(limits.name),
  sales_phone: optionalCode(limits.contact_phone),
  sales_email: optionalEmail(limits.email),
  address_line_1: optionalText(limits.name),
  address_line_2: optionalText(limits.name),
  address_line_3: optionalText(limits.name).describe('The country, of a supplier abroad'),
  address_line_4: optionalText(limits.name)
    .overwrite((text) => text && asPostcode(text))
    .describe('The postcode'),
  min_order_value: optionalNumber(limits.money).describe('Pence'),
  carriage: optionalNumber(limits.money).describe('Pence, for an order below the minimum'),
  lead_time_days: optionalNumber(limits.lead_time_days).describe('Calendar days from order to delivery'),
  work_order: z.boolean().describe('Its purchase orders are work orders'),
  accounts_name: optionalText(limits.name).describe('The contact for invoices; orders go to the sales contact'),
  accounts_phone: optionalCode(limits.contact_phone),
  accounts_email: optionalEmail(limits.email),
  accounts_address: address.nullable().describe('Where its invoices and payments are dealt with; null means the address for orders'),
  payment_days: optionalNumber(limits.payment_days).describe('Days until an invoice is due; null where no terms are agreed'),
  payment_end_of_month: z.boolean().describe('The days begin at the end of the month of the invoice (EOM)'),
});
type SupplierFields = z.infer<typeof supplierFields>;

/** What is wrong with a supplier's postcode; null if it is empty, if it is a UK postcode, or if the third line names a country abroad. */
export const supplierPostcodeFault = ({ address_line_3, address_line_4 }: Partial<Pick<SupplierFields, 'address_line_3' | 'address_line_4'>>) =>
  address_line_4?.trim() ? postcodeFault(address_line_4, address_line_3) : null;

export const newSupplier = supplierFields.partial().required({ name: true, code: true });
export type NewSupplier = z.infer<typeof newSupplier>;
export const supplierChange = supplierFields.extend({ archived: z.boolean(), version: z.int() }).partial();
export type SupplierChange = z.infer<typeof supplierChange>;

/** A supplier in a list. */
export const supplier = supplierFields.extend({
  id: z.int(),
  archived: z.boolean(),
  status_description: z.enum(['Active', 'Archived']),
  purchase_orders_count: z.int().describe('Open purchase orders'),
  version: z.int(),
});
export type Supplier = z.infer<typeof supplier>;

/** A supplier with its latest notes, newest first. */
export const supplierWithComments = supplier.extend({ comments: z.array(note) });
export type SupplierWithComments = z.infer<typeof supplierWithComments>;
