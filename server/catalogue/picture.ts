import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { files, productMedia } from '../db/tables/index.ts';

/** The hash of a product's first picture; only in a query that reads more than one table. */
export const pictureOf = (product_id: SQLWrapper): SQL<string | null> =>
  sql<string | null>`(select ${files.hash} from ${productMedia} join ${files} on ${files.id} = ${productMedia.file_id}
    where ${productMedia.product_id} = ${product_id} order by ${productMedia.position}, ${productMedia.id} limit 1)`;

/** Pictures as screens take them. */
export const mediaOf = (...hashes: (string | null)[]): { url: string }[] => {
  const hash = hashes.find((one) => one !== null);
  return hash ? [{ url: `/files/${hash}` }] : [];
};
