import { type SQL, sql } from 'drizzle-orm';
import { clothingSetProducts, files, products } from '../db/tables/index.ts';

/** What a clothing set says of an article’s style in place of the product; null is the product's own. */
export interface StyleTerms {
  name: string | null;
  description: string | null;
  /** The hash of the set's own picture. */
  picture: string | null;
}

const ofStyle = (own: SQL, ofSku: SQL): SQL<string | null> =>
  sql<string | null>`case when ${clothingSetProducts.product_id} = coalesce(${products.parent_id}, ${products.id}) then ${own} else ${ofSku} end`;

/** The hash of the picture that a row has of its own. */
export const setPicture = sql<string | null>`(select ${files.hash} from ${files} where ${files.id} = ${clothingSetProducts.file_id})`;

/** The columns of `StyleTerms`, in a query of articles with the rows of the sets that hold them. */
export const styleTerms = {
  style_name: ofStyle(sql`${clothingSetProducts.name}`, sql`${clothingSetProducts.parent_name}`).as('style_name'),
  style_description: ofStyle(sql`${clothingSetProducts.description}`, sql`${clothingSetProducts.parent_description}`).as('style_description'),
  set_picture: setPicture.as('set_picture'),
};

/** The name of an article in a set: the name that the set gives it or its style, if any. */
export const nameInSet = sql<string | null>`coalesce(${clothingSetProducts.name}, ${clothingSetProducts.parent_name})`;

/** The columns of `styleTerms` in a row. */
export interface StyleTermsRow {
  style_name: string | null;
  style_description: string | null;
  set_picture: string | null;
}

/** A row's terms; undefined where the row has no terms of its own, so that the product's apply. */
export const styleTermsOf = ({ style_name = null, style_description = null, set_picture = null }: Partial<StyleTermsRow>): StyleTerms | undefined =>
  style_name === null && style_description === null && set_picture === null
    ? undefined
    : { name: style_name, description: style_description, picture: set_picture };
