import { type SQLWrapper, sql } from 'drizzle-orm';
import { clothingSetProducts, clothingSets, products, purchaseOrderLines } from '../db/tables/index.ts';

/**
 * The decorations that a clothing set has for a SKU, one a line: those of the SKU in the set, else of its style, else of the set. For a query that
 * joins the product and the set.
 */
export function decorationOf(clothing_set_id: SQLWrapper) {
  const inSet = (product_id: SQLWrapper) => sql`(select ${clothingSetProducts.decoration} from ${clothingSetProducts}
    where ${clothingSetProducts.clothing_set_id} = ${clothing_set_id} and ${clothingSetProducts.product_id} = ${product_id})`;
  return sql<string | null>`coalesce(${inSet(products.id)}, ${inSet(products.parent_id)}, ${clothingSets.decoration})`;
}

/** The same for a line of a work order, whichever of them it applies. */
export const decorationsOfLine = decorationOf(purchaseOrderLines.clothing_set_id);

/** What a line of a work order applies: the decoration that was chosen, or all of the set where none was. */
export const lineDecoration = sql<string | null>`coalesce(${purchaseOrderLines.decoration}, ${decorationsOfLine})`;
