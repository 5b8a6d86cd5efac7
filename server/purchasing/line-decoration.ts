import { type SQLWrapper, sql } from 'drizzle-orm';
import { clothingSetProducts, clothingSets, products, purchaseOrderLines } from '../db/tables/index.ts';

/**
 * The decorations that a clothing set has for a SKU, one per line of text: those in the SKU's row of the set, else in the row of its style, else
 * those of the set itself. For a query that joins the product and the set.
 */
export function decorationOf(clothing_set_id: SQLWrapper) {
  const inSet = (product_id: SQLWrapper) => sql`(select ${clothingSetProducts.decoration} from ${clothingSetProducts}
    where ${clothingSetProducts.clothing_set_id} = ${clothing_set_id} and ${clothingSetProducts.product_id} = ${product_id})`;
  return sql<string | null>`coalesce(${inSet(products.id)}, ${inSet(products.parent_id)}, ${clothingSets.decoration})`;
}

/** All decorations that the clothing set of a work order’s line has for the line’s SKU, including those that were not chosen. */
export const decorationsOfLine = decorationOf(purchaseOrderLines.clothing_set_id);

/** The decoration that a line of a work order applies: the chosen one, or all decorations of the set if none was chosen. */
export const lineDecoration = sql<string | null>`coalesce(${purchaseOrderLines.decoration}, ${decorationsOfLine})`;
