import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { visibleSets } from '../clothing-sets/scope.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { contains } from '../db/contains.ts';
import { byName } from '../db/folded.ts';
import { accounts, clothingSetProducts, clothingSets, products } from '../db/tables/index.ts';

/** A clothing set that decorates a product. */
export const decorated = z.object({
  id: z.int(),
  name: z.string(),
  account: z.object({ id: z.int(), name: z.string() }),
  decoration: z.string().describe('What may be put on it, one decoration a line'),
  colours: z.array(z.string()).describe('Those that the set holds; empty where it holds all'),
});
type Decorated = z.infer<typeof decorated>;

/** Upper limit of the rows of sets that are read for one answer. */
const MAX_ROWS = 5000;

const style_id = sql<number>`coalesce(${products.parent_id}, ${products.id})`.mapWith(Number);
const decoration = sql<string>`coalesce(${clothingSetProducts.decoration}, ${clothingSets.decoration})`;

/** The visible clothing sets that decorate products, with the style of each product; `where` limits the products. */
const setsWhere = ({ db, actor }: Ctx, where: SQL | undefined) =>
  db
    .select({
      style_id,
      id: clothingSets.id,
      name: clothingSets.name,
      account: { id: accounts.id, name: accounts.name },
      decoration,
      // `colour` is null if the set contains the whole style.
      colour: products.variation_colour,
    })
    .from(clothingSetProducts)
    .innerJoin(clothingSets, eq(clothingSets.id, clothingSetProducts.clothing_set_id))
    .innerJoin(accounts, eq(accounts.id, clothingSets.account_id))
    .innerJoin(products, eq(products.id, clothingSetProducts.product_id))
    .where(and(visibleSets(actor), isNull(products.deleted_at), sql`coalesce(${decoration}, '') <> ''`, where))
    .groupBy(style_id, clothingSets.id, accounts.id, decoration, products.variation_colour)
    .orderBy(byName(accounts.name), byName(clothingSets.name), clothingSets.id)
    .limit(MAX_ROWS);

/** The sets that decorate each of these products. The sets of a SKU are those of its style. */
export async function decoratedSets(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Decorated[]>> {
  const skus = await ctx.db
    .select({ id: products.id, style_id })
    .from(products)
    .where(among(products.id, idList(ids)));
  const styles = idList(skus.map((one) => one.style_id));
  const rows = await setsWhere(ctx, or(among(products.id, styles), among(products.parent_id, styles)));
  const byStyle = new Map<number, Map<number, Decorated>>();
  const whole = new Set<string>();
  for (const { style_id: style, colour, ...set } of rows) {
    const sets = byStyle.get(style) ?? new Map<number, Decorated>();
    byStyle.set(style, sets);
    const earlier = sets.get(set.id);
    const lines = new Set([...(earlier?.decoration.split('\n') ?? []), ...set.decoration.split('\n')].filter(Boolean));
    if (colour === null) whole.add(`${style}:${set.id}`);
    const colours = whole.has(`${style}:${set.id}`) ? [] : [...new Set([...(earlier?.colours ?? []), ...(colour === null ? [] : [colour])])];
    sets.set(set.id, { ...set, decoration: [...lines].join('\n'), colours });
  }
  return new Map(skus.map((one) => [one.id, [...(byStyle.get(one.style_id)?.values() ?? [])]]));
}

/** The ids of the styles that visible clothing sets decorate: the sets of one client, or of all clients. */
export async function decoratedStyles(ctx: Ctx, account_id: number | undefined): Promise<number[]> {
  const rows = await ctx.db
    .selectDistinct({ style_id })
    .from(clothingSetProducts)
    .innerJoin(clothingSets, eq(clothingSets.id, clothingSetProducts.clothing_set_id))
    .innerJoin(products, eq(products.id, clothingSetProducts.product_id))
    .where(
      and(
        visibleSets(ctx.actor),
        isNull(products.deleted_at),
        sql`coalesce(${decoration}, '') <> ''`,
        account_id === undefined ? undefined : eq(clothingSets.account_id, account_id),
      ),
    )
    .limit(limits.searched_styles);
  return rows.map((row) => row.style_id);
}

/** For a search: by style, one text that joins those decorations of the style that contain one of these words. */
export async function decorationTexts(ctx: Ctx, words: readonly string[]): Promise<Map<number, string>> {
  if (!words.length) return new Map();
  const rows = await setsWhere(ctx, or(...words.map((word) => contains(decoration, word))));
  const texts = new Map<number, string>();
  for (const row of rows) texts.set(row.style_id, `${texts.get(row.style_id) ?? ''}\n${row.decoration}`);
  return texts;
}
