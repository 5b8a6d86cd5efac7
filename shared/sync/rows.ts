import { z } from 'zod';
import { addressParts } from '../address.ts';
import { trackingChecks } from '../dispatch/tracking-number.ts';
import { limits } from '../limits.ts';
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
/** The overflow bins of a SKU; left out if it has none. */
const bins = z.array(overflowBin).optional();

/** The place of a pick in a cluster: the cluster's uuid, and the position of the pick's tote on the trolley. */
export const clusterPlace = z.object({ id: z.uuid(), position: z.int().min(1).max(limits.cluster_orders) });
export type ClusterPlace = z.infer<typeof clusterPlace>;

/** One pick of an order. Its key is the order's uuid: the next pick of the order replaces this row. */
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
  /** The totes that are full of the pick's items already; left out if there are none. */
  full_totes: z.array(z.string()).optional(),
  /** The cluster in which the order is picked with others; left out if it is picked alone. */
  cluster: clusterPlace.nullish(),
  /** How many people the order clothes; more than one means bagging. */
  wearer_count: quantity,
  submitted_at: maybeTime,
  released_at: time,
  started_at: maybeTime,
  /** When the picker started the pick. */
  claimed_at: maybeTime.optional(),
  /** Since when the pick is paused. */
  paused_at: maybeTime.optional(),
  /** Who handed the pick over last, and when. */
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
  /** The tablet of the trolley; empty if the items were recorded without a tablet. */
  device: z.string(),
  /** Who recorded the items last. */
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
  /** The SKU to pick: the substitute if there is one. */
  product_id: id,
  product_name: z.string(),
  decoration: words,
  notes: words,
  qty_requested: quantity,
  qty_allocated: quantity,
  qty_picked: quantity,
  /** The error code's text if less was picked than allocated. */
  code: words,
  other_reason: words,
  picked_by: id.nullable(),
  picked_at: maybeTime,
  /** The trolleys that hold the picked items; left out if none is picked. */
  holders: z.array(lineHolder).optional(),
  /** Incremented only if the picked or allocated quantity or the product changes, or the pick is closed: other changes do not matter to a picker. */
  fact_version: z.int().nonnegative(),
  prep_ticked_at: maybeTime,
  /** How many of the picked items are in the wearer's bag; left out if none is. */
  qty_packed: quantity.optional(),
});
export type PickLineRow = z.infer<typeof pickLineRow>;

/** A wearer of an order on the floor. */
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
  /** What one item weighs in grams, and by how much it usually deviates; left out if that is not known. */
  weight_g: z.int().positive().optional(),
  weight_deviation_g: quantity.optional(),
});
export type ProductRow = z.infer<typeof productRow>;

/** A SKU of a style: code, size, bin and barcode. It is an array, because keys and ids would be a larger part of a pull than the values. */
const styleSku = z.tuple([z.string(), words, words, words]);
export type StyleSku = z.infer<typeof styleSku>;

/** A style with a SKU on a line of the floor. All SKUs of the style are sent, so that a tablet can name a garment of the wrong size or colour. */
export const styleRow = z.object({
  id,
  name: z.string(),
  colours: z.array(z.object({ colour: words, hex: words, skus: z.array(styleSku) })),
});
export type StyleRow = z.infer<typeof styleRow>;

/** The prep of a completed pick; the key is the pick's id. */
const prepOrderRow = z.object({ pick_id: id, picked_by_name: words, picked_at: maybeTime, booked_at: maybeTime });

/** One wearer's bag in a pick. `id` is `pick_id:employee_id`, so that a tablet can make the id before the server does. */
const bagRow = z.object({
  id: z.string(),
  pick_id: id,
  employee_id: id,
  label_printed_at: maybeTime,
  /** The accepted weight with the packaging, in grams; left out if the bag was not weighed. */
  weight_g: z.int().positive().optional(),
});
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
  /** When the labels of its boxes were printed; left out or null if they were not, or if something on them has changed since. */
  labels_printed_at: maybeTime.optional(),
  created_at: time,
  version: z.int(),
});
export type DispatchRow = z.infer<typeof dispatchRow>;

/** A reason for picking less than was allocated. */
const errorCodeRow = z.object({ id, code: z.string(), description: z.string(), requires_input: z.boolean() });
export type ErrorCodeRow = z.infer<typeof errorCodeRow>;

/** A carrier's service, with the default values of a dispatch that uses it. */
const shippingServiceRow = z.object({
  service_key: z.string(),
  carrier: z.string(),
  name: z.string(),
  /** In kilograms. */
  default_weight: z.number(),
  /** The number of boxes. */
  default_items: z.int(),
  /** The most that one box may weigh, in kilograms; left out if the service has no limit. */
  max_weight: z.number().optional(),
  /** What an empty box weighs, in grams; left out if that is not known. */
  tare_g: z.int().positive().optional(),
  /** The only postcode areas to which the service delivers; left out if it delivers everywhere. */
  postcode_areas: z.array(z.string()).optional(),
  /** The format of the carrier group's tracking numbers; left out if any code may be a tracking number. */
  tracking: z.object({ pattern: words, check: z.enum(trackingChecks).nullable() }).optional(),
});
export type ShippingServiceRow = z.infer<typeof shippingServiceRow>;

