import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { wordsOf } from '../../shared/catalogue/match-words.ts';
import { limits } from '../../shared/limits.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import type { Database } from '../db/db.ts';
import { products } from '../db/tables/index.ts';
import { type ProductMatches, ProductWords } from './product-words.ts';

/** Words of a search beyond these are not looked for. */
const MAX_WORDS = 8;

const wordsByDatabase = new WeakMap<Database, ProductWords>();

/** What matches a text; undefined where nothing is typed. */
async function matchesOf({ services }: Ctx, text: string, further?: ReadonlyMap<number, string>): Promise<ProductMatches | undefined> {
  const typed = [...new Set(wordsOf(text))].slice(0, MAX_WORDS);
  if (!typed.length) return undefined;
  const { database } = services;
  const words = wordsByDatabase.get(database) ?? new ProductWords();
  wordsByDatabase.set(database, words);
  await words.update(database);
  return words.match(typed, further);
}

/**
 * The ids of styles in a sequence, those that match best first: each word begins a word of the style, or of one of its SKUs. A SKU that
 * is typed in full finds its style first. `further` are further texts of styles.
 */
export async function rankedStyles(
  ctx: Ctx,
  where: SQL | undefined,
  order: readonly SQL[],
  text: string,
  further?: ReadonlyMap<number, string>,
): Promise<number[]> {
  const matches = await matchesOf(ctx, text, further);
  const matched = matches && new Set([...matches.styles.keys(), ...matches.skus.values()]);
  const styles = await ctx.db
    .select({ id: products.id, sku: products.sku })
    .from(products)
    .where(and(where, matched && among(products.id, idList([...matched]))))
    .orderBy(...order)
    .limit(limits.searched_styles);
  if (!matches) return styles.map(({ id }) => id);
  const sku = text.trim().toUpperCase();
  return styles
    .map((style) => ({ id: style.id, cost: style.sku === sku ? -1 : matches.costOf(style.id) }))
    .sort((one, other) => one.cost - other.cost)
    .map(({ id }) => id);
}

/** The condition and the rank of SKUs that match a text; undefined where nothing is typed. */
export async function skusMatch(ctx: Ctx, text: string): Promise<{ condition: SQL | undefined; rank: SQL } | undefined> {
  const matches = await matchesOf(ctx, text);
  if (!matches) return undefined;
  const isWhole = or(eq(products.sku, text.trim().toUpperCase()), eq(products.barcode, text.trim()));
  const styles = idList([...matches.styles.keys()]);
  return {
    condition: or(isWhole, among(products.parent_id, styles), among(products.id, styles), among(products.id, idList([...matches.skus.keys()]))),
    rank: sql`case when ${isWhole} then 0 else 1 end`,
  };
}
