import { and, eq, isNull, sql } from 'drizzle-orm';
import { addFields } from '../../shared/add-fields.ts';
import { marginOf } from '../../shared/catalogue/margin.ts';
import { type ChangedStyle, changedPrice, type NewPriceChange, type PriceChange, type PriceRule } from '../../shared/catalogue/price-change.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { groupBy } from '../../shared/group-by.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { inParts } from '../core/bulk.ts';
import type { Ctx } from '../core/context.ts';
import { invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { mediaOf, pictureOf, pictureOfColours } from '../db/picture.ts';
import { isSku, sizeColumns } from '../db/sku-columns.ts';
import { products } from '../db/tables/index.ts';

const style = alias(products, 'style');
const child = alias(products, 'child');

/** The number of products that one statement reads: this takes some milliseconds, during which other requests wait. */
const AT_ONCE = 500;

/** A context for reading many products in parts; `pause` lets other requests run between two parts. */
export type ReadingMany = Ctx & { pause: () => Promise<unknown> };

/** Reads rows for many products, in parts. */
async function readEach<Row>({ pause }: ReadingMany, ids: readonly number[], read: (list: string) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const part of inParts(ids, AT_ONCE)) {
    await pause();
    rows.push(...(await read(idList(part))));
  }
  await pause();
  return rows;
}

const bySku = (one: { sku: string }, other: { sku: string }): number => (one.sku < other.sku ? -1 : 1);

const pricesOf = ({ db }: Ctx, list: string) =>
  db
    .select({
      id: products.id,
      sku: products.sku,
      price: products.price,
      cost: products.cost,
      parent_id: products.parent_id,
      is_sku: isSku.mapWith(Boolean),
    })
    .from(products)
    .where(and(among(products.id, list), isNull(products.deleted_at)));

/** A product whose price or cost changes; `price` and `cost` are those after the change. */
type ChangedProduct = Awaited<ReturnType<typeof pricesOf>>[number] & { before: number; after: number };

/** The products whose amount a change alters, one row for each SKU; products whose amount stays the same are left out. */
export const pricesAfter = (ctx: ReadingMany, ids: readonly number[], field: NewPriceChange['field'], rule: PriceRule): Promise<ChangedProduct[]> =>
  readEach(ctx, ids, async (list) =>
    (await pricesOf(ctx, list)).flatMap((row) => {
      const before = row[field];
      const after = changedPrice(before, rule);
      const prices = { price: field === 'price' ? after : row.price, cost: field === 'cost' ? after : row.cost };
      return before === after ? [] : [addFields(row, { ...prices, before, after })];
    }),
  );

/** Like `pricesAfter`, but 422 if a price would be negative or too high. */
export async function changedProducts(
  ctx: ReadingMany,
  ids: readonly number[],
  { field, percent }: Pick<NewPriceChange, 'field' | 'percent'>,
  rule: PriceRule,
): Promise<ChangedProduct[]> {
  const changed = await pricesAfter(ctx, ids, field, rule);
  const on = percent === undefined ? 'amount' : 'percent';
  if (changed.some(({ after }) => after < 0)) throw invalid({ [on]: messages.price_below_zero });
  if (changed.some(({ after }) => after > limits.money)) throw invalid({ [on]: messages.price_too_high });
  return changed;
}

const namesOf = async (ctx: ReadingMany, ids: readonly number[]): Promise<Map<number, { sku: string; name: string }>> => {
  const rows = await readEach(ctx, ids, (list) =>
    ctx.db.select({ id: products.id, sku: products.sku, name: products.name }).from(products).where(among(products.id, list)),
  );
  return new Map(rows.map(({ id, ...names }) => [id, names]));
};

/** The rows of the answer in order of SKU: as many as a page has, or all. */
export async function rowsOf(ctx: ReadingMany, changed: readonly ChangedProduct[], isAll = false): Promise<PriceChange['rows']> {
  const seesCosts = policy.see_costs(ctx.actor);
  const inSequence = changed.toSorted(bySku);
  const listed = isAll ? inSequence : inSequence.slice(0, limits.page_cap);
  const names = await namesOf(
    ctx,
    listed.map(({ id }) => id),
  );
  return listed.map(({ id, sku, before, after, price, cost }) => ({
    id,
    sku,
    name: names.get(id)?.name ?? '',
    before,
    after,
    price,
    cost: seesCosts ? cost : null,
    margin: seesCosts ? marginOf(price, cost) : null,
  }));
}

