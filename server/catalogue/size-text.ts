import { sql } from 'drizzle-orm';
import { products } from '../db/tables/index.ts';

/** Both parts of a SKU's size joined, for a search: `38R` and `38` find waist 38 with leg R. The text that people read comes from `sizeOf`. */
export const sizeText = sql`coalesce(${products.variation_size_1}, '') || coalesce(${products.variation_size_2}, '')`;
