import { z } from 'zod';
import { address } from '../address.ts';
import { codeText, optionalCode } from '../code-text.ts';
import { optionalEmail, optionalLines, optionalText, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { starterKits } from '../starters/starter.ts';

const flag = z.boolean();
const matches = (pattern: RegExp) => (value: string | null) => value === null || pattern.test(value);
const isHttpsAddress = (value: string | null): boolean =>
  value === null || (URL.canParse(value) && /^https:\/\/[^/]/i.test(value) && !/\s/.test(value));

/** The fields of a client company that people fill in. */
export const accountFields = z.object({
  name: requiredText(limits.name, messages.name_needed),
  reference: codeText(limits.account_reference, messages.at_most(limits.account_reference)),
  sku_prefix: optionalCode(limits.sku_prefix)
    .refine(matches(/^[A-Z0-9]{2,6}$/), messages.sku_prefix_invalid)
    .describe('The SKUs of its own products begin with it; fixed once it is set'),
  vat_number: optionalCode(limits.vat_number),
  contact_name: optionalText(limits.name),
  contact_email: optionalEmail(limits.email),
  contact_phone: optionalCode(limits.contact_phone),
  invoice_address: address.nullable(),
  invoice_detail: optionalLines(limits.invoice_detail).describe('Printed on each invoice'),
  skip_invoice: flag.describe('Its orders are not invoiced'),
  require_po: flag.describe('Its orders need a PO reference'),
  require_cc: flag.describe('Its orders need a cost code'),
  per_site_invoicing: flag,
  self_order_budgeting: flag.describe('Budgets also bind people who order for themselves'),
  is_consolidated_invoicing: flag,
  consolidated_invoice_close_day: z
    .int(messages.close_day_invalid)
    .min(1, messages.close_day_invalid)
    .max(28, messages.close_day_invalid)
    .nullable()
    .describe('Day of the month; only with consolidated invoicing'),
  domain: optionalText(limits.domain).refine(matches(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i), messages.domain_invalid),
  custom_video_explainer_url: optionalText(limits.url).refine(isHttpsAddress, messages.https_needed),
  notify_impersonated: flag.describe('Its people get an email after somebody of the office has acted as them'),
  show_stock: flag.describe('Its people read at each size whether it is in stock, low or due'),
  terms: optionalLines(limits.terms).describe('Null means the default terms'),
});

/** What a client company decides about people who start; its own Client Manager may change it. */
export const starterSettings = z.object({
  starter_kit: z
    .enum(starterKits)
    .describe('When somebody with a kit and a first day is added: nothing, ask for their missing sizes, or order the kit once all sizes are known'),
  dispatch_days: z
    .int(messages.dispatch_days)
    .min(0, messages.dispatch_days)
    .max(30, messages.dispatch_days)
    .describe('Working days from the day on which all items are in stock until they arrive'),
});
export const starterSettingsChange = starterSettings.extend({ version: z.int() }).partial();
export type StarterSettingsChange = z.infer<typeof starterSettingsChange>;

/** A picture as a data URL. Whether it is a picture is checked later by its content. */
const newLogo = z.string().max(limits.picture_text, messages.picture_too_large).nullable();

const input = accountFields
  .extend(starterSettings.shape)
  .partial()
  .extend({
    logo: newLogo.optional().describe('A PNG or JPEG as a data URL; null and the stored address leave the logo as it is'),
    delete_logo: z.boolean().optional(),
  });
export const newAccount = input.required({ name: true });
export type NewAccount = z.infer<typeof newAccount>;
export const accountChange = input.extend({ version: z.int().optional() });
export type AccountChange = z.infer<typeof accountChange>;

/** A new client company that gets the settings, sets and roles of another one. */
export const accountCopy = accountFields.pick({ name: true }).extend({ reference: accountFields.shape.reference.optional() });
export type AccountCopy = z.infer<typeof accountCopy>;

/** The numbers of an account's records, without archived ones. */
export const accountCounts = z.object({
  users_count: z.int(),
  sites_count: z.int(),
  employee_roles_count: z.int(),
  clothing_sets_count: z.int(),
});
export type AccountCounts = z.infer<typeof accountCounts>;

/** A client company as the office edits it. */
export const accountDetails = accountFields.extend(starterSettings.shape).extend({
  id: z.int(),
  logo: z.string().nullable().describe('Its address'),
  deleted_at: z.string().nullable(),
  is_archived: z.boolean(),
  version: z.int(),
  counts: accountCounts,
});
export type AccountDetails = z.infer<typeof accountDetails>;

/** A new client company and how many records it has from the one that it is like. */
export const copiedAccount = accountDetails.extend({
  copied: z.object({ clothing_sets: z.int(), products: z.int().describe('Styles in all sets'), employee_roles: z.int() }),
  left_out: z.object({
    products: z.int().describe('Styles: custom products of the other company'),
    pictures: z.int().describe('Products with a picture of a set’s own'),
  }),
});
export type CopiedAccount = z.infer<typeof copiedAccount>;
