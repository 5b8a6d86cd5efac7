import { sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Address } from '../../../shared/address.ts';
import type { Measures } from '../../../shared/catalogue/product.ts';
import type { SizeOrder } from '../../../shared/catalogue/size-order.ts';
import { c, check, index, primaryKey, table, uniqueIndex } from '../dialect.ts';
import { keyColumn } from '../folded.ts';
import { accounts, files, sites, users } from './people.ts';

export const suppliers = table(
  'suppliers',
  {
    id: c.id(),
    name: c.text(),
    code: c.text().unique(),
    address_line_1: c.maybeText(),
    address_line_2: c.maybeText(),
    address_line_3: c.maybeText(),
    /** The postcode. */
    address_line_4: c.maybeText(),
    contact_name: c.maybeText(),
    sales_email: c.maybeText(),
    sales_phone: c.maybeText(),
    /** Pence. */
    min_order_value: c.maybeMoney(),
    /** Pence, for an order below the minimum. */
    carriage: c.maybeMoney(),
    lead_time_days: c.maybeCount(),
    work_order: c.flag(),
    /** The supplier's accounts department: its contact and address. Orders go to the other ones. */
    accounts_name: c.maybeText(),
    accounts_email: c.maybeText(),
    accounts_phone: c.maybeText(),
    accounts_address: c.maybeJson<Address>(),
    /** Days until an invoice is due; null where no terms are agreed. */
    payment_days: c.maybeCount(),
    /** Whether the days begin at the end of the month of the invoice. */
    payment_end_of_month: c.flag(),
    version: c.version(),
    key_clash: c.big(),
    created_at: c.time(),
    archived_at: c.maybeTime(),
  },
  (t) => [uniqueIndex('suppliers_key').on(keyColumn(t.code), t.key_clash), check('suppliers_payment_days', sql`${t.payment_days} between 0 and 365`)],
);

/** Notes of the office about a supplier. */
export const supplierComments = table(
  'supplier_comments',
  {
    id: c.id(),
    supplier_id: c.ref(() => suppliers.id),
    commentator_id: c.ref(() => users.id),
    comment: c.text(),
    created_at: c.time(),
  },
  (t) => [index('supplier_comments_by_supplier').on(t.supplier_id, t.id)],
);

export const categories = table('categories', {
  id: c.id(),
  parent_id: c.maybeRef((): AnySQLiteColumn => categories.id),
  name: c.text(),
  position: c.quantity(),
});

