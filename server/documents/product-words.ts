import { sizeColumns } from '../db/sku-columns.ts';
import { products } from '../db/tables/index.ts';

/** The columns of a product in documents. */
export const productColumns = {
  sku: products.sku,
  bin: products.bin,
  colour: products.variation_colour,
  ...sizeColumns,
};
