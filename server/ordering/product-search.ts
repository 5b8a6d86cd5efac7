import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize } from '../core/problem.ts';
import { contains } from '../db/contains.ts';
import { alias } from '../db/db.ts';
import { mediaOf, pictureOf } from '../db/picture.ts';
import { clothingSetProducts, clothingSets, products } from '../db/tables/index.ts';
import { person } from '../people/person-queries.ts';

export const productSearchQuery = listQuery({ orderBy: ['name'], default: 'name', per_page: limits.product_search_page }).extend({
  search: z.string().trim().min(limits.search_min).max(200),
});

export const askableProductSchema = z.object({
  id: z.int(),
  sku: z.string(),
  name: z.string(),
  variation_colour: z.string().nullable(),
  size: z.string().nullable(),
  media: z.array(z.object({ url: z.string() })),
});
type AskableProduct = z.infer<typeof askableProductSchema>;

const style = alias(products, 'style');

/**
 * The products about which one can ask whether a person may have them: the styles with these words in their name or SKU, and the
 * SKUs with these words in theirs alone. To a client these are the products of the company's sets, also those that cannot be ordered
 * now; to the office all.
 */
export async function searchProducts(ctx: Ctx, employee_id: number, query: z.infer<typeof productSearchQuery>): Promise<Page<AskableProduct>> {
  const wearer = await person(ctx, employee_id);
  authorize(wearer.can.edit);
  const { db, actor } = ctx;
  const inSets = sql`exists (select 1 from ${clothingSets} join ${clothingSetProducts} on ${clothingSetProducts.clothing_set_id} = ${clothingSets.id}
    where ${clothingSets.account_id} = ${wearer.account_id} and ${clothingSets.deleted_at} is null and (${clothingSetProducts.product_id} = ${products.id}
      or ${clothingSetProducts.product_id} = ${products.parent_id}
      or ${clothingSetProducts.product_id} in (select child.id from ${products} as child where child.parent_id = ${products.id} and child.deleted_at is null)))`;
  const isMatch = or(
    and(isNull(products.parent_id), or(contains(products.name, query.search), contains(products.sku, query.search))),
    and(isNotNull(products.parent_id), contains(products.sku, query.search), sql`not ${contains(style.sku, query.search)}`),
  );
  const rows = db
    .select({
      id: products.id,
      sku: products.sku,
      name: products.name,
      variation_colour: products.variation_colour,
      variation_size_1: products.variation_size_1,
      variation_size_2: products.variation_size_2,
      variation_all_size: products.variation_all_size,
      picture: pictureOf(products.id).as('picture'),
      style_picture: pictureOf(style.id).as('style_picture'),
    })
    .from(products)
    .leftJoin(style, eq(style.id, products.parent_id))
    .where(and(isNull(products.deleted_at), isMatch, policy.use_office(actor) ? undefined : inSets));
  return readPage(db, query, { rows, order: [asc(products.name), asc(products.position), asc(products.id)] }, (page) =>
    page.map(({ id, sku, name, variation_colour, picture, style_picture, ...sized }) => ({
      id,
      sku,
      name,
      variation_colour,
      size: sizeOf(sized),
      media: mediaOf(picture, style_picture),
    })),
  );
}
