import { type SQLWrapper, sql } from 'drizzle-orm';
import { clothingSetProducts, clothingSets, products, purchaseOrderLines } from './tables/index.ts';

const inSet = (product_id: SQLWrapper) => sql`(select ${clothingSetProducts.decoration} from ${clothingSetProducts}
  where ${clothingSetProducts.clothing_set_id} = ${purchaseOrderLines.clothing_set_id} and ${clothingSetProducts.product_id} = ${product_id})`;

/**
 * What a line of a work order applies: the decoration of the SKU in the clothing set, else of its style, else of the set. For a query that
 * joins the line’s product and clothing set.
 */
export const lineDecoration = sql<string | null>`coalesce(${inSet(products.id)}, ${inSet(products.parent_id)}, ${clothingSets.decoration})`;
