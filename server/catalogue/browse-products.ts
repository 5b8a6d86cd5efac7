import { and, asc, eq, isNull, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { compareNames } from '../../shared/folded.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { isClientRole } from '../../shared/roles.ts';
import { enforceSet } from '../clothing-sets/find-set.ts';
import type { Ctx } from '../core/context.ts';
import { include, listQuery, pageInMemory, pageSchema, readPage } from '../core/paging.ts';
import { authorize, invalid, notFound } from '../core/problem.ts';
import { contains } from '../db/contains.ts';
import { byName } from '../db/folded.ts';
import { inDirection, inOrder } from '../db/in-order.ts';
import { categories, clothingSetProducts, clothingSets, products } from '../db/tables/index.ts';
import { heldBySet, isItsStyle, type Looked, offeredOf, shownOfSets, style } from './set-products.ts';
import { catalogueStyleSchema, stylesOf, withoutPrices } from './styles.ts';

export const browseQuery = listQuery({ orderBy: ['category', 'name'], default: 'category', per_page: limits.catalogue_page }).extend({
  include: include(['media', 'categories', 'attributes']),
  clothing_set_id: z.coerce.number().int().positive().optional(),
  category_id: z.coerce.number().int().positive().optional(),
  /** The company whose sets to list; people of a client get only their own company's sets. */
  account_id: z.coerce.number().int().positive().optional(),
});

const listedStyleSchema = catalogueStyleSchema.omit({ children: true, decorations_for_employee: true, description: true, measures: true });
export const browseSchema = pageSchema(listedStyleSchema).extend({
  categories: z
    .array(z.object({ id: z.int(), name: z.string(), products_count: z.int() }))
    .describe('All sets with a match, whichever set was requested'),
});
type Browsed = z.infer<typeof browseSchema>;

/** The sets to browse; 404 if the caller may not see them. An embroiderer's sets may be of several companies. */
async function lookedInto(ctx: Ctx, { account_id, clothing_set_id }: z.infer<typeof browseQuery>): Promise<Looked> {
  const { actor } = ctx;
  authorize(policy.browse_catalogue(actor));
  if (isClientRole(actor.role) && account_id !== undefined && account_id !== actor.account_id) throw notFound();
  const company = account_id ?? actor.account_id ?? undefined;
  if (company === undefined && clothing_set_id === undefined && actor.role !== 'embroiderer') throw invalid({ account_id: messages.unknown_account });
  if (clothing_set_id !== undefined) await enforceSet(ctx, clothing_set_id);
  return { account_id: company, clothing_set_id };
}

/** A page of the styles in clothing sets, with the styles' categories. Costs and suppliers are not included. */
export async function browseProducts(ctx: Ctx, query: z.infer<typeof browseQuery>): Promise<Browsed> {
  const looked = await lookedInto(ctx, query);
  const { search } = query;
  const searched: SQL | undefined =
    search && search.length >= limits.search_min
      ? or(
          ...[style.name, style.sku, style.brand, products.sku, products.name, clothingSetProducts.name, clothingSetProducts.parent_name].map(
            (column) => contains(column, search),
          ),
        )
      : undefined;
  const order = {
    category: [...inOrder(query.sortedBy, categories.position), byName(categories.name), byName(style.name), asc(style.id)],
    name: [inDirection(query.sortedBy, style.name), asc(style.id)],
  };
  // A company's sets contain some hundreds of styles: all ids are read at once, and the page and the categories are computed from them.
  const matchingStyles = await ctx.db
    .select({
      id: style.id,
      name: style.name,
      category_id: categories.id,
      category_name: categories.name,
      position: categories.position,
    })
    .from(products)
    .innerJoin(style, isItsStyle)
    .leftJoin(categories, eq(categories.id, style.category_id))
    .innerJoin(clothingSetProducts, heldBySet)
    .innerJoin(clothingSets, eq(clothingSets.id, clothingSetProducts.clothing_set_id))
    .where(and(isNull(style.deleted_at), shownOfSets(ctx, looked), searched))
    .groupBy(style.id, categories.id)
    .orderBy(...order[query.orderBy]);
  const matching = query.category_id === undefined ? matchingStyles : matchingStyles.filter(({ category_id }) => category_id === query.category_id);
  const page = await readPage(ctx.db, query, pageInMemory(matching, query), async (rows) => {
    const ids = rows.map(({ id }) => id);
    const shownStyles = ids.length ? await stylesOf(ctx, await offeredOf(ctx, looked, ids)) : [];
    const styles = policy.see_prices(ctx.actor) ? shownStyles : shownStyles.map(withoutPrices);
    const byId = new Map(styles.map((one) => [one.id, one]));
    return ids.flatMap((id) => {
      const { children, decorations_for_employee, description, measures, ...rest } = byId.get(id) ?? {};
      return 'id' in rest ? [rest as Browsed['items'][number]] : [];
    });
  });
  return { ...page, categories: categoriesOf(matchingStyles) };
}

/** The categories of the matching styles in the catalogue's order, with the number of styles in each. */
function categoriesOf(
  matchingStyles: readonly { category_id: number | null; category_name: string | null; position: number | null }[],
): Browsed['categories'] {
  const countedCategories = new Map<number, Browsed['categories'][number] & { position: number }>();
  for (const { category_id, category_name, position } of matchingStyles) {
    if (category_id === null) continue;
    const count = countedCategories.get(category_id);
    if (count) count.products_count += 1;
    else countedCategories.set(category_id, { id: category_id, name: category_name ?? '', products_count: 1, position: position ?? 0 });
  }
  return [...countedCategories.values()]
    .sort((one, other) => one.position - other.position || compareNames(one.name, other.name))
    .map(({ position: _, ...rest }) => rest);
}
