import { and, asc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import { costOfWord, wordsOf } from '../../shared/catalogue/match-words.ts';
import { alias, type Database, type Db } from '../db/db.ts';
import { categories, products, syncClock } from '../db/tables/index.ts';
import { nextVersion } from '../db/versions.ts';

const style = alias(products, 'style');
const parent = alias(products, 'parent');

/**
 * Products that have changed since a version, styles first. The SKUs of a changed style are included, because a SKU's name counts only if it differs
 * from its style's.
 */
const changedSince = (db: Db, version: number) =>
  db
    .select({
      id: products.id,
      parent_id: products.parent_id,
      texts: { name: products.name, sku: products.sku, supplier_sku: products.supplier_sku, brand: products.brand, category: categories.name },
      own: { colour: products.variation_colour, size_1: products.variation_size_1, size_2: products.variation_size_2 },
      style_name: style.name,
      deleted_at: products.deleted_at,
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.category_id))
    .leftJoin(style, eq(style.id, products.parent_id))
    .where(
      or(
        gte(products.text_v, version),
        inArray(
          products.parent_id,
          db
            .select({ id: parent.id })
            .from(parent)
            .where(and(isNull(parent.parent_id), gte(parent.text_v, version))),
        ),
      ),
    )
    .orderBy(asc(products.id));
type Changed = Awaited<ReturnType<typeof changedSince>>[number];

/** For each word, the products that contain it, each with the weight of the first text in which it occurs. */
type Postings = Map<string, Map<number, number>>;

/** The products that one typed word matches. */
interface Matched {
  /** Styles, each with the cost of its match: the lower the cost, the better the match. */
  styles: Map<number, number>;
  /** Products whose own colour, size, name or code has a word that begins with the typed word. */
  skus: Set<number>;
}

/** The products that match all words of a search. */
export interface ProductMatches {
  /** Styles whose own texts have every word, with the cost of the match. */
  styles: Map<number, number>;
  /** SKUs that have every word only if the texts of their style are included, each with its style. */
  skus: Map<number, number>;
  /** The cost of a style that is found by its SKUs alone. */
  costOf: (style: number) => number;
}

/** The cost of a word that occurs only in SKUs of a style: higher than that of any text of the style. */
const SKU_COST = 12;
/** The weight of a further text of a style, such as the decorations that clothing sets apply to it. */
const FURTHER = 5;

/** A search index in memory over the words of all products. */
export class ProductWords {
  /** The words of each style's name, SKU, supplier's SKU, brand and category. */
  readonly #styles: Postings = new Map();
  /** The words of each SKU's colour and sizes, and of its name if it differs from the style's. */
  readonly #skus: Postings = new Map();
  /** The parts of each SKU's code and supplier's code; typing mistakes are not tolerated in them. */
  readonly #codes: Postings = new Map();
  readonly #products = new Map<number, { parent_id: number | null; sku: string; entries: [Postings, string][] }>();
  /** The SKUs of each style; a style without SKUs has no entry or an empty one. */
  readonly #children = new Map<number, Set<number>>();
  /** All SKUs sorted by code; null if they have to be sorted again because a SKU was added or removed or its code has changed. */
  #sequence: number[] | null = null;
  #next = 0;
  #update: Promise<void> = Promise.resolve();

  /** Reads the changes committed since the last call. Calls run one after the other, so that an older state never replaces a newer one. */
  update(database: Database): Promise<void> {
    const update = this.#update.catch(() => undefined).then(() => this.#read(database.reader));
    this.#update = update;
    return update;
  }

  async #read(db: Db): Promise<void> {
    const [clock] = await db.select({ next: sql`${nextVersion}`.mapWith(Number) }).from(syncClock);
    const next = clock?.next ?? 0;
    if (next === this.#next) return;
    for (const row of await changedSince(db, this.#next)) this.#replace(row);
    this.#next = next;
  }

  #replace({ id, parent_id, texts, own, style_name, deleted_at }: Changed): void {
    const earlier = this.#products.get(id);
    if (!earlier || deleted_at || earlier.sku !== texts.sku || earlier.parent_id !== parent_id) this.#sequence = null;
    for (const [postings, word] of earlier?.entries ?? []) {
      const those = postings.get(word);
      those?.delete(id);
      if (those?.size === 0) postings.delete(word);
    }
    this.#children.get(earlier?.parent_id ?? 0)?.delete(id);
    this.#products.delete(id);
    if (deleted_at) return;
    const style_id = parent_id ?? id;
    const children = this.#children.get(style_id) ?? new Set();
    this.#children.set(style_id, parent_id === null ? children : children.add(id));
    const entries: [Postings, string][] = [];
    const add = (postings: Postings, weight: number, text: string | null): void => {
      for (const word of text ? wordsOf(text) : []) {
        const those = postings.get(word) ?? new Map<number, number>();
        if (those.has(id)) continue;
        postings.set(word, those.set(id, weight));
        entries.push([postings, word]);
      }
    };
    if (parent_id === null) for (const [weight, text] of Object.values(texts).entries()) add(this.#styles, weight, text);
    else {
      if (texts.name !== style_name) add(this.#skus, 0, texts.name);
      for (const code of [texts.sku, texts.supplier_sku]) add(this.#codes, 0, code);
    }
    for (const text of Object.values(own)) add(this.#skus, 0, text);
    this.#products.set(id, { parent_id, sku: texts.sku, entries });
  }

  #matchedBy(typed: string, further: ReadonlyMap<number, string> | undefined): Matched {
    const styles = new Map<number, number>();
    const addStyle = (id: number, word: string, weight: number): void => {
      const cost = costOfWord(typed, word, weight);
      if (cost !== null && cost < (styles.get(id) ?? Number.POSITIVE_INFINITY)) styles.set(id, cost);
    };
    for (const [word, those] of this.#styles) if (costOfWord(typed, word, 0) !== null) for (const [id, weight] of those) addStyle(id, word, weight);
    for (const [id, text] of further ?? []) for (const word of wordsOf(text)) addStyle(id, word, FURTHER);
    const skus = new Set<number>();
    for (const [word, those] of this.#skus) if (costOfWord(typed, word, 0) !== null) for (const id of those.keys()) skus.add(id);
    for (const [word, those] of this.#codes) if (word.startsWith(typed)) for (const id of those.keys()) skus.add(id);
    return { styles, skus };
  }

  /** Whether a product is a SKU: a variation, or a style without variations. */
  isSku(id: number): boolean {
    return !this.#children.get(id)?.size;
  }

  /** These SKUs with the best matches first; SKUs that match equally well stay in their sequence. */
  bestFirst(ids: readonly number[], { costOf }: ProductMatches): number[] {
    return ids
      .map((id) => ({ id, cost: costOf(this.#products.get(id)?.parent_id ?? id) }))
      .sort((one, other) => one.cost - other.cost)
      .map(({ id }) => id);
  }

  /** The ids of the SKUs that a search finds, sorted by code. */
  skusOf({ styles, skus }: ProductMatches): number[] {
    this.#sequence ??= this.#sorted();
    return this.#sequence.filter((id) => skus.has(id) || styles.has(this.#products.get(id)?.parent_id ?? id));
  }

  /** All SKUs sorted by code. */
  #sorted(): number[] {
    const codes = [...this.#products].flatMap(([id, { sku }]) => (this.isSku(id) ? [{ id, sku }] : []));
    return codes.sort((one, other) => (one.sku < other.sku ? -1 : Number(one.sku > other.sku))).map(({ id }) => id);
  }

  /** The products that have all of these words; `typed` must not be empty. `further` adds texts to styles. */
  match(typed: readonly string[], further?: ReadonlyMap<number, string>): ProductMatches {
    const words = typed.map((one) => this.#matchedBy(one, further));
    const costOf = (id: number): number => words.reduce((sum, word) => sum + (word.styles.get(id) ?? SKU_COST), 0);
    const styles = new Map<number, number>();
    for (const id of words[0]?.styles.keys() ?? []) if (words.every((word) => word.styles.has(id))) styles.set(id, costOf(id));
    const skus = new Map<number, number>();
    for (const id of words.flatMap((word) => [...word.skus])) {
      const ofStyle = this.#products.get(id)?.parent_id ?? id;
      if (!styles.has(ofStyle) && words.every((word) => word.styles.has(ofStyle) || word.skus.has(id))) skus.set(id, ofStyle);
    }
    return { styles, skus, costOf };
  }
}
