import { z } from 'zod';
import { addressParts } from '../address.ts';
import { trackingChecks } from '../dispatch/tracking-number.ts';
import { openPickStates } from '../picking/pick-states.ts';
import { overflowBin } from '../stock/overflow-bin.ts';

/**
 * The rows that a tablet holds, one schema for each kind. They contain what the floor's screens show and nothing else: no costs, no prices. Every
 * line is sent with its product and its wearer, so a tablet always has both.
 */

const id = z.int().positive();
const quantity = z.int().nonnegative();
const time = z.iso.datetime({ precision: 3 });
const maybeTime = time.nullable();
const words = z.string().nullable();
/** The overflow bins of a SKU that has any. */
const bins = z.array(overflowBin).optional();

/** One pick of an order. Its key is the order's uuid: the next pick of the same order replaces it. */
export const pickRow = z.object({
  id,
  order_id: id,
  uuid: z.uuid(),
  order_number: z.string(),
  account_id: id,
  account_name: z.string(),
  /** The client's logo, which is what most decorations show. */
  account_logo_url: words,
  site_id: id.nullable(),
  site_name: words,
  /** The site's own reference, `sites.reference_1`. */
  site_reference: words,
  state: z.enum(openPickStates),
  picker: z.object({ id, name: z.string() }).nullable(),
  is_frozen: z.boolean(),
  frozen_reason: words,
  is_sample: z.boolean(),
  skip_dispatch: z.boolean(),
  customer_notes: words,
  /** The day by which the client needs the order. */
  required_on: words.optional(),
  tote: words,
  /** How many people the order clothes; more than one means bagging. */
  wearer_count: quantity,
  submitted_at: maybeTime,
  released_at: time,
  started_at: maybeTime,
  /** When its picker started it. */
  claimed_at: maybeTime.optional(),
  /** Since when it is paused. */
  paused_at: maybeTime.optional(),
  /** Who handed it over last, and when. */
  handed_over: z.object({ name: z.string(), at: time }).nullish(),
  picked_at: maybeTime,
  booked_at: maybeTime,
  delivery_address: addressParts.nullable(),
  contact_name: words,
  contact_phone: words,
});
export type PickRow = z.infer<typeof pickRow>;

/** The picked items of a line on one trolley. */
const lineHolder = z.object({
  /** The tablet of the trolley; empty where the items were recorded without a tablet. */
  device: z.string(),
  /** Who recorded them last. */
  user_id: id.nullable(),
  qty: z.int().positive(),
});
export type LineHolder = z.infer<typeof lineHolder>;

/** The items that one pick takes off the shelf for one order line. */
const pickLineRow = z.object({
  id,
  pick_id: id,
  order_line_id: id,
  employee_id: id,
  /** The SKU to pick: the substitute where there is one. */
  product_id: id,
  product_name: z.string(),
  decoration: words,
  notes: words,
  qty_requested: quantity,
  qty_allocated: quantity,
  qty_picked: quantity,
  /** The error code's text where less was picked than allocated. */
  code: words,
  other_reason: words,
  picked_by: id.nullable(),
  picked_at: maybeTime,
  /** On which trolleys its picked items lie; left out where none is picked. */
  holders: z.array(lineHolder).optional(),
  /** Raised only by changes that matter to a picker: of the quantity picked or allocated, of the product, or by the closing of the pick. */
  fact_version: z.int().nonnegative(),
  prep_ticked_at: maybeTime,
  /** How many of the picked items are in their wearer's bag; left out where none is. */
  qty_packed: quantity.optional(),
});
export type PickLineRow = z.infer<typeof pickLineRow>;

/** A person clothed by an order on the floor. */
export const wearerRow = z.object({ id, name: z.string(), employee_number: words });
export type WearerRow = z.infer<typeof wearerRow>;

/** A SKU on a line of the floor. `name` is the style's. */
const productRow = z.object({
  id,
  sku: z.string(),
  name: z.string(),
  variation_colour: words,
  colour_hex: words,
  variation_size_1: words,
  variation_size_2: words,
  variation_all_size: words,
  bin: words,
  bins,
  barcode: words,
  picture_url: words,
});
export type ProductRow = z.infer<typeof productRow>;

/** A SKU of a style: its SKU, size, bin and barcode. It is an array, because keys and ids would make a pull larger than all of its values. */
const styleSku = z.tuple([z.string(), words, words, words]);
export type StyleSku = z.infer<typeof styleSku>;

/** A style of which a SKU is on a line of the floor, with all its SKUs: a scan of the wrong size or colour then shows what it is. */
export const styleRow = z.object({
  id,
  name: z.string(),
  colours: z.array(z.object({ colour: words, hex: words, skus: z.array(styleSku) })),
});
export type StyleRow = z.infer<typeof styleRow>;

