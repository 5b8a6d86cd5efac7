import { z } from 'zod';
import { address } from '../../shared/address.ts';
import { pickables } from '../../shared/allocation/is-pickable.ts';
import { eachReference } from '../../shared/ordering/order-references.ts';
import { statusNames } from '../../shared/ordering/order-status.ts';
import { orderAllowanceSchema } from '../allowances/charges-of-order.ts';
import { shownSchema } from '../core/shown-person.ts';
import { dispatchSchema } from './dispatch-queries.ts';
import { lineSchema } from './line-queries.ts';

const person = z.object({ id: z.int(), name: z.string() });
const money = z.int().nullable().describe('Pence; null for a reader without access to prices');

const progressSchema = z.object({
  lines_with_sizes: z.int(),
  lines_with_no_sizes: z.int(),
  is_cancelled: z.boolean(),
  is_submitted: z.boolean(),
  is_allocated: z.boolean(),
  is_fully_allocated: z.boolean(),
  is_picking: z.boolean(),
  is_picking_paused: z.boolean(),
  is_picked: z.boolean(),
  is_booked: z.boolean(),
  is_dispatched: z.boolean(),
  is_fully_shipped: z.boolean(),
  status: z.object({ status_name: z.enum(statusNames) }),
});

/** The fields that every list and every view of an order has. */
const orderSummarySchema = z.object({
  id: z.int(),
  uuid: z.string(),
  order_number: z.string(),
  status: z.enum(statusNames),
  status_since: z.string(),
  version: z.int(),
  is_submitted: z.boolean(),
  is_requested: z.boolean(),
  submitted_at: z.string().nullable(),
  requested_at: z.string().nullable(),
  created_at: z.string(),
  cancelled_at: z.string().nullable(),
  declined_reason: z.string().nullable().describe('Why the request was declined; null after it is sent again'),
  declined_by: shownSchema.nullable(),
  printed_at: z.string().nullable(),
  ...eachReference(() => z.string().nullable()),
  required_on: z.string().nullable().describe('The day by which the client needs it'),
  is_frozen: z.boolean(),
  is_fully_shipped: z.boolean(),
  is_sample: z.boolean(),
  account: person,
  delivery_site: z.object({ id: z.int(), name: z.string(), reference_1: z.string().nullable() }).nullable(),
  requester: shownSchema.extend({ email: z.string().nullable(), contact_phone: z.string().nullable() }),
  sub_total: money,
  vat: money,
  total: money,
  qty_total_items: z.int(),
  qty_items_allocated: z.int(),
  qty_items_shipped: z.int(),
  progress_summary: progressSchema,
  is_pickable: z.enum(pickables),
  is_stuck: z.boolean(),
  dispatches: z.array(dispatchSchema),
});
export type OrderSummary = z.infer<typeof orderSummarySchema>;

const canSchema = z.object({
  edit_lines: z.boolean(),
  correct_lines: z.boolean().describe('Whether the size and the quantity of some submitted lines can be corrected'),
  order_more: z.boolean().describe('Whether lines, products and quantities can be changed; false when everything has shipped'),
  edit_details: z.boolean(),
  add_employees: z.boolean(),
  choose_size: z.boolean(),
  submit: z.boolean(),
  request: z.boolean(),
  approve: z.boolean(),
  decline: z.boolean(),
  withdraw: z.boolean(),
  cancel: z.boolean(),
  delete: z.boolean(),
  create_return: z.boolean(),
  reorder: z.boolean(),
  edit_office: z.boolean(),
  hold: z.boolean(),
  allocate: z.boolean(),
  release: z.boolean(),
  unallocate: z.boolean(),
  send_back: z.boolean(),
  reopen: z.boolean(),
});

/** An order in a list, with the parts that the query requests in `include`. */
export const orderListItemSchema = orderSummarySchema.extend({
  can: canSchema.pick({ edit_details: true }),
  lines: z.array(lineSchema).optional(),
  employees: z.array(person).optional(),
  delivery_address: address.nullable().optional(),
});
export type OrderListItem = z.infer<typeof orderListItemSchema>;

export const orderSchema = orderSummarySchema.extend({
  own_since: z.int().nullable().describe('The version since which only the calling tab has changed the order; null if another change is the latest'),
  pick_id: z.int().nullable().describe('The open pick; for the office and the floor'),
  customer_notes: z.string().nullable(),
  customer_comments: z.string().nullable(),
  contact_name: z.string().nullable(),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  terms: z.string(),
  force_over_budget_order: z.boolean(),
  frozen_reason: z.string().nullable(),
  skip_dispatch: z.boolean(),
  skip_invoicing: z.boolean(),
  account: person.extend({ require_po: z.boolean(), require_cc: z.boolean() }),
  delivery_address: address.nullable(),
  creator: shownSchema,
  approver: shownSchema.nullable(),
  employees: z.array(
    person.extend({
      employee_number: z.string().nullable(),
      is_archived: z.boolean(),
      sites: z.array(z.object({ id: z.int(), name: z.string() })).describe('Where they work, until the order is submitted'),
      lines_with_sizes: z.int(),
      lines_with_no_sizes: z.int(),
    }),
  ),
  lines: z.array(lineSchema),
  requires: z.object({ po: z.boolean(), cc: z.boolean() }),
  approvers: z.array(z.string()).describe('Who is asked to approve the request; empty for other orders, and for a reader of a part of it'),
  last_po_reference: z
    .string()
    .nullable()
    .describe('The PO reference of the last order to the same site, for whoever may send an order that needs one; otherwise null'),
  allowances: z.array(orderAllowanceSchema).describe('What the order takes of the allowances of the wearers whom the reader may see'),
  excess: z
    .array(orderAllowanceSchema.pick({ allowance_id: true, employee_id: true, over: true }))
    .describe('What has to be approved, or was approved, because the order goes over an allowance'),
  excess_reason: z.string().nullable(),
  excess_step: z
    .enum(['request', 'confirm'])
    .nullable()
    .describe('Whether the reader asks for the excess of a draft, or confirms it; null if neither'),
  can: canSchema,
});
export type OrderView = z.infer<typeof orderSchema>;