/** A parent (a style, `parent_id` null) or a variation of it (a SKU, in one colour and size). */
export const products = table(
  'products',
  {
    id: c.id(),
    parent_id: c.maybeRef((): AnySQLiteColumn => products.id),
    supplier_id: c.maybeRef(() => suppliers.id),
    category_id: c.maybeRef(() => categories.id),
    sku: c.text().unique(),
    supplier_sku: c.maybeText(),
    name: c.text(),
    brand: c.maybeText(),
    description: c.text().default(''),
    short_description_1: c.text().default(''),
    short_description_2: c.text().default(''),
    cost: c.money().default(0),
    price: c.money().default(0),
    /** Per cent. Null means the default VAT rate. */
    vat_rate: c.maybeCount(),
    variation_colour: c.maybeText(),
    /** Six hex digits with a leading hash. */
    colour_hex: c.maybeText(),
    variation_size_1: c.maybeText(),
    variation_size_2: c.maybeText(),
    variation_all_size: c.maybeText(),
    variation_material: c.maybeText(),
    variation_decoration: c.maybeText(),
    /** Position among its siblings: colour by colour, and sizes in the order of the style or of the trade. */
    position: c.quantity(),
    /** Aisle-bay-level; sorts in walking order. */
    bin: c.maybeText(),
    barcode: c.maybeText(),
    is_public: c.flag(),
    is_published: c.flag(),
    is_public_catalogue: c.flag(),
    is_non_returnable: c.flag(),
    is_restricted: c.flag(),
    is_csp: c.flag(),
    /** The client company whose own product it is: only that company's sets may contain it. Null for a product for everybody. */
    account_id: c.maybeRef(() => accounts.id),
    /** From this time on the product cannot be ordered. */
    discontinued_at: c.maybeTime(),
    /** The product that is offered in its place once it is discontinued. */
    successor_id: c.maybeRef((): AnySQLiteColumn => products.id),
    /** What the supplier charges for one item; null means the cost. */
    supplier_price_tenths: c.maybeTenths(),
    supplier_price: c.penceOf('supplier_price_tenths'),
    /** Items in one pack of the supplier. */
    pack_size: c.maybeCount(),
    min_order_qty: c.maybeCount(),
    lead_time_days: c.maybeCount(),
    /** The number of items below which the SKU is bought again; null means the quantity that is used during the lead time. */
    reorder_point: c.maybeCount(),
    /** The number of months for which an item is usually worn. */
    wear_months: c.maybeCount(),
    /** What one item takes of an allowance that counts points; null means its price in whole pounds, rounded up. */
    points: c.maybeCount(),
    /** What one item weighs, in grams; null for a SKU means the weight of its style. Accepted bags teach it. */
    weight_g: c.maybeCount(),
    /** By how many grams one item usually deviates from its weight; null until bags have taught it. */
    weight_deviation_g: c.maybeCount(),
    /** Body measures in cm by size. */
    measures: c.maybeJson<Measures>(),
    /** The style’s own order of sizes; null means the trade’s order. */
    size_order: c.maybeJson<SizeOrder>(),
    version: c.version(),
    v: c.big(),
    /** The version of the last change to a text that searches use, or of the product's creation or deletion. */
    text_v: c.big(),
    /**
     * The product's own id if its SKU or barcode differed from another product's only in case when comparison became case-insensitive; otherwise 0.
     */
    key_clash: c.big(),
    created_at: c.time(),
    deleted_at: c.maybeTime(),
  },
  (t) => [
    check('products_points', sql`${t.points} >= 0`),
    check('products_money', sql`${t.cost} >= 0 and ${t.price} >= 0`),
    check(
      'products_terms',
      sql`${t.supplier_price_tenths} >= 0 and ${t.pack_size} >= 1 and ${t.min_order_qty} >= 1 and ${t.lead_time_days} >= 0 and ${t.reorder_point} >= 0 and ${t.wear_months} >= 1`,
    ),
    check('products_weight', sql`${t.weight_g} >= 1`),
    check('products_weight_deviation', sql`${t.weight_deviation_g} >= 0`),
    check('products_successor', sql`${t.successor_id} <> ${t.id}`),
    index('products_by_parent').on(t.parent_id, t.position),
    // Queries count SKUs from this index alone.
    index('products_live').on(t.parent_id, t.deleted_at),
    uniqueIndex('products_key').on(keyColumn(t.sku), t.key_clash),
    uniqueIndex('products_barcode').on(keyColumn(t.barcode), t.key_clash).where(sql`${t.deleted_at} is null`),
    index('products_by_v').on(t.v),
    index('products_by_text_v').on(t.text_v),
    index('products_discontinued').on(t.discontinued_at).where(sql`${t.discontinued_at} is not null and ${t.deleted_at} is null`),
    index('products_by_successor').on(t.successor_id).where(sql`${t.successor_id} is not null`),
  ],
);

export const productMedia = table(
  'product_media',
  {
    id: c.id(),
    product_id: c.ref(() => products.id, { onDelete: 'cascade' }),
    file_id: c.ref(() => files.id),
    position: c.quantity(),
  },
  (t) => [index('product_media_by_product').on(t.product_id, t.position), index('product_media_by_file').on(t.file_id)],
);

/** A change of the prices of many products from a day on: a job carries it out, some products at a time. */
export const priceChanges = table(
  'price_changes',
  {
    id: c.id(),
    field: c.text().$type<'price' | 'cost'>(),
    /** Hundredths of a per cent. */
    basis_points: c.count(),
    /** Pence; negative if prices fall. */
    amount: c.money(),
    /** Pence. */
    round_to: c.count(),
    sets: c.text().$type<'keep' | 'follow'>(),
    effective_on: c.date(),
    product_ids: c.json<number[]>(),
    /** The number of prices to change, as counted when the change was created. */
    prices: c.quantity(),
    /** The number of products that the job has passed so far. */
    progress: c.quantity(),
    created_by: c.ref(() => users.id),
    created_at: c.time(),
    done_at: c.maybeTime(),
    withdrawn_at: c.maybeTime(),
  },
  (t) => [
    check('price_changes_kind', sql`${t.field} in ('price', 'cost') and ${t.sets} in ('keep', 'follow') and ${t.round_to} >= 1`),
    check('price_changes_end', sql`${t.done_at} is null or ${t.withdrawn_at} is null`),
  ],
);

