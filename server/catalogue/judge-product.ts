import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { byName } from '../db/folded.ts';
import { clothingSetProducts, clothingSets, products, userClothingSets } from '../db/tables/index.ts';
import { isArticle, isCurrent, isOfferedAt, isPublished, isUnrestricted, parent } from './order-conditions.ts';
import { addHeld, type ForWhom, offerOf, type PermittedProduct } from './permitted-products.ts';

/** The conditions that can prevent a wearer from having a product, in the order in which they are explained. */
export const keepers = ['set', 'site', 'restriction', 'publication', 'discontinuation'] as const;
export type Keeper = (typeof keepers)[number];

const bool = (condition: ReturnType<typeof isUnrestricted>) => sql<boolean>`case when ${condition} then 1 else 0 end`.mapWith(Boolean);

/** The articles of a product, with the result of each condition of ordering. */
const judgedArticles = ({ db }: Pick<Ctx, 'db'>, product_id: number, { restricted, now }: ForWhom) =>
  db
    .select({
      id: products.id,
      parent_id: products.parent_id,
      name: products.name,
      variation_colour: products.variation_colour,
      price: products.price,
      vat_rate: sql<number | null>`coalesce(${products.vat_rate}, ${parent.vat_rate})`,
      is_restricted: bool(sql`not ${isUnrestricted(0)}`),
      restriction: bool(isUnrestricted(restricted ? 1 : 0)),
      publication: bool(isPublished),
      discontinuation: bool(isCurrent(now)),
    })
    .from(products)
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(and(or(eq(products.id, product_id), eq(products.parent_id, product_id)), isNull(products.deleted_at), isArticle))
    .orderBy(asc(products.id));

/** The sets of a company that contain some of these products, with the result of each condition of ordering for a wearer. */
const judgedSets = ({ db }: Pick<Ctx, 'db'>, account_id: number, employee_id: number, product_ids: readonly number[], { site_id }: ForWhom) =>
  db
    .select({
      clothing_set_id: clothingSets.id,
      clothing_set: clothingSets.name,
      product_id: clothingSetProducts.product_id,
      set_price: clothingSetProducts.price,
      set_name: clothingSetProducts.name,
      decoration: sql<string | null>`coalesce(${clothingSetProducts.decoration}, ${clothingSets.decoration})`,
      set: bool(sql`${userClothingSets.user_id} is not null`),
      site: bool(isOfferedAt(site_id ?? 0, sql`cast(${employee_id} as bigint)`)),
    })
    .from(clothingSets)
    .innerJoin(clothingSetProducts, eq(clothingSetProducts.clothing_set_id, clothingSets.id))
    .leftJoin(userClothingSets, and(eq(userClothingSets.clothing_set_id, clothingSets.id), eq(userClothingSets.user_id, employee_id)))
    .where(and(eq(clothingSets.account_id, account_id), isNull(clothingSets.deleted_at), among(clothingSetProducts.product_id, idList(product_ids))))
    .orderBy(byName(clothingSets.name), asc(clothingSets.id));

export interface JudgedProduct {
  /** Whether each condition lets the wearer have the product. The product can be ordered for the wearer if and only if all of them do. */
  holds: Record<Keeper, boolean>;
  /** The wearer's sets that contain the product; if there are none, the company's sets that contain it. */
  sets: { id: number; name: string }[];
  is_restricted: boolean;
  /** The price of one item on an order line, in pence ex VAT. It is also given if the product cannot be ordered. */
  price: number;
}

/**
 * Judge each condition of ordering a product for a wearer separately. A style can be ordered if one of its sizes meets every condition. Each
 * condition is therefore judged among the sizes that meet the conditions before it; if no size meets a condition, the next condition is judged among
 * the same sizes. Returns null if the product does not exist.
 */
export async function judgeProduct(
  ctx: Pick<Ctx, 'db'>,
  { account_id, employee_id }: { account_id: number; employee_id: number },
  product_id: number,
  whom: ForWhom,
): Promise<JudgedProduct | null> {
  const articles = await judgedArticles(ctx, product_id, whom);
  if (!articles.length) return null;
  const ids = new Set(articles.flatMap(({ id, parent_id }) => (parent_id === null ? id : [id, parent_id])));
  const sets = await judgedSets(ctx, account_id, employee_id, [...ids], whom);
  const heldRows = sets.flatMap((set) =>
    articles.flatMap((article) => (set.product_id === article.id || set.product_id === article.parent_id ? { ...article, ...set } : [])),
  );
  // If none of the company's sets contains the product, the other conditions are judged without a set.
  const unheld = articles.map((article) => ({ ...article, set: false, site: true }));
  const holds = {} as Record<Keeper, boolean>;
  const narrow = <Row extends Record<Keeper, boolean>>(rows: Row[], by: readonly Keeper[]): Row[] => {
    let remaining = rows;
    for (const keeper of by) {
      const passing = remaining.filter((row) => row[keeper]);
      holds[keeper] = passing.length > 0;
      if (passing.length) remaining = passing;
    }
    return remaining;
  };
  const worn = heldRows.filter(({ set }) => set);
  const named = worn.length ? worn : heldRows;
  const remaining: ((typeof heldRows)[number] | (typeof unheld)[number])[] = heldRows.length ? narrow(heldRows, keepers) : narrow(unheld, keepers);
  const offered = new Map<number, PermittedProduct>();
  for (const row of remaining) addHeld(offered, { clothing_set_id: 0, set_price: null, set_name: null, decoration: null, ...row });
  return {
    holds,
    sets: [...new Map(named.map(({ clothing_set_id: id, clothing_set: name }) => [id, { id, name }])).values()],
    is_restricted: remaining.every(({ is_restricted }) => is_restricted),
    price: offerOf(offered, product_id)?.price ?? 0,
  };
}
