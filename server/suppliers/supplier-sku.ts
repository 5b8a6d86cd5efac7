import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { purchaseOrders, supplierReturns } from '../db/tables/index.ts';

/**
 * The supplier's code of the product on which a client's custom product (under the alias `own`) is based. The custom product's SKU is the client's
 * prefix followed by the SKU of the base product.
 */
const ofBase = (own: 'products' | 'style') =>
  sql.raw(`(
  select base.supplier_sku from accounts owner join products base on base.sku = substr(${own}.sku, length(owner.sku_prefix) + 2)
  where owner.id = ${own}.account_id and base.account_id is null and base.supplier_id is not distinct from ${own}.supplier_id)`);

/** The code by which the supplier knows a product, in a query of `products`: the code of the product itself, else the code of its base product. */
export const supplierSku = sql<string | null>`coalesce(products.supplier_sku, ${ofBase('products')})`;

/**
 * The supplier's code of a product, else that of its style. For texts that a supplier reads, in which the colour and the size stand beside the code.
 */
export const supplierSkuOrStyle = sql<string | null>`coalesce(products.supplier_sku, ${ofBase('products')}, (
  select coalesce(style.supplier_sku, ${ofBase('style')}) from products style
  where style.id = products.parent_id and style.supplier_id is not distinct from products.supplier_id))`;

/** A product's code for one supplier; null if the product has a different supplier, because the code is then that supplier's. */
const codeFor =
  (supplier_id: SQLWrapper) =>
  (code: SQL<string | null>): SQL<string | null> =>
    sql`case when coalesce(products.supplier_id, ${supplier_id}) = ${supplier_id} then ${code} end`;

/** The code that the purchase order's supplier gives a line’s product. The query must join `purchase_orders`. */
export const onPurchaseOrder = codeFor(purchaseOrders.supplier_id);

/** The code that the supplier who gets the goods back gives a line’s product. The query must join `supplier_returns`. */
export const onSupplierReturn = codeFor(supplierReturns.supplier_id);
