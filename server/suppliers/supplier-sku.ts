import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { purchaseOrders, supplierReturns } from '../db/tables/index.ts';

/** The code of the product on which a client company's own one is based, by the alias of that one: its SKU is the prefix and that of the base. */
const ofBase = (own: 'products' | 'style') =>
  sql.raw(`(
  select base.supplier_sku from accounts owner join products base on base.sku = substr(${own}.sku, length(owner.sku_prefix) + 2)
  where owner.id = ${own}.account_id and base.account_id is null and base.supplier_id is not distinct from ${own}.supplier_id)`);

/** The code by which its supplier knows a product, in a query of `products`: its own, else that of the product on which it is based. */
export const supplierSku = sql<string | null>`coalesce(products.supplier_sku, ${ofBase('products')})`;

/** The same, else the code of its style: for what a supplier reads, where the colour and the size stand beside it. */
export const supplierSkuOrStyle = sql<string | null>`coalesce(products.supplier_sku, ${ofBase('products')}, (
  select coalesce(style.supplier_sku, ${ofBase('style')}) from products style
  where style.id = products.parent_id and style.supplier_id is not distinct from products.supplier_id))`;

/** A product's code for one supplier: null where another supplier sells the product, because the code is that supplier's. */
const codeFor =
  (supplier_id: SQLWrapper) =>
  (code: SQL<string | null>): SQL<string | null> =>
    sql`case when coalesce(products.supplier_id, ${supplier_id}) = ${supplier_id} then ${code} end`;

/** A code of a line’s product for the supplier of its purchase order, in a query with `purchase_orders`. */
export const onPurchaseOrder = codeFor(purchaseOrders.supplier_id);

/** A code of a line’s product for the supplier to whom it goes back, in a query with `supplier_returns`. */
export const onSupplierReturn = codeFor(supplierReturns.supplier_id);
