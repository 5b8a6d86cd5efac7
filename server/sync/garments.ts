import { sql } from 'drizzle-orm';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import type { GarmentFacts } from '../../shared/sync/refusal-facts.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { skuColumns } from '../db/sku-columns.ts';
import { products } from '../db/tables/index.ts';

const garments = prepared('sync_garments', (db: Db) =>
  db
    .select({
      id: products.id,
      ...skuColumns,
      name: products.name,
      bin: products.bin,
    })
    .from(products)
    .where(among(products.id, sql.placeholder('ids'))),
);

/** The names and codes of SKUs, for those that exist. */
export async function garmentsOf(db: Db, ids: readonly number[]): Promise<Map<number, GarmentFacts>> {
  if (!ids.length) return new Map();
  const rows = await garments(db, { ids: idList([...new Set(ids)]) });
  return new Map(
    rows.map((product) => [
      product.id,
      {
        product_id: product.id,
        sku: product.sku,
        product_name: product.name,
        variation_colour: product.variation_colour,
        colour_hex: product.colour_hex,
        size: sizeOf(product),
        bin: product.bin,
      },
    ]),
  );
}

/** The facts of a SKU that does not exist. */
export const unknownGarment = (product_id: number): GarmentFacts => ({
  product_id,
  sku: null,
  product_name: null,
  variation_colour: null,
  colour_hex: null,
  size: null,
  bin: null,
});
