import { and, isNull, or } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import { type OfferedStyle, type Successor, type UsualLine, usualLine } from '../../shared/ordering/usual.ts';
import { articleOnFile, type SizeOnFile } from '../../shared/sizes/size-on-file.ts';
import type { PermittedProduct } from '../catalogue/permitted-products.ts';
import { successorsOf } from '../catalogue/successors.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { products } from '../db/tables/index.ts';
import { offersFor } from '../ordering/offer.ts';
import type { Order } from '../orders/find-order.ts';
import { sizesKeptBy } from '../sizes/size-on-file-queries.ts';
import type { EarlierItem } from './earlier-items.ts';

/** The wanted items of one person. */
export interface WantedItems {
  employee_id: number;
  items: readonly EarlierItem[];
  /** The decorations that were chosen last for people like them, the newest first. */
  decorations: readonly string[];
}

/** The lines that a person can have, and the items that are not offered to them. */
export interface PresentLines {
  lines: UsualLine[];
  left_out: { product_name: string; quantity: number }[];
}

type Permitted = Map<number, PermittedProduct>;
type Article = OfferedStyle['articles'][number] & { parent_id: number | null };

/** The articles of these styles, by their ids. */
async function articlesOf({ db }: Ctx, styles: readonly number[]): Promise<Map<number, Article>> {
  const rows = await db
    .select({ id: products.id, parent_id: products.parent_id, variation_colour: products.variation_colour, ...sizeColumns })
    .from(products)
    .where(and(or(among(products.parent_id, idList(styles)), among(products.id, idList(styles))), isNull(products.deleted_at)));
  return new Map(rows.map(({ id, parent_id, ...attributes }) => [id, { id, parent_id, attributes }]));
}

/** The styles that a person may have, of the articles that they may have. */
function stylesIn(permitted: Permitted, articles: ReadonlyMap<number, Article>): Map<number, OfferedStyle> {
  const byStyle = groupBy([...permitted.values()], ({ id, parent_id }) => parent_id ?? id);
  return new Map(
    [...byStyle].map(([style_id, of]) => [
      style_id,
      {
        style_id,
        name: of[0]?.name ?? '',
        articles: of.flatMap(({ id }) => articles.get(id) ?? []),
        decorations: [...new Set(of.flatMap(({ decorations }) => decorations))],
      },
    ]),
  );
}

/** The successors of those of these products that have one, by the product. */
async function successorStyles(ctx: Ctx, product_ids: readonly number[]): Promise<Map<number, Successor>> {
  const successors = product_ids.length ? await successorsOf(ctx, product_ids) : new Map<number, number>();
  if (!successors.size) return new Map();
  const rows = await ctx.db
    .select({ id: products.id, parent_id: products.parent_id, variation_colour: products.variation_colour })
    .from(products)
    .where(among(products.id, idList([...successors.values()])));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    [...successors].flatMap(([id, successor_id]) => {
      const row = byId.get(successor_id);
      return row ? [[id, { style_id: row.parent_id ?? row.id, variation_colour: row.variation_colour }] as const] : [];
    }),
  );
}

/**
 * The lines by which several people can have these items on an order at present, by person. A fixed number of queries for any number of people. A
 * discontinued product is replaced by its successor.
 */
export async function presentLines(ctx: Ctx, order: Order, wanted: readonly WantedItems[]): Promise<Map<number, PresentLines>> {
  const people = wanted.map(({ employee_id }) => employee_id);
  const items = wanted.flatMap((of) => of.items);
  if (!items.length) return new Map();
  const styles = [...new Set(items.map(({ style_id }) => style_id))];
  const offers = await offersFor(ctx, order, people, styles);
  const sizes = new Map(
    [...(await sizesKeptBy(ctx, people, { styles }))].map(([id, of]) => [id, new Map(of.map((size) => [size.style_id, size]))] as const),
  );
  const made = groupBy([...(await articlesOf(ctx, styles)).values()], ({ id, parent_id }) => parent_id ?? id);
  /** The product that a person would have again: in the size on file, otherwise as it was ordered. */
  const productOf = (employee_id: number, { style_id, variation_colour, product_id }: EarlierItem): number =>
    articleOnFile(made.get(style_id) ?? [], variation_colour, sizes.get(employee_id)?.get(style_id))?.id ?? product_id;
  const gone = wanted.flatMap(({ employee_id, items: own }) =>
    own.map((item) => productOf(employee_id, item)).filter((id) => !offers.get(employee_id)?.has(id)),
  );
  const successors = await successorStyles(ctx, [...new Set(gone)]);
  const newStyles = [...new Set([...successors.values()].map(({ style_id }) => style_id))];
  const succeeding = newStyles.length ? await offersFor(ctx, order, people, newStyles) : new Map<number, Permitted>();
  const articles = new Map([...made.values()].flat().map((article) => [article.id, article]));
  if (newStyles.length) for (const [id, article] of await articlesOf(ctx, newStyles)) articles.set(id, article);
  return new Map(
    wanted.map(({ employee_id, items: own, decorations }) => {
      const permitted: Permitted = new Map([...(offers.get(employee_id) ?? []), ...(succeeding.get(employee_id) ?? [])]);
      const offered = stylesIn(permitted, articles);
      const offer = { offered, sizes: sizes.get(employee_id) ?? new Map<number, SizeOnFile>(), decorations };
      const outcomes = own.map((item) => ({ item, line: usualLine(item, successors.get(productOf(employee_id, item)), offer) }));
      return [
        employee_id,
        {
          lines: outcomes.flatMap(({ line }) => line ?? []),
          left_out: outcomes.flatMap(({ item: { product_name, quantity }, line }) => (line ? [] : { product_name, quantity })),
        },
      ];
    }),
  );
}
