import { z } from 'zod';
import { address } from '../address.ts';
import { calendarDate } from '../calendar-date.ts';
import { codeText } from '../code-text.ts';
import { emailOrEmpty } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { lineText, wordsText } from '../text.ts';
import { eachReference, orderReferences } from './order-references.ts';

const id = z.int().positive();
const line = (most: number) => lineText(most).nullish();
const words = (most: number) => wordsText(most).nullish();
const version = z.int().positive().optional();
/** Confirms that a submitted order may exceed a budget for which a confirmation is enough. */
const force_over_budget_order = z.boolean().optional();
/** Confirms that a change of a submitted order grants what the order takes beyond allowances of others. */
const force_over_allowance = z.boolean().optional();

/** The people whom an order is for. Without the list, the order is for the person who starts it. */
export const startOrderInput = z.object({ employees: z.array(id).min(1).max(200).optional() });
export const startOrderForInput = z.object({ account_id: id, employees: z.array(id).min(1).max(200) });
export const addEmployeesInput = z.object({ employees: z.array(id).min(1).max(200) });

const decoration = words(limits.decoration);
/** The colour of a style that is ordered without a size. */
const variation_colour = line(limits.name);

/** One product for one wearer: a SKU, or a style if the size is not known yet. */
export const newLine = z.object({
  product_id: id,
  quantity: z.int().min(1).max(limits.line_quantity),
  is_size_selected: z.boolean().optional(),
  variation_colour,
  /** The employee role to whose budget the line is charged. */
  budget: id.nullish(),
  decoration,
  notes: words(limits.notes),
});
export const newLines = z.object({ lines: z.array(newLine).min(1).max(200), force_over_budget_order });
export type NewLine = z.infer<typeof newLine>;

/** A change of a line: its size, colour, notes, quantity, budget or decoration. Fields that are not sent stay as they are. */
export const lineChange = z.object({
  product_id: id.optional(),
  is_size_selected: z.boolean().optional(),
  variation_colour,
  notes: words(limits.notes),
  qty_requested: z.int().min(1).max(limits.line_quantity).optional(),
  budget: id.nullish(),
  decoration,
  force_over_budget_order,
  force_over_allowance,
  version,
});
export type LineChange = z.infer<typeof lineChange>;

/** The version of the order that the person who splits it has read. */
export const splitInput = z.object({ version });

/** The version of the line whose product is replaced by its successor. */
export const successorChoice = z.object({ version });
export type SuccessorChoice = z.infer<typeof successorChoice>;

/** A change of a line by the office, which alone may set another product or wearer and a price for the line. */
export const officeLineChange = lineChange.extend({
  employee_id: id.optional(),
  /** Pence, ex VAT; null restores the price of the wearer's clothing sets. */
  unit_price: z.int().min(0).max(100_000_000).nullish(),
});
export type OfficeLine = z.infer<typeof officeLineChange>;
export const newOfficeLine = z.object({
  employee_id: id,
  product_id: id,
  quantity: z.int().min(1).max(limits.line_quantity).default(1),
  variation_colour,
  budget: id.nullish(),
  decoration,
  notes: words(limits.notes),
  unit_price: z.int().min(0).max(100_000_000).nullish(),
  force_over_budget_order,
  force_over_allowance,
});
export type NewOfficeLine = z.infer<typeof newOfficeLine>;

/** Where an order goes, the contact for it, and the client's own references. */
export const details = z.object({
  delivery_site_id: id.nullish(),
  delivery_address: address.nullish(),
  contact_name: line(limits.name),
  contact_email: emailOrEmpty(limits.email).nullish(),
  contact_phone: codeText(limits.delivery_contact_phone).nullish(),
  ...eachReference((name) => line(orderReferences[name].max)),
  customer_notes: words(limits.notes),
  customer_comments: words(limits.notes),
});
export type Details = z.infer<typeof details>;

/** The fields that submitting adds to the details. */
export const submission = z.object({
  /** True means that the terms are accepted. A caller that sends a whole order back may send the text of the terms instead. */
  terms: z.union([z.boolean(), z.string()]).nullish(),
  force_over_budget_order: z.boolean().nullish(),
  force_over_allowance: z.boolean().nullish().describe('Confirms that the order grants what it takes beyond allowances of others'),
  excess_reason: line(limits.excess_reason).describe('Why the order goes over an allowance'),
  confirm_missing_sizes: z.boolean().nullish(),
});

/** The body of a PUT of an order: details, a submission with details (`?submitted=true`), or the short submission from the review. */
export const orderChange = details.extend({
  ...submission.shape,
  set_delivery_details: z.boolean().nullish(),
  saveAddress: z.boolean().nullish(),
  submitted_at: z.string().max(40).nullish(),
  version,
});
export type OrderChange = z.infer<typeof orderChange>;

/** The body of a PUT of an order. The review screen sends the PO reference as `po_reference`, which allows fewer characters. */
export const orderChangeInput = orderChange.extend({ po_reference: line(limits.client_po_reference_review) });
export type OrderChangeInput = z.infer<typeof orderChangeInput>;

export const declineInput = z.object({ reason: wordsText(limits.notes).min(1), version });

/** The fields of an order's head that the office may change at any time until the order is dispatched, cancelled or deleted. */
export const officeOrder = details.extend({
  requester_id: id.optional(),
  is_sample: z.boolean().optional(),
  skip_dispatch: z.boolean().optional(),
  skip_invoicing: z.boolean().optional(),
  required_on: calendarDate(messages.day_invalid).nullish(),
  force_over_budget_order,
  version,
});
export type OfficeOrder = z.infer<typeof officeOrder>;

export const hold = z.object({ is_frozen: z.boolean(), frozen_reason: words(limits.notes) });
