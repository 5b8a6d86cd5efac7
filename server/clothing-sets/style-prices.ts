import { and, asc, eq, exists, inArray, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { MAX_STYLE_SETS, type SetStylePrices } from '../../shared/clothing-sets/style-prices.ts';
import { groupBy } from '../../shared/group-by.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { byName } from '../db/folded.ts';
import { accounts, clothingSetProducts, clothingSets, products } from '../db/tables/index.ts';

export const stylePricesQuery = z.object({ style_id: z.coerce.number().int().positive() });

/** The first clothing sets that hold a style or some of its SKUs, each with its prices; two statements for any number of sets. */
export async function listStylePrices({ db, actor }: Ctx, { style_id }: z.infer<typeof stylePricesQuery>): Promise<{ items: SetStylePrices[] }> {
  authorize(policy.edit_clothing_sets(actor));
  const [style] = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, style_id), isNull(products.deleted_at)));
  requireFound(style);
  const isOfStyle = and(or(eq(products.id, style_id), eq(products.parent_id, style_id)), isNull(products.deleted_at));
  const ofSet = db
    .select({ one: sql`1` })
    .from(clothingSetProducts)
    .innerJoin(products, eq(products.id, clothingSetProducts.product_id))
    .where(and(eq(clothingSetProducts.clothing_set_id, clothingSets.id), isOfStyle));
  const sets = await db
    .select({ id: clothingSets.id, name: clothingSets.name, account: { id: accounts.id, name: accounts.name } })
    .from(clothingSets)
    .innerJoin(accounts, eq(accounts.id, clothingSets.account_id))
    .where(and(isNull(clothingSets.deleted_at), isNull(accounts.deleted_at), exists(ofSet)))
    .orderBy(byName(accounts.name), byName(clothingSets.name), asc(clothingSets.id))
    .limit(MAX_STYLE_SETS);
  if (!sets.length) return { items: [] };
  const rows = await db
    .select({
      set_id: clothingSetProducts.clothing_set_id,
      product_id: clothingSetProducts.product_id,
      price: clothingSetProducts.price,
      version: clothingSetProducts.version,
    })
    .from(clothingSetProducts)
    .innerJoin(products, eq(products.id, clothingSetProducts.product_id))
    .where(
      and(
        inArray(
          clothingSetProducts.clothing_set_id,
          sets.map(({ id }) => id),
        ),
        isOfStyle,
      ),
    );
  const bySet = groupBy(rows, ({ set_id }) => set_id);
  return {
    items: sets.map((set) => {
      const own = bySet.get(set.id) ?? [];
      const whole = own.find(({ product_id }) => product_id === style_id);
      return {
        ...set,
        holds_style: whole !== undefined,
        style_price: whole?.price ?? null,
        prices: own.flatMap(({ product_id, price }) => (product_id === style_id ? [] : [{ product_id, price }])),
        version: Math.max(...own.map(({ version }) => version)),
      };
    }),
  };
}
