import { type SQL, sql } from 'drizzle-orm';
import { clothingSetProducts, files, products } from '../db/tables/index.ts';

/** The name, description and picture that a clothing set gives an article’s style. Null means that the product's own is shown. */
export interface StyleTerms {
  name: string | null;
  description: string | null;
  /** The hash of the set's own picture. */
  picture: string | null;
}

const ofStyle = (own: SQL, ofSku: SQL): SQL<string | null> =>
  sql<string | null>`case when ${clothingSetProducts.product_id} = coalesce(${products.parent_id}, ${products.id}) then ${own} else ${ofSku} end`;

/** The hash of the picture that a row in `clothing_set_products` has itself; null if it has none. */
export const setPicture = sql<string | null>`(select ${files.hash} from ${files} where ${files.id} = ${clothingSetProducts.file_id})`;

/** The columns of `StyleTerms`, for a query that joins articles to `clothing_set_products`. */
export const styleTerms = {
  style_name: ofStyle(sql`${clothingSetProducts.name}`, sql`${clothingSetProducts.parent_name}`).as('style_name'),
  style_description: ofStyle(sql`${clothingSetProducts.description}`, sql`${clothingSetProducts.parent_description}`).as('style_description'),
  set_picture: setPicture.as('set_picture'),
};

/** The name that a set gives an article or the article's style; null if the set gives neither a name. */
export const nameInSet = sql<string | null>`coalesce(${clothingSetProducts.name}, ${clothingSetProducts.parent_name})`;

/** A row of a query that selects the columns of `styleTerms`. */
export interface StyleTermsRow {
  style_name: string | null;
  style_description: string | null;
  set_picture: string | null;
}

/** A row's terms; undefined if the row has no terms of its own, so that the product's terms apply. */
export const styleTermsOf = ({ style_name = null, style_description = null, set_picture = null }: Partial<StyleTermsRow>): StyleTerms | undefined =>
  style_name === null && style_description === null && set_picture === null
    ? undefined
    : { name: style_name, description: style_description, picture: set_picture };
