import { and, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { rankOfWord, wordsOf } from '../../shared/catalogue/match-words.ts';
import { limits } from '../../shared/limits.ts';
import type { Ctx } from '../core/context.ts';
import { among, amongTexts, idList, textList } from '../db/among.ts';
import { beginsPart } from '../db/contains.ts';
import { alias } from '../db/db.ts';
import { categories, products } from '../db/tables/index.ts';

const style = alias(products, 'style');

/** Words of a search beyond these are not looked for. */
const MAX_WORDS = 8;
/** The rank of a word that only SKUs of a style match: behind every text of the style. */
const SKU_RANK = 12;

const typedWords = (text: string): string[] => [...new Set(wordsOf(text))].slice(0, MAX_WORDS);

/** Styles in a sequence, with the texts by which they are found. */
async function stylesWhere({ db }: Pick<Ctx, 'db'>, where: SQL | undefined, order: readonly SQL[] = []) {
  const rows = await db
    .select({
      id: products.id,
      name: products.name,
      sku: products.sku,
      supplier_sku: products.supplier_sku,
      brand: products.brand,
      category: categories.name,
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.category_id))
    .where(where)
    .orderBy(...order)
    .limit(limits.searched_styles);
  return rows.map(({ id, sku, ...texts }) => ({ id, sku, texts: [texts.name, sku, texts.supplier_sku, texts.brand, texts.category] }));
}

/** The words of texts, kept from search to search: names and categories are the same in thousands of products. */
const wordsByText = new Map<string, string[]>();
const MAX_KEPT = 20_000;
function wordsOfText(text: string | null): string[] {
  if (!text) return [];
  const words = wordsByText.get(text);
  if (words) return words;
  if (wordsByText.size >= MAX_KEPT) wordsByText.clear();
  const newWords = wordsOf(text);
  wordsByText.set(text, newWords);
  return newWords;
}

const matching = (typed: string, texts: readonly string[]): string[] => texts.filter((text) => rankOfWord(typed, [wordsOfText(text)]) !== null);

/** What SKUs add to the words of their styles. */
interface OfSkus {
  colours: string[];
  sizes: string[];
  /** SKUs whose name is not that of their style. */
  names: { id: number; name: string }[];
}

/** Upper limit of the names of SKUs that differ from their styles'. */
const MAX_NAMES = 20_000;
/** For how long the texts of SKUs are kept, in milliseconds: units of work on PostgreSQL may end in another sequence than their versions. */
const KEEP = 2000;
const textsByDatabase = new WeakMap<object, { newest: number; at: number; texts: OfSkus }>();

/**
 * The colours, sizes and own names of SKUs. All of them raise the product's sync version when they change, so that they are read again
 * only then.
 */
async function textsOfSkus({ db, services }: Pick<Ctx, 'db' | 'services'>): Promise<OfSkus> {
  const [version] = await db.select({ newest: sql<number>`coalesce(max(${products.v}), 0)`.mapWith(Number) }).from(products);
  const newest = version?.newest ?? 0;
  const stored = textsByDatabase.get(services.database);
  const isFresh = stored?.newest === newest && (services.database.engine === 'sqlite' || performance.now() - stored.at < KEEP);
  if (stored && isFresh) return stored.texts;
  const rows = await db
    .selectDistinct({ colour: products.variation_colour, size_1: products.variation_size_1, size_2: products.variation_size_2 })
    .from(products)
    .where(and(isNotNull(products.parent_id), isNull(products.deleted_at)));
  const names = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .innerJoin(style, eq(style.id, products.parent_id))
    .where(and(ne(style.name, products.name), isNull(products.deleted_at)))
    .limit(MAX_NAMES);
  const once = (values: (string | null)[]): string[] => [...new Set(values.flatMap((value) => value ?? []))];
  const texts = { colours: once(rows.map(({ colour }) => colour)), sizes: once(rows.flatMap(({ size_1, size_2 }) => [size_1, size_2])), names };
  textsByDatabase.set(services.database, { newest, at: performance.now(), texts });
  return texts;
}

interface Word {
  typed: string;
  /** The styles that the word matches, with their rank. */
  styles: ReadonlyMap<number, number>;
}

/** A word that only SKUs have, by their texts. */
interface SkuWord extends Word {
  inColours: string[];
  inSizes: string[];
  named: number[];
}

async function skuWords(ctx: Ctx, words: readonly Word[]): Promise<SkuWord[]> {
  const { colours, sizes, names } = await textsOfSkus(ctx);
  return words.map((word) => ({
    ...word,
    inColours: matching(word.typed, colours),
    inSizes: matching(word.typed, sizes),
    named: names.flatMap(({ id, name }) => (rankOfWord(word.typed, [wordsOfText(name)]) === null ? [] : [id])),
  }));
}

/** The condition on a SKU under which each word begins a word of it or of its style. */
function isMatch(words: readonly SkuWord[]): SQL | undefined {
  // A word that styles match leaves the fewest SKUs, so it is looked at first.
  const sequence = words.toSorted((one, other) => Number(other.styles.size > 0) - Number(one.styles.size > 0));
  return and(
    ...sequence.map(({ typed, styles, inColours, inSizes, named }) => {
      const list = idList([...styles.keys(), ...named]);
      const sizes = textList(inSizes);
      return or(
        styles.size ? among(products.parent_id, list) : undefined,
        styles.size || named.length ? among(products.id, list) : undefined,
        inColours.length ? amongTexts(products.variation_colour, textList(inColours)) : undefined,
        inSizes.length ? or(amongTexts(products.variation_size_1, sizes), amongTexts(products.variation_size_2, sizes)) : undefined,
        beginsPart(products.sku, typed.toUpperCase(), '-'),
        beginsPart(products.supplier_sku, typed.toUpperCase(), '-'),
        beginsPart(products.supplier_sku, typed, '-'),
      );
    }),
  );
}

/** Every word with the styles that it matches; `more` are further texts of styles. */
const wordsWithStyles = (
  typed: readonly string[],
  styles: readonly { id: number; texts: readonly (string | null)[] }[],
  more?: ReadonlyMap<number, string>,
): Word[] => {
  const texts = styles.map(({ id, texts: own }) => ({ id, words: [...own, more?.get(id) ?? null].map(wordsOfText) }));
  return typed.map((one) => {
    const matched = new Map<number, number>();
    for (const { id, words } of texts) {
      const rank = rankOfWord(one, words);
      if (rank !== null) matched.set(id, rank);
    }
    return { typed: one, styles: matched };
  });
};

/**
 * The ids of styles in a sequence, those that match best first: each word begins a word of the style, or of one of its SKUs. A SKU that
 * is typed in full finds its style first.
 */
export async function rankedStyles(
  ctx: Ctx,
  where: SQL | undefined,
  order: readonly SQL[],
  text: string,
  more?: ReadonlyMap<number, string>,
): Promise<number[]> {
  const styles = await stylesWhere(ctx, where, order);
  const typed = typedWords(text);
  if (!typed.length) return styles.map(({ id }) => id);
  const words = wordsWithStyles(typed, styles, more);
  const isWhole = (id: number): boolean => words.every((word) => word.styles.has(id));
  const bySku = new Set<number>();
  const ofSkus = await skuWords(ctx, words);
  const hasSkuWords = ofSkus.some(({ inColours, inSizes, named }) => inColours.length + inSizes.length + named.length > 0);
  if (hasSkuWords || !styles.some(({ id }) => isWhole(id))) {
    const rows = await ctx.db
      .selectDistinct({ id: sql<number>`coalesce(${products.parent_id}, ${products.id})`.mapWith(Number) })
      .from(products)
      .where(and(isNull(products.deleted_at), isMatch(ofSkus)));
    for (const { id } of rows) bySku.add(id);
  }
  const sku = text.trim().toUpperCase();
  return styles
    .filter(({ id }) => isWhole(id) || bySku.has(id))
    .map((style) => ({ id: style.id, rank: style.sku === sku ? -1 : words.reduce((sum, word) => sum + (word.styles.get(style.id) ?? SKU_RANK), 0) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ id }) => id);
}

/** The condition and the rank of SKUs that match a text; undefined where nothing is typed. */
export async function skusMatch(ctx: Ctx, text: string): Promise<{ condition: SQL | undefined; rank: SQL } | undefined> {
  const typed = typedWords(text);
  if (!typed.length) return undefined;
  const styles = await stylesWhere(ctx, and(isNull(products.parent_id), isNull(products.deleted_at)));
  const sku = text.trim().toUpperCase();
  return {
    condition: or(eq(products.sku, sku), eq(products.barcode, text.trim()), isMatch(await skuWords(ctx, wordsWithStyles(typed, styles)))),
    rank: sql`case when ${products.sku} = ${sku} or ${products.barcode} = ${text.trim()} then 0 else 1 end`,
  };
}
