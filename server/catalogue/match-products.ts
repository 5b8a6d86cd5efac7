import { and, eq, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { wordsOf } from '../../shared/catalogue/match-words.ts';
import { limits } from '../../shared/limits.ts';
import { cleanBarcode } from '../../shared/scan/gtin.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { type Database, prepared } from '../db/db.ts';
import { foldedKey, keyColumn } from '../db/folded.ts';
import { products } from '../db/tables/index.ts';
import { type ProductMatches, ProductWords } from './product-words.ts';

/** Upper limit of the words of a search; further words are ignored. */
const MAX_WORDS = 8;

const wordsByDatabase = new WeakMap<Database, ProductWords>();

/** The search words of all products, as of the last commit. */
async function currentWords({ services: { database } }: Ctx): Promise<ProductWords> {
  const words = wordsByDatabase.get(database) ?? new ProductWords();
  wordsByDatabase.set(database, words);
  await words.update(database);
  return words;
}

/** The words to look for in a text. */
const typedWords = (text: string): string[] => [...new Set(wordsOf(text))].slice(0, MAX_WORDS);

/** The products that match a text; undefined if the text has no words. */
async function matchesOf(ctx: Ctx, text: string, further?: ReadonlyMap<number, string>): Promise<ProductMatches | undefined> {
  const typed = typedWords(text);
  return typed.length ? (await currentWords(ctx)).match(typed, further) : undefined;
}

/**
 * The ids of matching styles, best match first: each typed word begins a word of the style or of one of its SKUs. A style whose SKU is typed in full
 * comes first. `further` adds texts to styles.
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
  const key = foldedKey(text);
  return styles
    .map((style) => ({ id: style.id, cost: foldedKey(style.sku) === key ? -1 : matches.costOf(style.id) }))
    .sort((one, other) => one.cost - other.cost)
    .map(({ id }) => id);
}

const itemKey = (text: string): string => foldedKey(cleanBarcode(text));
/** The condition that the key of a product's whole SKU or barcode equals `key`. */
const isWhole = (key: string | Placeholder): SQL | undefined => or(eq(keyColumn(products.sku), key), eq(keyColumn(products.barcode), key));

/** The condition of products, styles or SKUs, that match a text; undefined if the text has no words. */
export async function productsMatch(ctx: Ctx, text: string): Promise<SQL | undefined> {
  const matches = await matchesOf(ctx, text);
  if (!matches) return undefined;
  const styles = idList([...matches.styles.keys()]);
  const skus = idList([...matches.skus.keys()]);
  return or(
    isWhole(foldedKey(text)),
    isWhole(itemKey(text)),
    among(products.parent_id, styles),
    among(products.id, styles),
    among(products.id, skus),
  );
}

const wholeMatches = prepared('products_by_whole_code', (db) =>
  db
    .select({ id: products.id })
    .from(products)
    .where(and(isNull(products.deleted_at), isWhole(sql.placeholder('key')))),
);

/**
 * Finds the SKUs that match a text: `whole` has the ids of the SKUs whose whole SKU or barcode is the text, `ids` has these first and then all other
 * ids, sorted by code. Undefined if the text has no words.
 */
export async function matchingSkus(ctx: Ctx, text: string): Promise<{ ids: number[]; whole: number[] } | undefined> {
  const typed = typedWords(text);
  if (!typed.length) return undefined;
  const words = await currentWords(ctx);
  const exact = await wholeMatches(ctx.db, { key: foldedKey(text) });
  const whole = (exact.length ? exact : await wholeMatches(ctx.db, { key: itemKey(text) })).flatMap(({ id }) => (words.isSku(id) ? [id] : []));
  return { ids: [...new Set([...whole, ...words.skusOf(words.match(typed))])], whole };
}
