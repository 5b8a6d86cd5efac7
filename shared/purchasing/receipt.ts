import { z } from 'zod';
import { optionalText } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

/** The reference of a receipt, which is printed on the goods received note: the receipt's id, padded to five digits. */
export const receiptReference = (id: number): string => `GRN-${String(id).padStart(5, '0')}`;

/** The id of the receipt with this reference, in capitals or small letters; null for other texts. */
export function receiptIdOf(text: string): number | null {
  const [, digits] = /^GRN-(\d{1,15})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Items of a purchase order’s line that arrived in this delivery. */
export const receivedLine = z.object({ id: z.int().positive(), qty_new: z.int().min(0).max(limits.purchase_quantity) });

/** What one delivery of a purchase order brought. */
export const receiptFields = z.object({
  lines: z.array(receivedLine).max(limits.purchase_order_lines).describe('Items that have arrived now, for each line'),
  delivery_note_number: optionalText(limits.delivery_note_number),
  confirm_over_receipt: z.boolean().describe('More has arrived than was ordered'),
});

export const reverseReceiptInput = z.object({
  reason: z.string({ error: messages.reason_needed }).trim().min(1, messages.reason_needed).max(limits.receipt_reason),
});
export type ReverseReceipt = z.infer<typeof reverseReceiptInput>;

/** The destination of received items: the order that waits for the items, or the bin of the SKU. */
export const destination = z.object({
  product_id: z.int(),
  qty: z.int(),
  order_number: z.string().nullable().describe('The waiting order that they are allocated to; null where they go to the bin'),
  order_uuid: z.string().nullable().describe('The same order'),
  bin: z.string().nullable().describe('The pick bin of the SKU'),
});
export type Destination = z.infer<typeof destination>;

/** A receipt in the answer to a request that receives goods. */
export const recordedReceipt = z.object({
  id: z.int(),
  uuid: z.string(),
  reference: z.string(),
  received: z.array(destination),
});
export type RecordedReceipt = z.infer<typeof recordedReceipt>;

/** A receipt of a purchase order, with the received items by line. */
export const receipt = z.object({
  id: z.int(),
  uuid: z.string(),
  reference: z.string(),
  delivery_note_number: z.string().nullable(),
  device: z.string().nullable().describe('The tablet; null where the office has received it'),
  created_at: z.string(),
  created_by: z.object({ id: z.int(), name: z.string() }).nullable(),
  reversed_at: z.string().nullable(),
  reversed_by: z.object({ id: z.int(), name: z.string() }).nullable(),
  reverse_reason: z.string().nullable(),
  version: z.int(),
  qty: z.int().describe('Items of all its lines'),
  lines: z.array(
    z.object({
      id: z.int(),
      purchase_order_line_id: z.int().nullable(),
      product: z.object({ id: z.int(), sku: z.string(), name: z.string(), bin: z.string().nullable() }),
      qty: z.int(),
    }),
  ),
  can: z.object({ reverse: z.boolean() }),
});
export type Receipt = z.infer<typeof receipt>;
