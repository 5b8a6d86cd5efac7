import { and, asc, count, desc, eq, isNull, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { isClientRole } from '../../shared/roles.ts';
import { visibleSets } from '../clothing-sets/scope.ts';
import { contains } from '../db/contains.ts';
import { categories, clothingSetProducts, clothingSets, products, stockLevels } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { include, listQuery, pageOf, pageSchema } from '../http/paging.ts';
import { authorize, invalid, notFound } from '../http/problem.ts';
import { heldBySet, isItsStyle, type Looked, offeredOf, shownOfSets, style } from './set-products.ts';
import { styleSchema, stylesOf } from './wearer-products.ts';

export const browseQuery = listQuery({ orderBy: ['category', 'name'], default: 'category', per_page: limits.catalogue_page }).extend({
  include: include(['media', 'categories', 'attributes']),
  clothing_set_id: z.coerce.number().int().positive().optional(),
  category_id: z.coerce.number().int().positive().optional(),
  /** The company whose sets are meant, for the office; a client's own is understood. */
  account_id: z.coerce.number().int().positive().optional(),
});

const listed = styleSchema.omit({ children: true, decorations_for_employee: true, description: true });
export const browseSchema = pageSchema(listed).extend({
  categories: z
    .array(z.object({ id: z.int(), name: z.string(), products_count: z.int() }))
    .describe('All in which something is found, whichever of them is asked for'),
});
type Browsed = z.infer<typeof browseSchema>;

/** The sets that are meant; 404 where they are not the caller's to look into. */
async function lookedInto(ctx: Ctx, { account_id, clothing_set_id }: z.infer<typeof browseQuery>): Promise<Looked> {
  const { actor } = ctx;
  authorize(policy.browse_catalogue(actor));
  if (isClientRole(actor.role) && account_id !== undefined && account_id !== actor.account_id) throw notFound();
  const company = account_id ?? actor.account_id ?? undefined;
  if (company === undefined && clothing_set_id === undefined) throw invalid({ account_id: messages.unknown_account });
  if (clothing_set_id !== undefined) {
    const [set] = await ctx.db
      .select({ id: clothingSets.id })
      .from(clothingSets)
      .where(and(eq(clothingSets.id, clothing_set_id), visibleSets(actor)));
    if (!set) throw notFound();
  }
  return { account_id: company, clothing_set_id };
}

/** The styles that clothing sets hold, a page of them, with the categories they fall into. Costs and suppliers are not among it. */
export async function browseProducts(ctx: Ctx, query: z.infer<typeof browseQuery>): Promise<Browsed> {
  const looked = await lookedInto(ctx, query);
  const { search } = query;
  const searched: SQL | undefined =
    search && search.length >= limits.search_min
      ? or(...[style.name, style.sku, style.brand, products.sku, products.name].map((column) => contains(column, search)))
      : undefined;
  const found = ctx.db
    .selectDistinct({ id: style.id, name: style.name, category_id: style.category_id })
    .from(products)
    .innerJoin(style, isItsStyle)
    .innerJoin(clothingSetProducts, heldBySet)
    .innerJoin(clothingSets, eq(clothingSets.id, clothingSetProducts.clothing_set_id))
    .leftJoin(stockLevels, eq(stockLevels.product_id, products.id))
    .where(and(isNull(style.deleted_at), shownOfSets(ctx.actor, looked), searched))
    .as('found');

  const counted = await ctx.db
    .select({ id: categories.id, name: categories.name, products_count: count() })
    .from(found)
    .leftJoin(categories, eq(categories.id, found.category_id))
    .groupBy(categories.id, categories.name, categories.position)
    .orderBy(asc(categories.position), asc(categories.name));
  const wanted = query.category_id === undefined ? counted : counted.filter(({ id }) => id === query.category_id);
  const total = wanted.reduce((sum, { products_count }) => sum + products_count, 0);

  const way = query.sortedBy === 'desc' ? desc : asc;
  const order = { category: [way(categories.position), asc(found.name), asc(found.id)], name: [way(found.name), asc(found.id)] };
  const page = total
    ? await ctx.db
        .select({ id: found.id })
        .from(found)
        .leftJoin(categories, eq(categories.id, found.category_id))
        .where(query.category_id === undefined ? undefined : eq(found.category_id, query.category_id))
        .orderBy(...order[query.orderBy])
        .limit(query.per_page)
        .offset((query.page - 1) * query.per_page)
    : [];
  const ids = page.map(({ id }) => id);
  const styles = ids.length ? await stylesOf(ctx, await offeredOf(ctx.db, ctx.actor, looked, ids)) : [];
  const byId = new Map(styles.map((one) => [one.id, one]));
  const items = ids.flatMap((id) => {
    const { children, decorations_for_employee, description, ...shown } = byId.get(id) ?? {};
    return 'id' in shown ? [shown as Browsed['items'][number]] : [];
  });
  return {
    ...pageOf(items, query, total),
    categories: counted.flatMap(({ id, name, products_count }) => (id === null ? [] : [{ id, name: name ?? '', products_count }])),
  };
}