/** Somebody who works on the floor. */
const staffRow = z.object({
  id,
  name: z.string(),
  role: z.enum(['super', 'warehouse']),
  /** The person's PIN as `shared/sync/pin.ts` hashes it; only for people who have a PIN and have signed in on this tablet. */
  pin_hash: words.optional(),
});
export type StaffRow = z.infer<typeof staffRow>;

/** Garments to put back on the shelf because their pick was closed. */
const shelfTaskRow = z.object({
  id,
  pick_line_id: id,
  product_id: id,
  sku: z.string(),
  product_name: z.string(),
  /** Copied into this row so that a person recognises the garment: the tablet may no longer have the line and its product. */
  variation_colour: words.optional(),
  colour_hex: words.optional(),
  size: words.optional(),
  barcode: words.optional(),
  bin: words,
  order_number: z.string(),
  /** The tablet whose trolley holds the garments; empty if no tablet was used. */
  device: z.string(),
  qty: quantity,
  reason: z.string(),
  created_at: time,
});
export type ShelfTaskRow = z.infer<typeof shelfTaskRow>;

/** The fields by which a person recognises a garment as this SKU, and the SKU's bin. */
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

/** A SKU whose shelf needs a count; the key is the SKU's id. The expected quantity is not sent, because a count is blind. */
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
  /** The supplier, whose van brings the goods. */
  supplier_name: z.string().optional(),
  /** The supplier's own number for the order, which is on the delivery note. */
  supplier_reference: words.optional(),
  account_name: words,
  work_order: z.boolean(),
  due_on: words,
});
export type PurchaseOrderRow = z.infer<typeof purchaseOrderRow>;

/** A line of a purchase order. `qty_ordered` excludes items that are cancelled or not sent out for a work order; `qty_received` may be higher. */
const purchaseOrderLineRow = skuRow.extend({
  id,
  purchase_order_id: id,
  qty_ordered: quantity,
  qty_received: quantity,
  /** Items at the decorator, only for a work order. No more than these can come back. */
  qty_out: quantity.optional(),
  bins,
  /** False if the order is cancelled or closed: items that arrive are still received, and are listed for the office. */
  is_open: z.boolean(),
  due_on: words,
});
export type PurchaseOrderLineRow = z.infer<typeof purchaseOrderLineRow>;

/** The order lines that wait for a SKU, oldest first and at most `MAX_DEMAND`; the key is the SKU's id. */
const demandRow = z.object({
  product_id: id,
  lines: z.array(z.object({ order_line_id: id, order_number: z.string(), wearer: z.string(), qty: quantity, tote: words })),
});
export type DemandRow = z.infer<typeof demandRow>;
/** How many waiting lines of one SKU a tablet gets at most. */
export const MAX_DEMAND = 40;

/** A delivery that a tablet or the office receives; the key is the receipt's uuid. */
const receiptRow = z.object({
  /** Null until the server has the receipt. */
  id: id.nullable(),
  uuid: z.uuid(),
  device: words,
  delivery_note_number: words,
  created_by: words,
  created_at: time,
  is_reversed: z.boolean(),
  /** The lines with absolute quantities; `purchase_order_line_id` is null for items that are on no purchase order. */
  lines: z.array(z.object({ purchase_order_line_id: id.nullable(), product_id: id, qty: quantity })),
  set_asides: z.array(z.object({ code: z.string(), product_id: id.nullable(), qty: quantity, reason: z.string(), notes: words })),
  /** The items that were allocated to waiting orders. */
  allocations: z.array(z.object({ product_id: id, order_line_id: id, order_number: z.string(), wearer: z.string(), tote: words, qty: quantity })),
  /** Where the receipt's items are at present: in a bin, or in the tote of an order that waits for them. */
  put_away: z.array(z.object({ product_id: id, bin: words, tote: words, order_line_id: id.nullable(), qty: quantity })),
  /** The SKUs of lines without a purchase order, because the tablet may have no other row with them; left out if there are none. */
  skus: z.array(skuRow.extend({ bins })).optional(),
});
export type ReceiptRow = z.infer<typeof receiptRow>;

/** A collection from somebody who leaves, until it is closed. Each line has the SKU that was sent. */
const collectionRow = z.object({
  id,
  /** The code on its slip. */
  number: z.string(),
  employee: z.string(),
  account_name: z.string(),
  created_at: time,
  lines: z.array(
    skuRow.extend({ order_line_id: id, order_number: z.string(), qty_expected: quantity, qty_restocked: quantity, qty_written_off: quantity }),
  ),
});
export type CollectionRow = z.infer<typeof collectionRow>;
export type CollectionLineRow = CollectionRow['lines'][number];

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
  collection: collectionRow,
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
  'collection',
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
  collection: (row) => row.id,
};

/** The key under which a row of this kind is put and deleted. */
export const keyOf = <K extends Kind>(kind: K, row: SyncRow<K>): Key => keys[kind](row);

/** A bag's id, which a tablet can form before it has sent anything. */
export const bagId = (pick_id: number, employee_id: number): string => `${pick_id}:${employee_id}`;
