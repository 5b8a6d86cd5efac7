import { sql } from 'drizzle-orm';
import type { DiscrepancyKind } from '../../../shared/purchasing/receive-lines.ts';
import { c, check, index, primaryKey, table, uniqueIndex } from '../dialect.ts';
import { products, suppliers } from './catalogue.ts';
import { orderLines } from './orders.ts';
import { users } from './people.ts';
import { purchaseOrderLines } from './stock.ts';

/** One delivery of goods, of one purchase order or several. The reference of a receipt is GRN- followed by its id. */
export const receipts = table(
  'receipts',
  {
    id: c.id(),
    /** Chosen by the tablet that receives, or by the server for the office. */
    uuid: c.text().unique(),
    /** Null until items of a purchase order are received. */
    supplier_id: c.maybeRef(() => suppliers.id),
    delivery_note_number: c.maybeText(),
    /** The tablet that receives; null in a receipt of the office. */
    device: c.maybeText(),
    version: c.version(),
    created_by: c.maybeRef(() => users.id),
    created_at: c.time(),
    reversed_at: c.maybeTime(),
    reversed_by: c.maybeRef(() => users.id),
    reverse_reason: c.maybeText(),
    v: c.big(),
  },
  (t) => [
    check('receipts_reversed', sql`(${t.reversed_at} is null) = (${t.reverse_reason} is null)`),
    index('receipts_by_supplier').on(t.supplier_id, t.id),
    index('receipts_by_time').on(t.created_at, t.id),
    index('receipts_by_v').on(t.v),
  ],
);

/** Items of a SKU that a receipt took into stock, for each line of a purchase order. */
export const receiptLines = table(
  'receipt_lines',
  {
    id: c.id(),
    receipt_id: c.ref(() => receipts.id),
    /** Null if the items are on no purchase order. */
    purchase_order_line_id: c.maybeRef(() => purchaseOrderLines.id),
    product_id: c.ref(() => products.id),
    /** All items of the line that this receipt received; may be 0 after a correction. */
    qty: c.quantity(),
    /** When the quantity was last changed. */
    changed_at: c.time(),
  },
  (t) => [
    index('receipt_lines_by_product').on(t.product_id),
    check('receipt_lines_qty', sql`${t.qty} >= 0`),
    uniqueIndex('receipt_lines_once').on(t.receipt_id, t.purchase_order_line_id, t.product_id),
    uniqueIndex('receipt_lines_without_order_once').on(t.receipt_id, t.product_id).where(sql`${t.purchase_order_line_id} is null`),
    index('receipt_lines_by_purchase_order_line').on(t.purchase_order_line_id),
  ],
);

/** Items of a receipt that were allocated to an order that was waiting for them. */
export const receiptAllocations = table(
  'receipt_allocations',
  {
    id: c.id(),
    receipt_id: c.ref(() => receipts.id),
    product_id: c.ref(() => products.id),
    order_line_id: c.ref(() => orderLines.id),
    qty: c.quantity(),
  },
  (t) => [
    index('receipt_allocations_by_product').on(t.product_id),
    check('receipt_allocations_qty', sql`${t.qty} >= 0`),
    uniqueIndex('receipt_allocations_once').on(t.receipt_id, t.product_id, t.order_line_id),
    index('receipt_allocations_by_order_line').on(t.order_line_id),
  ],
);

/** Items of a receipt line that were not due: the office keeps them or sends them back to the supplier. */
export const receiptDiscrepancies = table(
  'receipt_discrepancies',
  {
    id: c.id(),
    /** The name that identifies the discrepancy when it is resolved. */
    m: c.text().unique(),
    receipt_line_id: c.ref(() => receiptLines.id).unique(),
    kind: c.text().$type<DiscrepancyKind>(),
    /** May be 0 after a correction: nothing remains to be decided. */
    qty: c.quantity(),
    created_at: c.time(),
    resolved_at: c.maybeTime(),
    resolved_by: c.maybeRef(() => users.id),
    choice: c.maybeText(),
  },
  (t) => [
    check('receipt_discrepancies_kind', sql`${t.kind} in ('over_receipt', 'line_cancelled', 'order_cancelled', 'order_closed', 'no_order')`),
    check('receipt_discrepancies_qty', sql`${t.qty} >= 0`),
    index('receipt_discrepancies_open').on(t.id).where(sql`${t.resolved_at} is null and ${t.qty} > 0`),
  ],
);