const rangeOf = (values: readonly number[]): { from: number; to: number } => ({
  from: values.reduce((least, value) => Math.min(least, value)),
  to: values.reduce((most, value) => Math.max(most, value)),
});

/** The sizes that cost more than the cheapest one of their style in the same colour, in the sequence of a style’s SKUs. */
async function dearerSizes(ctx: ReadingMany, styles: readonly (readonly ChangedProduct[])[]): Promise<string[]> {
  await ctx.pause();
  const before = new Map<number, number>();
  for (const skus of styles) {
    const { from, to } = rangeOf(skus.map((sku) => sku.before));
    if (from < to) for (const sku of skus) before.set(sku.id, sku.before);
  }
  const rows = await readEach(ctx, [...before.keys()], (list) =>
    ctx.db
      .select({
        id: products.id,
        parent_id: products.parent_id,
        colour: products.variation_colour,
        position: products.position,
        ...sizeColumns,
      })
      .from(products)
      .where(among(products.id, list)),
  );
  const byColour = groupBy(rows, ({ id, parent_id, colour }) => `${parent_id ?? id} ${colour}`);
  const priceOf = ({ id }: { id: number }) => before.get(id) ?? 0;
  const dearer = [...byColour.values()].flatMap((alike) => {
    const { from } = rangeOf(alike.map(priceOf));
    return alike.filter((sku) => priceOf(sku) > from);
  });
  dearer.sort((one, other) => one.position - other.position || one.id - other.id);
  return [...new Set(dearer.flatMap((sku) => sizeOf(sku) ?? []))].slice(0, limits.page_cap);
}

/** The picture of each style, and the hex value to show without a picture: that of the first coloured SKU, otherwise the style's own. */
async function appearanceOf({ db }: Ctx, style_ids: readonly number[]): Promise<Map<number, Pick<ChangedStyle, 'media' | 'colour_hex'>>> {
  const firstHex = sql<string | null>`(select ${child.colour_hex} from ${products} as child
    where ${child.parent_id} = ${products.id} and ${child.colour_hex} is not null and ${child.deleted_at} is null
    order by ${child.position}, ${child.id} limit 1)`;
  const rows = await db
    .select({
      id: products.id,
      own: products.colour_hex,
      picture: pictureOf(products.id).as('picture'),
      colour_picture: pictureOfColours(products.id).as('colour_picture'),
      first: firstHex.as('first_hex'),
    })
    .from(products)
    .leftJoin(style, eq(style.id, products.parent_id))
    .where(among(products.id, idList(style_ids)));
  return new Map(
    rows.map(({ id, own, picture, colour_picture, first }) => [id, { media: mediaOf(picture, colour_picture), colour_hex: first ?? own }]),
  );
}

/** The effect of a change on each style. */
export async function byStyle(ctx: ReadingMany, changed: readonly ChangedProduct[]): Promise<NonNullable<PriceChange['by_style']>> {
  const seesCosts = policy.see_costs(ctx.actor);
  const byId = groupBy(changed, ({ id, parent_id }) => parent_id ?? id);
  const names = await namesOf(ctx, [...byId.keys()]);
  const groups = [...byId].map(([id, rows]) => {
    const own = rows.filter(({ is_sku }) => is_sku);
    // If only the style’s own price changes, the style's own row is shown.
    return { id, sku: '', name: '', ...names.get(id), skus: own.length, rows: own.length ? own : rows };
  });
  const listed = groups.toSorted(bySku).slice(0, limits.page_cap);
  const appearances = await appearanceOf(
    ctx,
    listed.map(({ id }) => id),
  );
  const styles = listed.map(({ rows, ...one }) => {
    const margins = seesCosts ? rows.flatMap(({ price, cost }) => marginOf(price, cost) ?? []) : [];
    return {
      ...one,
      ...(appearances.get(one.id) ?? { media: [], colour_hex: null }),
      before: rangeOf(rows.map(({ before }) => before)),
      after: rangeOf(rows.map(({ after }) => after)),
      margin: margins.length ? rangeOf(margins) : null,
    };
  });
  const withSkus = groups.filter(({ skus }) => skus > 0);
  const dearer_sizes = await dearerSizes(
    ctx,
    withSkus.map(({ rows }) => rows),
  );
  return { styles, styles_count: groups.length, skus_count: withSkus.reduce((sum, { skus }) => sum + skus, 0), dearer_sizes };
}
