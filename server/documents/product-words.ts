import { products } from '../db/tables/index.ts';

/** What documents say of a product. */
export const productColumns = {
  sku: products.sku,
  bin: products.bin,
  colour: products.variation_colour,
  variation_size_1: products.variation_size_1,
  variation_size_2: products.variation_size_2,
  variation_all_size: products.variation_all_size,
};
