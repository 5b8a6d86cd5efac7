import { sql } from 'drizzle-orm';
import type { Address } from '../../../shared/address.ts';
import type { CountedBin } from '../../../shared/stock/count-bins.ts';
import { c, check, index, table, uniqueIndex } from '../dialect.ts';
import { clothingSets, products, suppliers } from './catalogue.ts';
import { accounts, users } from './people.ts';

/** For each SKU, the running sum of its movements, and the quantity allocated to open orders. Only server/stock writes this table. */
export const stockLevels = table(
  'stock_levels',
  {
    product_id: c.ref(() => products.id).primaryKey(),
    /** On hand. */
    qty_available: c.quantity(),
    qty_allocated: c.quantity(),
    /** Items at a decorator, which still count as on hand: the sum of `qty_out` of all lines of work orders. */
    qty_at_decorator: c.quantity(),
    /**
     * By how many items the floor's counts have changed the level since a super last approved a count. Increases and decreases both add to this
     * number.
     */
    qty_unapproved: c.quantity(),
  },
  (t) => [
    check('stock_on_hand', sql`${t.qty_available} >= 0`),
    check('stock_never_oversold', sql`${t.qty_allocated} >= 0 and ${t.qty_allocated} <= ${t.qty_available}`),
    check('stock_at_decorator', sql`${t.qty_at_decorator} >= 0 and ${t.qty_allocated} + ${t.qty_at_decorator} <= ${t.qty_available}`),
  ],
);

export const movementTypes = ['PURCHASE_ORDER', 'DISPATCH', 'ORDER_RETURN', 'SUPPLIER_RETURN', 'ADJUSTMENT', 'IMPORT'] as const;
export type MovementType = (typeof movementTypes)[number];

/** The stock ledger: append-only, signed. The database refuses to change or remove a row. */
export const stockMovements = table(
  'stock_movements',
  {
    id: c.id(),
    product_id: c.ref(() => products.id),
    type: c.text().$type<MovementType>(),
    /** Items: in is positive, out negative. */
    qty: c.count(),
    /** The text by which a person looks the movement up, such as an order or purchase order number. */
    reference: c.maybeText(),
    reason: c.maybeText(),
    dispatch_id: c.maybeCount(),
    receipt_id: c.maybeCount(),
    /** When the shelf was counted, for a movement that a count caused. */
    counted_at: c.maybeTime(),
    user_id: c.maybeRef(() => users.id),
    created_at: c.time(),
  },
  (t) => [
    check('stock_movements_type', sql`${t.type} in ('PURCHASE_ORDER', 'DISPATCH', 'ORDER_RETURN', 'SUPPLIER_RETURN', 'ADJUSTMENT', 'IMPORT')`),
    check('stock_movements_qty', sql`${t.qty} <> 0`),
    index('stock_movements_by_product').on(t.product_id, t.id),
    index('stock_movements_counted').on(t.product_id, t.counted_at).where(sql`${t.counted_at} is not null`),
    index('stock_movements_of_user').on(t.user_id).where(sql`${t.user_id} is not null`),
    // With this index, queries add up the dispatched items of each SKU without reading the table.
    index('stock_movements_dispatched').on(t.created_at, t.product_id, t.qty).where(sql`${t.type} = 'DISPATCH'`),
  ],
);

/** A check of a bin in which a picker found fewer items than the ledger says. It is open until somebody has counted the bin. */
export const stockChecks = table(
  'stock_checks',
  {
    id: c.id(),
    product_id: c.ref(() => products.id),
    pick_line_id: c.maybeCount(),
    /** Items that were not found; automatic allocation leaves them out while the check is open. */
    qty_short: c.count(),
    code: c.maybeText(),
    other_reason: c.maybeText(),
    opened_by: c.maybeRef(() => users.id),
    opened_at: c.time(),
    closed_at: c.maybeTime(),
    closed_by: c.maybeRef(() => users.id),
    v: c.big(),
  },
  (t) => [
    check('stock_checks_short', sql`${t.qty_short} > 0`),
    index('stock_checks_open').on(t.product_id).where(sql`${t.closed_at} is null`),
    index('stock_checks_by_v').on(t.v),
  ],
);

/** A count that waits for a super, because it differs too much from the stock level or was made on the pick screen. */
export const countRequests = table(
  'count_requests',
  {
    id: c.id(),
    m: c.text().unique(),
    product_id: c.ref(() => products.id),
    pick_line_id: c.maybeCount(),
    /** The number on the shelf; null if nobody has counted yet. */
    qty: c.maybeCount(),
    /** The counted number less the stock level at the time of the count. */
    difference: c.maybeCount(),
    /** The bins that were counted; null if one number is for all bins together. */
    bins: c.maybeJson<CountedBin[]>(),
    /** When somebody counted the shelf; null until then, or if the tablet's clock was wrong. */
    counted_at: c.maybeTime(),
    requested_by: c.maybeRef(() => users.id),
    device: c.maybeText(),
    created_at: c.time(),
    resolved_at: c.maybeTime(),
    resolved_by: c.maybeRef(() => users.id),
    choice: c.maybeText(),
    v: c.big(),
  },
  (t) => [
    index('count_requests_by_product').on(t.product_id),
    check('count_requests_qty', sql`${t.qty} >= 0`),
    index('count_requests_open').on(t.id).where(sql`${t.resolved_at} is null`),
    index('count_requests_by_v').on(t.v),
  ],
);

