import { products } from '../db/tables/index.ts';

/** The columns of a product in documents. */
export const productColumns = {
  sku: products.sku,
  bin: products.bin,
  colour: products.variation_colour,
  variation_size_1: products.variation_size_1,
  variation_size_2: products.variation_size_2,
  variation_all_size: products.variation_all_size,
};
