import { z } from 'zod';
import { address } from '../address.ts';
import { optionalCode } from '../code-text.ts';
import { optionalEmail, optionalText, requiredKey } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

/** The fields of a site that people fill in. */
const siteFields = z.object({
  name: requiredKey(limits.name, messages.name_needed),
  reference_1: optionalCode(limits.name).describe('The code in lists'),
  reference_2: optionalCode(limits.name),
  client_references: optionalText(limits.name),
  cost_centre: optionalText(limits.cost_code),
  contact_name: optionalText(limits.name),
  contact_email: optionalEmail(limits.email),
  contact_phone: optionalCode(limits.contact_phone),
  delivery_notification_email: optionalEmail(limits.email).describe('Gets an email about each dispatch, as the requester does'),
  delivery_notification_phone: optionalCode(limits.contact_phone),
  delivery_address: address,
  invoice_address: address.nullable().describe('Null means the account’s invoice address'),
  inverse_po: z.boolean().describe('Flips the account’s require_po'),
  inverse_cc: z.boolean().describe('Flips the account’s require_cc'),
  is_account_invoice_consolidation_inversed: z.boolean().describe('Flips the account’s is_consolidated_invoicing'),
});
export type SiteFields = z.infer<typeof siteFields>;

/** The fields that only the office may change; other people may send them unchanged. */
export const officeSiteFields = [
  'reference_1',
  'reference_2',
  'client_references',
  'inverse_po',
  'inverse_cc',
  'is_account_invoice_consolidation_inversed',
] as const satisfies readonly (keyof SiteFields)[];

const account_id = z.int().positive();

/** Without `account_id`, a new site belongs to the caller’s own account; the office, which has none, has to send one. */
export const newSite = siteFields.partial().required({ name: true, delivery_address: true }).extend({ account_id: account_id.optional() });
export type NewSite = z.infer<typeof newSite>;
export const siteChange = siteFields.extend({ account_id, version: z.int() }).partial();
export type SiteChange = z.infer<typeof siteChange>;

/** Further input for deleting a site: people of the deleted site who have no other site move to the site `move_to`. */
export const siteDeletion = z.object({ move_to: z.int().positive().optional() });

/** A site in a list. */
export const listedSite = siteFields
  .pick({
    name: true,
    reference_1: true,
    reference_2: true,
    client_references: true,
    cost_centre: true,
    contact_name: true,
    contact_email: true,
    contact_phone: true,
    delivery_address: true,
    inverse_po: true,
    inverse_cc: true,
  })
  .extend({ id: z.int(), account_id, counts: z.object({ users_count: z.int() }), version: z.int() });
export type ListedSite = z.infer<typeof listedSite>;

/** One site with all its fields, and what the caller may do with it. */
export const site = siteFields.extend({
  id: z.int(),
  account_id,
  counts: z.object({ users_count: z.int(), users_without_another_site: z.int() }),
  can: z.object({ change_office_fields: z.boolean(), delete: z.boolean() }),
  version: z.int(),
});
export type Site = z.infer<typeof site>;
