import { z } from 'zod';
import { address, addressParts } from '../address.ts';
import { mediaFields, skuFields } from '../catalogue/sku-fields.ts';
import { optionalCode } from '../code-text.ts';
import { optionalDay, optionalEmail, optionalLines, optionalNumber, optionalText } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { receiptFields, recordedReceipt } from './receipt.ts';
import { purchaseStages } from './stage.ts';
import { notDecoratedLines, sentOutLines } from './work-order.ts';

/** The generated reference of a purchase order for which nobody has chosen one: its id, padded to five digits. */
export const purchaseOrderReference = (id: number): string => `PO-${String(id).padStart(5, '0')}`;

/** Whether a reference has the format of a generated one. */
export const isGivenReference = (reference: string): boolean => /^PO-\d+$/i.test(reference);

const id = z.int().positive();

/** The fields of a purchase order's header that people fill in. */
export const purchaseOrderFields = z.object({
  our_reference: optionalText(limits.purchase_order_reference).describe('Given automatically where it is empty'),
  supplier_reference: optionalText(limits.purchase_order_reference),
  supplier_id: z.int({ error: messages.supplier_needed }).positive(),
  account_id: id.nullable().describe('The client that it is for'),
  contact_name: optionalText(limits.name),
  contact_phone: optionalCode(limits.contact_phone),
  contact_email: optionalEmail(limits.email),
  delivery_address: address.nullable().describe('Where the goods go'),
  private_notes: optionalLines(limits.notes),
  public_notes: optionalLines(limits.notes).describe('For the supplier'),
  due_on: optionalDay.describe('When its lines are expected that have no date of their own'),
});

export const newPurchaseOrder = purchaseOrderFields.partial().required({ supplier_id: true });
export type NewPurchaseOrder = z.infer<typeof newPurchaseOrder>;

/**
 * A change of the header, one transition (approve, cancel or close), garments that are sent out for a work order, or goods that are received; each
 * needs a request of its own. `send: false` approves without an email to the supplier.
 */
export const purchaseOrderChange = purchaseOrderFields
  .extend({
    approved: z.literal(true),
    cancelled: z.literal(true),
    closed: z.literal(true),
    send: z.boolean(),
    ...receiptFields.shape,
    sent_out: sentOutLines.describe('Garments that go to the decorator now, for lines of a work order'),
    not_decorated: notDecoratedLines.describe('Garments at the decorator that are back undecorated, or lost; also with `cancelled` and `closed`'),
    version: z.int(),
  })
  .partial()
  .refine(({ approved, cancelled, closed }) => [approved, cancelled, closed].filter(Boolean).length < 2, {
    error: messages.one_step,
    path: ['approved'],
  })
  .refine(({ lines, delivery_note_number, confirm_over_receipt, version, ...others }) => !lines || Object.keys(others).length === 0, {
    error: messages.receive_alone,
    path: ['lines'],
  })
  .refine(({ sent_out, version, ...others }) => !sent_out || Object.keys(others).length === 0, { error: messages.send_out_alone, path: ['sent_out'] })
  .refine(({ sent_out }) => !sent_out || sent_out.length > 0, { error: messages.say_how_many, path: ['sent_out'] })
  .refine(({ lines }) => !lines || lines.some(({ qty_new }) => qty_new > 0), { error: messages.nothing_received, path: ['lines'] });
export type PurchaseOrderChange = z.infer<typeof purchaseOrderChange>;

/** The fields of a line that people fill in. A new line may be empty; fields that are not sent keep their values. */
export const newPurchaseOrderLine = z
  .object({
    product_id: id.nullable(),
    qty_requested: z.int().min(0).max(limits.purchase_quantity),
    unit_price: optionalNumber(limits.money).describe(
      'Pence for one item, half up; sets the exact price to whole pence; where it is not sent with a product the price of the SKU, or of the decoration on a work order',
    ),
    unit_price_tenths: optionalNumber(limits.money * 10).describe('The exact price in tenths of a penny'),
    notes: optionalLines(limits.notes),
    source_product_id: id.nullable().describe('Of a work order: what goes out for it; the SKU that comes back where it is not sent'),
    clothing_set_id: id.nullable().describe('The set whose decoration a work order applies; of the account of the order'),
    decoration: optionalText(limits.decoration).describe('Which of its decorations; the only one where it is not sent'),
    due_on: optionalDay.describe('When it is expected; without it, the date of the order'),
  })
  .partial();
export type NewPurchaseOrderLine = z.infer<typeof newPurchaseOrderLine>;

export const purchaseOrderLineChange = newPurchaseOrderLine.extend({
  qty_cancelled: z.int().min(0).max(limits.purchase_quantity).optional().describe('Items that will not come, of an approved order'),
  version: z.int().optional().describe('The version of the order that was read'),
});
export type PurchaseOrderLineChange = z.infer<typeof purchaseOrderLineChange>;

const named = z.object({ id: z.int(), name: z.string() });
const pence = z.int().nullable().optional().describe('Pence; left out for a reader without access to costs');

