import { sql } from 'drizzle-orm';
import { products } from './tables/index.ts';

/** The columns from which `sizeOf` makes the text of a size. */
export const sizeColumns = {
  variation_size_1: products.variation_size_1,
  variation_size_2: products.variation_size_2,
  variation_all_size: products.variation_all_size,
};

/** The columns that distinguish a SKU from the others of its style. */
export const skuColumns = {
  sku: products.sku,
  variation_colour: products.variation_colour,
  colour_hex: products.colour_hex,
  ...sizeColumns,
};

/** Whether a row of `products` is a SKU: a variation, or a product without variations. */
export const isSku = sql<boolean>`(products.parent_id is not null or not exists (select 1 from products child where child.parent_id = products.id and child.deleted_at is null))`;