/** Purchase orders to suppliers, and work orders to decorators. */
export const purchaseOrders = table(
  'purchase_orders',
  {
    id: c.id(),
    our_reference: c.text(),
    supplier_reference: c.maybeText(),
    supplier_id: c.ref(() => suppliers.id),
    account_id: c.maybeRef(() => accounts.id),
    contact_name: c.maybeText(),
    contact_phone: c.maybeText(),
    contact_email: c.maybeText(),
    /** The address to which the goods go; null in orders without one. */
    delivery_address: c.maybeJson<Address>(),
    private_notes: c.maybeText(),
    /** Printed on the document that the supplier gets. */
    public_notes: c.maybeText(),
    work_order: c.flag(),
    /** Set if the order was created from the shortfall report. */
    source: c.maybeText().$type<'shortfall'>(),
    /** The day on which lines without their own date are expected. */
    due_on: c.maybeDate(),
    version: c.version(),
    created_by: c.maybeRef(() => users.id),
    created_at: c.time(),
    approved_at: c.maybeTime(),
    approved_by: c.maybeRef(() => users.id),
    /** The address to which the document was last emailed. */
    emailed_to: c.maybeText(),
    /** When the mail server last accepted that email. */
    sent_at: c.maybeTime(),
    /** When the supplier was last asked for late lines. */
    chased_at: c.maybeTime(),
    cancelled_at: c.maybeTime(),
    cancelled_by: c.maybeRef(() => users.id),
    closed_at: c.maybeTime(),
    closed_by: c.maybeRef(() => users.id),
    v: c.big(),
  },
  (t) => [
    uniqueIndex('purchase_orders_reference').on(t.our_reference),
    index('purchase_orders_by_supplier').on(t.supplier_id),
    index('purchase_orders_by_time').on(t.created_at, t.id),
    index('purchase_orders_by_v').on(t.v),
  ],
);

export const purchaseOrderLines = table(
  'purchase_order_lines',
  {
    id: c.id(),
    purchase_order_id: c.ref(() => purchaseOrders.id, { onDelete: 'cascade' }),
    /** Null in a new line, until somebody chooses a SKU. */
    product_id: c.maybeRef(() => products.id),
    qty_requested: c.quantity(),
    qty_received: c.quantity(),
    /** Items that the supplier no longer has to deliver. */
    qty_cancelled: c.quantity(),
    /** The price of one item; null until a price is entered. */
    unit_price_tenths: c.maybeTenths(),
    unit_price: c.penceOf('unit_price_tenths'),
    notes: c.maybeText(),
    /**
     * In a work order: the product that goes to the decorator and comes back as `product_id`, usually the same SKU. Null if the line has no product
     * yet, and in a purchase order.
     */
    source_product_id: c.maybeRef(() => products.id),
    /** In a work order: items of the source product that are at the decorator. */
    qty_out: c.quantity(),
    /** The set whose decoration a work order applies. */
    clothing_set_id: c.maybeRef(() => clothingSets.id),
    /** The chosen one of the set's decorations; null if none was chosen. */
    decoration: c.maybeText(),
    /** The day on which the line is expected; null means the order's day. */
    due_on: c.maybeDate(),
    /** Set while more items may arrive: the order is approved, and not cancelled or closed. Stored together with the order's state. */
    is_open: c.flag(),
    v: c.big(),
  },
  (t) => [
    check('purchase_order_lines_qty', sql`${t.qty_requested} >= 0 and ${t.qty_received} >= 0 and ${t.unit_price_tenths} >= 0`),
    check('purchase_order_lines_out', sql`${t.qty_out} >= 0 and (${t.qty_out} = 0 or ${t.source_product_id} is not null)`),
    check('purchase_order_lines_cancelled', sql`${t.qty_cancelled} >= 0 and ${t.qty_cancelled} <= ${t.qty_requested}`),
    check('purchase_order_lines_open', sql`not ${t.is_open} or (${t.product_id} is not null and ${t.unit_price_tenths} is not null)`),
    index('purchase_order_lines_by_order').on(t.purchase_order_id),
    index('purchase_order_lines_by_product').on(t.product_id, t.purchase_order_id),
    index('purchase_order_lines_coming').on(t.product_id).where(sql`${t.is_open}`),
    index('purchase_order_lines_by_v').on(t.v),
    index('purchase_order_lines_source').on(t.source_product_id).where(sql`${t.source_product_id} is not null`),
  ],
);

/** Returns of goods to suppliers. A return is a draft until somebody approves it, and read-only afterwards. */
export const supplierReturns = table(
  'supplier_returns',
  {
    id: c.id(),
    supplier_id: c.ref(() => suppliers.id),
    creator_id: c.ref(() => users.id),
    approver_id: c.maybeRef(() => users.id),
    /** Whether the supplier gets an email when the return is approved. */
    email: c.flag(),
    /** The address to which that email went. */
    emailed_to: c.maybeText(),
    version: c.version(),
    created_at: c.time(),
    approved_at: c.maybeTime(),
  },
  (t) => [index('supplier_returns_by_supplier').on(t.supplier_id)],
);

export const supplierReturnLines = table(
  'supplier_return_lines',
  {
    id: c.id(),
    supplier_return_id: c.ref(() => supplierReturns.id, { onDelete: 'cascade' }),
    /** Null in a new line, until somebody chooses a SKU. */
    product_id: c.maybeRef(() => products.id),
    qty_requested: c.quantity(),
    /** Why the goods go back. */
    reason: c.maybeText(),
  },
  (t) => [
    index('supplier_return_lines_by_product').on(t.product_id),
    index('supplier_return_lines_by_return').on(t.supplier_return_id),
    check('supplier_return_lines_qty', sql`${t.qty_requested} >= 0`),
    check('supplier_return_lines_reason', sql`length(${t.reason}) <= 200`),
  ],
);