/** The maker's data sheet of a product: one file for each product. */
export const productDatasheets = table('product_datasheets', {
  id: c.id(),
  product_id: c.ref(() => products.id, { onDelete: 'cascade' }).unique(),
  file_id: c.ref(() => files.id),
  /** The name that the public reads; at most 200 characters. */
  name: c.text(),
  file_name: c.text(),
  created_at: c.time(),
});

export const clothingSets = table(
  'clothing_sets',
  {
    id: c.id(),
    account_id: c.ref(() => accounts.id),
    name: c.text(),
    /** Decorations offered with every product of the set, one per line. */
    decoration: c.maybeText(),
    version: c.version(),
    key_clash: c.big(),
    created_at: c.time(),
    deleted_at: c.maybeTime(),
  },
  (t) => [
    index('clothing_sets_by_account').on(t.account_id),
    uniqueIndex('clothing_sets_name').on(t.account_id, keyColumn(t.name), t.key_clash).where(sql`${t.deleted_at} is null`),
  ],
);

export const clothingSetSites = table(
  'clothing_set_excluded_sites',
  { clothing_set_id: c.ref(() => clothingSets.id, { onDelete: 'cascade' }), site_id: c.ref(() => sites.id, { onDelete: 'cascade' }) },
  (t) => [primaryKey({ columns: [t.clothing_set_id, t.site_id] })],
);

/** The contents of a set: a SKU, or a parent that stands for all its children. */
export const clothingSetProducts = table(
  'clothing_set_products',
  {
    id: c.id(),
    clothing_set_id: c.ref(() => clothingSets.id, { onDelete: 'cascade' }),
    product_id: c.ref(() => products.id),
    /** Null means the product's own price. */
    price: c.maybeMoney(),
    /** The name and description of the row's product in this set; for a style they apply to all SKUs. Null means the product's own. */
    name: c.maybeText(),
    description: c.maybeText(),
    /** In the row of a SKU: its style's name and description in this set, the same in all rows of the style. */
    parent_name: c.maybeText(),
    parent_description: c.maybeText(),
    /** Decorations offered with this product, one per line. Null means the set's decorations. */
    decoration: c.maybeText(),
    /** The set's own picture of the product, for people of this company only. */
    file_id: c.maybeRef(() => files.id),
    version: c.version(),
  },
  (t) => [
    uniqueIndex('clothing_set_products_once').on(t.clothing_set_id, t.product_id),
    index('clothing_set_products_by_product').on(t.product_id),
    index('clothing_set_products_by_file').on(t.file_id).where(sql`${t.file_id} is not null`),
    check('clothing_set_products_price', sql`${t.price} >= 0`),
  ],
);

export const userClothingSets = table(
  'user_clothing_sets',
  { user_id: c.ref(() => users.id, { onDelete: 'cascade' }), clothing_set_id: c.ref(() => clothingSets.id, { onDelete: 'cascade' }) },
  (t) => [primaryKey({ columns: [t.user_id, t.clothing_set_id] }), index('user_clothing_sets_by_set').on(t.clothing_set_id)],
);

export const notices = table(
  'notices',
  {
    id: c.id(),
    name: c.text(),
    subject: c.text(),
    starts_at: c.maybeTime(),
    ends_at: c.maybeTime(),
    file_id: c.maybeRef(() => files.id),
    filename: c.maybeText(),
    version: c.version(),
    created_at: c.time(),
  },
  (t) => [check('notices_period', sql`${t.ends_at} >= ${t.starts_at}`)],
);

export const noticeAccounts = table(
  'notice_accounts',
  { notice_id: c.ref(() => notices.id, { onDelete: 'cascade' }), account_id: c.ref(() => accounts.id) },
  (t) => [primaryKey({ columns: [t.notice_id, t.account_id] })],
);
export const noticeSites = table(
  'notice_sites',
  { notice_id: c.ref(() => notices.id, { onDelete: 'cascade' }), site_id: c.ref(() => sites.id) },
  (t) => [primaryKey({ columns: [t.notice_id, t.site_id] })],
);
export const noticeDownloads = table(
  'notice_downloads',
  { notice_id: c.ref(() => notices.id, { onDelete: 'cascade' }), user_id: c.ref(() => users.id, { onDelete: 'cascade' }), at: c.time() },
  (t) => [primaryKey({ columns: [t.notice_id, t.user_id] }), index('notice_downloads_of_user').on(t.user_id)],
);