/** A purchase order in a list. */
export const purchaseOrderListItem = z.object({
  id: z.int(),
  our_reference: z.string(),
  supplier_reference: z.string().nullable(),
  supplier: named
    .extend({ code: z.string(), sales_email: z.string().nullable() })
    .nullable()
    .describe('Null for a reader without access to suppliers'),
  account: named.nullable(),
  work_order: z.boolean(),
  source: z.literal('shortfall').nullable(),
  due_on: z.string().nullable(),
  next_due_on: z.string().nullable().describe('The earliest date of what is still to come; null where nothing is, or nothing has a date'),
  created_at: z.string(),
  created_by: named.nullable(),
  approved: z.boolean(),
  approved_at: z.string().nullable(),
  approved_by: named.nullable(),
  emailed_to: z.string().nullable(),
  sent_at: z.string().nullable(),
  chased_at: z.string().nullable(),
  cancelled: z.boolean(),
  cancelled_at: z.string().nullable(),
  closed: z.boolean(),
  closed_at: z.string().nullable(),
  stage: z.enum(purchaseStages),
  status_description: z.string(),
  is_approved: z.boolean(),
  is_draft: z.boolean(),
  is_cancelled: z.boolean(),
  is_closed: z.boolean(),
  is_fully_received: z.boolean(),
  is_part_received: z.boolean(),
  is_part_cancelled: z.boolean(),
  is_late: z.boolean().describe('A line that is still to come was expected before today'),
  qty_lines: z.int(),
  qty_requested: z.int().describe('Items of all lines'),
  qty_received: z.int().describe('All that arrived, more than was ordered included'),
  qty_over: z.int().describe('Of that, what came beyond what its lines ordered'),
  qty_cancelled: z.int(),
  qty_out: z.int().describe('Of a work order: items at the decorator'),
  qty_pending: z.int().describe('Items that are neither received nor cancelled'),
  sub_total: pence,
  version: z.int(),
});
export type PurchaseOrderListItem = z.infer<typeof purchaseOrderListItem>;

/** How many orders are in each stage, how many in total, and how many are late. */
export const purchaseOrderCounts = z
  .record(z.enum(['all', 'late', ...purchaseStages]), z.int())
  .describe('By the same search and supplier; `approved` includes what is sent');
export type PurchaseOrderCounts = z.infer<typeof purchaseOrderCounts>;

export const purchaseOrderLine = z.object({
  id: z.int(),
  product: skuFields
    .extend({
      barcode: z.string().nullable(),
      media: mediaFields,
      pack_size: z.int().nullable(),
      min_order_qty: z.int().nullable(),
      discontinued_at: z.string().nullable(),
    })
    .nullable()
    .describe('Null in a line without a product'),
  source: skuFields.nullable().describe('Of a work order: what goes out for it'),
  qty_out: z.int().describe('Of a work order: items at the decorator'),
  qty_to_send: z.int().describe('Of a work order: items that can still be sent out'),
  qty_free: z.int().describe('Of a work order: items of the source that are free'),
  supplier_sku: z.string().nullable(),
  qty_requested: z.int(),
  qty_received: z.int(),
  qty_cancelled: z.int(),
  unit_price: pence,
  unit_price_tenths: z.int().nullable().optional().describe('The exact price in tenths of a penny; left out for a reader without access to costs'),
  sub_total: pence,
  notes: z.string().nullable(),
  clothing_set: named.nullable(),
  is_repeated: z.boolean().describe('Another line of the order has the same SKU'),
  other_supplier: z
    .string()
    .nullable()
    .describe('The supplier of the SKU where that of the order is another one; null for a reader without access to suppliers'),
  decoration: z
    .string()
    .nullable()
    .describe('What is applied: the chosen decoration, or all that the set applies to the product where none was chosen'),
  decorations: z.array(z.string()).describe('What the set applies to the product, to choose one of them'),
  due_on: z.string().nullable(),
  is_open: z.boolean().describe('More may still arrive'),
});
export type PurchaseOrderLine = z.infer<typeof purchaseOrderLine>;

/** A purchase order with its lines. */
export const purchaseOrder = purchaseOrderListItem.extend({
  contact_name: z.string().nullable(),
  contact_phone: z.string().nullable(),
  contact_email: z.string().nullable(),
  delivery_address: address.nullable(),
  deliver_to: addressParts.extend({ name: z.string() }).describe('Where the goods go, as its document says: without an address of its own, to us'),
  private_notes: z.string().nullable(),
  public_notes: z.string().nullable(),
  lines: z.array(purchaseOrderLine),
  can: z.object({
    edit: z.boolean(),
    edit_lines: z.boolean(),
    approve: z.boolean(),
    cancel: z.boolean(),
    close: z.boolean(),
    send: z.boolean(),
    chase: z.boolean(),
    receive: z.boolean(),
    send_out: z.boolean(),
  }),
});
export type PurchaseOrder = z.infer<typeof purchaseOrder>;

/** A purchase order after a change, with the receipt if goods were received. */
export const changedPurchaseOrder = purchaseOrder.extend({ receipt: recordedReceipt.optional() });
export type ChangedPurchaseOrder = z.infer<typeof changedPurchaseOrder>;
