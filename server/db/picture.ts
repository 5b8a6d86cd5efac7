import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { files, productMedia, products } from './tables/index.ts';

/** The hash of a product's first picture; use it only in a query that reads more than one table. */
export const pictureOf = (product_id: SQLWrapper): SQL<string | null> =>
  sql<string | null>`(select ${files.hash} from ${productMedia} join ${files} on ${files.id} = ${productMedia.file_id}
    where ${productMedia.product_id} = ${product_id} order by ${productMedia.position}, ${productMedia.id} limit 1)`;

/** The hash of a style's picture in one colour: the picture of the first article in that colour that has one; null if the colour is null. */
export const pictureInColour = (style_id: SQLWrapper, colour: SQLWrapper): SQL<string | null> =>
  sql<string | null>`case when ${colour} is not null then (select ${files.hash} from ${products} as child
    join ${productMedia} on ${productMedia.product_id} = child.id join ${files} on ${files.id} = ${productMedia.file_id}
    where child.parent_id = ${style_id} and child.variation_colour = ${colour} and child.deleted_at is null
    order by child.position, child.id, ${productMedia.position}, ${productMedia.id} limit 1) end`;

/** The hash of a style's picture in any colour: the picture of the style's first article that has one; null if `style_id` is itself an article. */
export const pictureOfColours = (style_id: SQLWrapper): SQL<string | null> =>
  sql<string | null>`(select ${files.hash} from ${products} as child
    join ${productMedia} on ${productMedia.product_id} = child.id join ${files} on ${files.id} = ${productMedia.file_id}
    where child.parent_id = ${style_id} and child.deleted_at is null
    order by child.position, child.id, ${productMedia.position}, ${productMedia.id} limit 1)`;

/** The hex value of a colour in a style: the value of the first article in that colour that has one; null if the colour is null. */
export const hexInColour = (style_id: SQLWrapper, colour: SQLWrapper): SQL<string | null> =>
  sql<string | null>`case when ${colour} is not null then (select child.colour_hex from ${products} as child
    where child.parent_id = ${style_id} and child.variation_colour = ${colour} and child.colour_hex is not null and child.deleted_at is null
    order by child.position, child.id limit 1) end`;

/** A list of the picture with the first hash that is not null; empty if all hashes are null. */
export const mediaOf = (...hashes: (string | null)[]): { url: string }[] => {
  const hash = hashes.find((one) => one !== null);
  return hash ? [{ url: `/files/${hash}` }] : [];
};