/** Items that arrived with a receipt and are not in stock: wrong, damaged or unknown. */
export const receiptSetAsides = table(
  'receipt_set_asides',
  {
    id: c.id(),
    /** The name that identifies these items when they are resolved. */
    m: c.text().unique(),
    receipt_id: c.ref(() => receipts.id),
    /** Null for an unknown product. */
    product_id: c.maybeRef(() => products.id),
    /** The code that was scanned or typed; the SKU if it was chosen from a list. */
    code: c.text(),
    qty: c.quantity(),
    /** The number of items about which the office has decided. */
    qty_decided: c.quantity(),
    reason: c.text(),
    /** A description of the items in words. */
    notes: c.maybeText(),
    created_by: c.maybeRef(() => users.id),
    created_at: c.time(),
    resolved_at: c.maybeTime(),
    resolved_by: c.maybeRef(() => users.id),
    choice: c.maybeText(),
  },
  (t) => [
    index('receipt_set_asides_by_product').on(t.product_id),
    check('receipt_set_asides_qty', sql`${t.qty} >= 0`),
    check('receipt_set_asides_text', sql`length(${t.code}) > 0 and length(${t.reason}) > 0`),
    uniqueIndex('receipt_set_asides_once').on(t.receipt_id, t.code, t.reason),
    index('receipt_set_asides_open').on(t.id).where(sql`${t.resolved_at} is null and ${t.qty} > 0`),
  ],
);

/** Where the items of a receipt are at present: in a bin, or in the tote of an order that waits for them. */
export const receiptPutAways = table(
  'receipt_put_aways',
  {
    id: c.id(),
    receipt_id: c.ref(() => receipts.id),
    product_id: c.ref(() => products.id),
    bin: c.maybeText(),
    tote: c.maybeText(),
    /** The order line whose items are in the tote. */
    order_line_id: c.maybeRef(() => orderLines.id),
    /** All items of the receipt that are in this bin or tote; may be 0 after a correction. */
    qty: c.quantity(),
    /** The tablet that last reported these items. */
    device: c.text(),
    changed_at: c.time(),
  },
  (t) => [
    index('receipt_put_aways_by_product').on(t.product_id),
    check('receipt_put_aways_qty', sql`${t.qty} >= 0`),
    check('receipt_put_aways_place', sql`(${t.bin} is null) <> (${t.tote} is null) and (${t.tote} is null) = (${t.order_line_id} is null)`),
    uniqueIndex('receipt_put_aways_bin_once').on(t.receipt_id, t.product_id, t.bin).where(sql`${t.bin} is not null`),
    uniqueIndex('receipt_put_aways_tote_once').on(t.receipt_id, t.product_id, t.tote, t.order_line_id).where(sql`${t.tote} is not null`),
    index('receipt_put_aways_by_order_line').on(t.order_line_id).where(sql`${t.order_line_id} is not null`),
  ],
);

/** Items of a SKU in bins other than its pick bin. All other items are in the pick bin. */
export const productBins = table(
  'product_bins',
  {
    product_id: c.ref(() => products.id),
    bin: c.text(),
    qty: c.quantity(),
  },
  (t) => [
    primaryKey({ columns: [t.product_id, t.bin] }),
    check('product_bins_qty', sql`${t.qty} >= 0`),
    check('product_bins_bin', sql`length(${t.bin}) > 0`),
    index('product_bins_by_bin').on(t.bin),
  ],
);