/** The prep of a completed pick; its key is the pick. */
const prepOrderRow = z.object({ pick_id: id, picked_by_name: words, picked_at: maybeTime, booked_at: maybeTime });

/** One wearer's bag in a pick. `id` is `pick_id:employee_id`, so that a tablet can name it before the server does. */
const bagRow = z.object({ id: z.string(), pick_id: id, employee_id: id, label_printed_at: maybeTime });
export type BagRow = z.infer<typeof bagRow>;

/** A dispatch that waits for its courier. */
export const dispatchRow = z.object({
  id,
  /** The dispatch's number as people write it. */
  dispatch_number: z.string(),
  state: z.enum(['requested', 'booking', 'failed']),
  account_id: id,
  account_name: z.string(),
  site_name: words,
  orders: z.array(z.object({ uuid: z.uuid(), order_number: z.string() })),
  is_consolidated: z.boolean(),
  service_key: z.string(),
  carrier: z.string(),
  /** In kilograms. */
  total_weight: z.number(),
  /** The number of boxes. */
  total_items: z.int(),
  mark_as_shipped: z.boolean(),
  delivery_address: addressParts,
  contact_name: words,
  contact_email: words,
  contact_phone: words,
  tracking_number: words,
  consignment_number: words,
  booking_error: words,
  created_at: time,
  version: z.int(),
});
export type DispatchRow = z.infer<typeof dispatchRow>;

/** A reason for picking less than was allocated. */
const errorCodeRow = z.object({ id, code: z.string(), description: z.string(), requires_input: z.boolean() });
export type ErrorCodeRow = z.infer<typeof errorCodeRow>;

/** A carrier's service, with the default values of a dispatch by it. */
const shippingServiceRow = z.object({
  service_key: z.string(),
  carrier: z.string(),
  name: z.string(),
  /** In kilograms. */
  default_weight: z.number(),
  /** The number of boxes. */
  default_items: z.int(),
  /** What the tracking numbers of its carrier group look like; absent where any code may be one. */
  tracking: z.object({ pattern: words, check: z.enum(trackingChecks).nullable() }).optional(),
});
export type ShippingServiceRow = z.infer<typeof shippingServiceRow>;

/** Somebody who works on the floor. */
const staffRow = z.object({
  id,
  name: z.string(),
  role: z.enum(['super', 'warehouse']),
  /** Their PIN as `shared/sync/pin.ts` hashes it; only for those who have signed in on this tablet and have one. */
  pin_hash: words.optional(),
});
export type StaffRow = z.infer<typeof staffRow>;

/** Garments to put back on the shelf because their pick was ended. */
const shelfTaskRow = z.object({
  id,
  pick_line_id: id,
  product_id: id,
  sku: z.string(),
  product_name: z.string(),
  /** Sent here so that a person recognises the garment: the tablet may no longer have the line and its product. */
  variation_colour: words.optional(),
  colour_hex: words.optional(),
  size: words.optional(),
  barcode: words.optional(),
  bin: words,
  order_number: z.string(),
  /** The tablet whose trolley holds them; empty where no tablet was used. */
  device: z.string(),
  qty: quantity,
  reason: z.string(),
  created_at: time,
});
export type ShelfTaskRow = z.infer<typeof shelfTaskRow>;

/** What distinguishes a SKU for somebody who holds it, and where it lies. */
const skuRow = z.object({
  product_id: id,
  sku: z.string(),
  name: z.string(),
  variation_colour: words,
  colour_hex: words,
  size: words,
  bin: words,
  barcode: words,
});

/** A SKU whose shelf needs a count; its key is the SKU. The expected quantity is not sent: a count is blind. */
const toCountRow = skuRow.extend({
  overflow_bins: z.array(z.string()).optional(),
  why: z.enum(['short_pick', 'asked']),
  since: time,
  /** The last picker's reason for finding too few: an error code, and their own words. */
  code: words.optional(),
  other_reason: words.optional(),
});
export type ToCountRow = z.infer<typeof toCountRow>;

/** A purchase order with items that may still arrive. The floor gets no prices. */
const purchaseOrderRow = z.object({
  id,
  our_reference: z.string(),
  /** Whose van brings the goods, and the supplier's own number on the delivery note. */
  supplier_name: z.string().optional(),
  supplier_reference: words.optional(),
  account_name: words,
  work_order: z.boolean(),
  due_on: words,
});
export type PurchaseOrderRow = z.infer<typeof purchaseOrderRow>;

