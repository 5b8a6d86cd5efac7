import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { contains } from '../db/contains.ts';
import { alias } from '../db/db.ts';
import { byName } from '../db/folded.ts';
import { mediaOf, pictureOf } from '../db/picture.ts';
import { sizeColumns } from '../db/sku-columns.ts';
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
const child = alias(products, 'child');

/** The rows in a company's clothing sets that hold a product, the product's style, or one of the product's SKUs. */
const setRows = (
  account_id: number | null,
) => sql`${clothingSets} join ${clothingSetProducts} on ${clothingSetProducts.clothing_set_id} = ${clothingSets.id}
  where ${clothingSets.account_id} = ${account_id} and ${clothingSets.deleted_at} is null and (${clothingSetProducts.product_id} in (${products.id}, ${products.parent_id})
    or ${clothingSetProducts.product_id} in (select ${child.id} from ${products} as child where ${child.parent_id} = ${products.id} and ${child.deleted_at} is null))`;

/** The name that a company's clothing sets give a product; the product's own name if they give it none. */
const nameAtCompany = (account_id: number | null): SQL<string> =>
  sql<string>`coalesce((select min(case when ${clothingSetProducts.product_id} = ${products.id} then coalesce(${clothingSetProducts.name}, ${clothingSetProducts.parent_name})
    when ${clothingSetProducts.product_id} = ${products.parent_id} then ${clothingSetProducts.name} else ${clothingSetProducts.parent_name} end)
    from ${setRows(account_id)}), ${products.name})`;

/**
 * Finds products about which the caller can ask whether a person may have them. A style is found by its name, its name in the company's sets, or its
 * SKU. One of its SKUs is found by its own code if the style's code does not have the search words. A client finds only products in the company's
 * sets, including those that cannot be ordered at present; the office finds all.
 */
export async function searchProducts(ctx: Ctx, employee_id: number, query: z.infer<typeof productSearchQuery>): Promise<Page<AskableProduct>> {
  const wearer = await person(ctx, employee_id);
  authorize(wearer.can.edit);
  const { db, actor } = ctx;
  const inSets = sql`exists (select 1 from ${setRows(wearer.account_id)})`;
  const content = alias(products, 'content');
  const namedInSets = sql`${products.id} in (select coalesce(${content.parent_id}, ${content.id}) from ${clothingSets}
    join ${clothingSetProducts} on ${clothingSetProducts.clothing_set_id} = ${clothingSets.id} join ${products} as content on ${content.id} = ${clothingSetProducts.product_id}
    where ${clothingSets.account_id} = ${wearer.account_id} and ${clothingSets.deleted_at} is null
      and (${contains(clothingSetProducts.name, query.search)} or ${contains(clothingSetProducts.parent_name, query.search)}))`;
  const isMatch = or(
    and(isNull(products.parent_id), or(contains(products.name, query.search), contains(products.sku, query.search), namedInSets)),
    and(isNotNull(products.parent_id), contains(products.sku, query.search), sql`not ${contains(style.sku, query.search)}`),
  );
  // Products made for another company are left out.
  const isOpen = sql`coalesce(${style.account_id}, ${products.account_id}, ${wearer.account_id}) = ${wearer.account_id}`;
  const rows = db
    .select({
      id: products.id,
      sku: products.sku,
      name: nameAtCompany(wearer.account_id).as('name_at_company'),
      variation_colour: products.variation_colour,
      ...sizeColumns,
      picture: pictureOf(products.id).as('picture'),
      style_picture: pictureOf(style.id).as('style_picture'),
    })
    .from(products)
    .leftJoin(style, eq(style.id, products.parent_id))
    .where(and(isNull(products.deleted_at), isOpen, isMatch, policy.use_office(actor) ? undefined : inSets));
  return readPage(db, query, { rows, order: [byName(products.name), asc(products.position), asc(products.id)] }, (page) =>
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

/** A product with the name that a company's sets give it; 404 if there is none. */
export async function productAtCompany({ db }: Pick<Ctx, 'db'>, account_id: number, product_id: number) {
  const [product] = await db
    .select({ id: products.id, sku: products.sku, name: nameAtCompany(account_id) })
    .from(products)
    .leftJoin(style, eq(style.id, products.parent_id))
    .where(eq(products.id, product_id));
  return requireFound(product);
}
