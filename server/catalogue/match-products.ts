import { and, asc, eq, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
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
 * The ids of matching styles, best match first. In a match, each typed word is the beginning of a word of the style or of one of its SKUs. A style
 * whose SKU is typed in full comes first. `further` adds texts to styles.
 */
export async function rankedStyles(
  ctx: Ctx,
  where: SQL | undefined,
  order: readonly SQL[],
  text: string,
  further?: ReadonlyMap<number, string>,
): Promise<number[]> {
  return rank(ctx, where, order, text, await matchesOf(ctx, text, further));
}

async function rank(
  { db }: Ctx,
  where: SQL | undefined,
  order: readonly SQL[],
  text: string,
  matches: ProductMatches | undefined,
): Promise<number[]> {
  const matched = matches && new Set([...matches.styles.keys(), ...matches.skus.values()]);
  const styles = await db
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
const isLive = isNull(products.deleted_at);
/**
 * The condition that a product is not deleted and the key of its whole SKU or barcode equals `key`. SQLite uses an index for each of the two only if
 * each branch says that the product is not deleted.
 */
const isWhole = (key: string | Placeholder): SQL | undefined =>
  or(and(eq(keyColumn(products.sku), key), isLive), and(eq(keyColumn(products.barcode), key), isLive));

/** The condition that a product, a style or a SKU, matches a text; undefined if the text has no words. */
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
    .where(isWhole(sql.placeholder('key'))),
);

/**
 * Finds the SKUs that match a text; undefined if the text has no words. `whole` has the ids of the SKUs whose code or barcode is exactly the text.
 * `ids` has the same ids first, and then the ids of all other matches, sorted by code.
 */
export async function matchingSkus(ctx: Ctx, text: string): Promise<{ ids: number[]; whole: number[] } | undefined> {
  const typed = typedWords(text);
  if (!typed.length) return undefined;
  const words = await currentWords(ctx);
  return skusIn(ctx, text, words, words.match(typed));
}

async function skusIn({ db }: Ctx, text: string, words: ProductWords, matches: ProductMatches): Promise<{ ids: number[]; whole: number[] }> {
  const exact = await wholeMatches(db, { key: foldedKey(text) });
  const whole = (exact.length ? exact : await wholeMatches(db, { key: itemKey(text) })).flatMap(({ id }) => (words.isSku(id) ? [id] : []));
  return { ids: [...new Set([...whole, ...words.skusOf(matches)])], whole };
}

/** The ids of the matching SKUs, those whose code or barcode is exactly the text first, and of the matching styles that have SKUs, best match first; both empty if the text has no words. */
export async function matchingItems(ctx: Ctx, text: string): Promise<{ skus: number[]; styles: number[] }> {
  const typed = typedWords(text);
  if (!typed.length) return { skus: [], styles: [] };
  const words = await currentWords(ctx);
  const matches = words.match(typed);
  const { ids, whole } = await skusIn(ctx, text, words, matches);
  const styles = await rank(ctx, and(isNull(products.parent_id), isLive), [asc(products.sku)], text, matches);
  return { skus: [...new Set([...whole, ...words.bestFirst(ids, matches)])], styles: styles.filter((id) => !words.isSku(id)) };
}