/** A line of a purchase order. `qty_ordered` excludes what was cancelled and what a work order has not sent out; `qty_received` may be higher. */
const purchaseOrderLineRow = skuRow.extend({
  id,
  purchase_order_id: id,
  qty_ordered: quantity,
  qty_received: quantity,
  /** Of a work order: items at the decorator. No more than these can come back. */
  qty_out: quantity.optional(),
  bins,
  /** False where its order was cancelled or closed: items that arrive are still received, and are listed for the office. */
  is_open: z.boolean(),
  due_on: words,
});
export type PurchaseOrderLineRow = z.infer<typeof purchaseOrderLineRow>;

/** The order lines that wait for a SKU, oldest first and no more than `MAX_DEMAND`; its key is the SKU. */
const demandRow = z.object({
  product_id: id,
  lines: z.array(z.object({ order_line_id: id, order_number: z.string(), wearer: z.string(), qty: quantity, tote: words })),
});
export type DemandRow = z.infer<typeof demandRow>;
/** Upper limit of waiting lines of one SKU that a tablet gets. */
export const MAX_DEMAND = 40;

/** A delivery that a tablet or the office receives; its key is the uuid that the tablet made. */
const receiptRow = z.object({
  /** Null until the server knows it. */
  id: id.nullable(),
  uuid: z.uuid(),
  device: words,
  delivery_note_number: words,
  created_by: words,
  created_at: time,
  is_reversed: z.boolean(),
  /** Absolute quantities; `purchase_order_line_id` is null where the items are on no purchase order. */
  lines: z.array(z.object({ purchase_order_line_id: id.nullable(), product_id: id, qty: quantity })),
  set_asides: z.array(z.object({ code: z.string(), product_id: id.nullable(), qty: quantity, reason: z.string(), notes: words })),
  /** What was allocated to orders that waited. */
  allocations: z.array(z.object({ product_id: id, order_line_id: id, order_number: z.string(), wearer: z.string(), tote: words, qty: quantity })),
  /** Where its items are at present: in a bin, or in the tote of an order that waits for them. */
  put_away: z.array(z.object({ product_id: id, bin: words, tote: words, order_line_id: id.nullable(), qty: quantity })),
  /** The SKUs of lines without a purchase order, which no other row may name; left out where there are none. */
  skus: z.array(skuRow.extend({ bins })).optional(),
});
export type ReceiptRow = z.infer<typeof receiptRow>;

/** Every kind of row in a patch, with its schema. */
export const rowSchemas = {
  pick: pickRow,
  pick_line: pickLineRow,
  wearer: wearerRow,
  product: productRow,
  style: styleRow,
  prep_order: prepOrderRow,
  bag: bagRow,
  dispatch: dispatchRow,
  error_code: errorCodeRow,
  shipping_service: shippingServiceRow,
  staff: staffRow,
  shelf_task: shelfTaskRow,
  to_count: toCountRow,
  purchase_order: purchaseOrderRow,
  purchase_order_line: purchaseOrderLineRow,
  demand: demandRow,
  receipt: receiptRow,
} as const;

export type Kind = keyof typeof rowSchemas;
export type SyncRow<K extends Kind> = z.infer<(typeof rowSchemas)[K]>;
export type Key = string | number;

/** Every kind, without the schemas, which a tablet does not load. */
export const kinds: readonly Kind[] = [
  'pick',
  'pick_line',
  'wearer',
  'product',
  'style',
  'prep_order',
  'bag',
  'dispatch',
  'error_code',
  'shipping_service',
  'staff',
  'shelf_task',
  'to_count',
  'purchase_order',
  'purchase_order_line',
  'demand',
  'receipt',
];

const keys: { [K in Kind]: (row: SyncRow<K>) => Key } = {
  pick: (row) => row.uuid,
  pick_line: (row) => row.id,
  wearer: (row) => row.id,
  product: (row) => row.id,
  style: (row) => row.id,
  prep_order: (row) => row.pick_id,
  bag: (row) => row.id,
  dispatch: (row) => row.id,
  error_code: (row) => row.id,
  shipping_service: (row) => row.service_key,
  staff: (row) => row.id,
  shelf_task: (row) => row.id,
  to_count: (row) => row.product_id,
  purchase_order: (row) => row.id,
  purchase_order_line: (row) => row.id,
  demand: (row) => row.product_id,
  receipt: (row) => row.uuid,
};

/** The key under which a row of this kind is put and deleted. */
export const keyOf = <K extends Kind>(kind: K, row: SyncRow<K>): Key => keys[kind](row);

/** A bag's id, known before anything is sent. */
export const bagId = (pick_id: number, employee_id: number): string => `${pick_id}:${employee_id}`;
