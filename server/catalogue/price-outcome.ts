import { asc, eq, sql } from 'drizzle-orm';
import { marginOf } from '../../shared/catalogue/margin.ts';
import { type ChangedStyle, changedPrice, type NewPriceChange, type PriceChange, type PriceRule } from '../../shared/catalogue/price-change.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { groupBy } from '../../shared/group-by.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { mediaOf, pictureOf } from '../db/picture.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { products } from '../db/tables/index.ts';

const style = alias(products, 'style');
const child = alias(products, 'child');

const productsById = ({ db }: Ctx, ids: readonly number[]) =>
  db
    .select({
      id: products.id,
      sku: products.sku,
      name: products.name,
      price: products.price,
      cost: products.cost,
      parent_id: products.parent_id,
      style_sku: style.sku,
      style_name: style.name,
      colour: products.variation_colour,
      ...sizeColumns,
      position: products.position,
    })
    .from(products)
    .leftJoin(style, eq(style.id, products.parent_id))
    .where(among(products.id, idList(ids)))
    .orderBy(asc(products.sku));

/** A product whose price or cost changes; `price` and `cost` are those after the change. */
type ChangedProduct = Awaited<ReturnType<typeof productsById>>[number] & { before: number; after: number; is_sku: boolean };

/** What a change makes of these products, by SKU, without those that stay as they are; 422 where a price would be below 0 or too high. */
export async function changedProducts(
  ctx: Ctx,
  ids: readonly number[],
  { field, percent }: Pick<NewPriceChange, 'field' | 'percent'>,
  rule: PriceRule,
): Promise<ChangedProduct[]> {
  const rows = await productsById(ctx, ids);
  const styles = new Set(rows.map(({ parent_id }) => parent_id));
  const changed = rows.flatMap((row) => {
    const before = row[field];
    const after = changedPrice(before, rule);
    return before === after ? [] : [{ ...row, [field]: after, before, after, is_sku: !styles.has(row.id) }];
  });
  const on = percent === undefined ? 'amount' : 'percent';
  if (changed.some(({ after }) => after < 0)) throw invalid({ [on]: messages.price_below_zero });
  if (changed.some(({ after }) => after > limits.money)) throw invalid({ [on]: messages.price_too_high });
  return changed;
}

/** The rows of the answer: the first of them, or all. */
export function rowsOf({ actor }: Ctx, changed: readonly ChangedProduct[], isAll = false): PriceChange['rows'] {
  const seesCosts = policy.see_costs(actor);
  return (isAll ? changed : changed.slice(0, limits.page_cap)).map(({ id, sku, name, before, after, price, cost }) => ({
    id,
    sku,
    name,
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
function dearerSizes(skus: readonly ChangedProduct[]): string[] {
  const byColour = groupBy(skus, ({ parent_id, colour }) => `${parent_id} ${colour}`);
  const dearer = [...byColour.values()].flatMap((alike) => {
    const { from } = rangeOf(alike.map(({ before }) => before));
    return alike.filter(({ before }) => before > from);
  });
  dearer.sort((one, other) => one.position - other.position);
  return [...new Set(dearer.flatMap((sku) => sizeOf(sku) ?? []))].slice(0, limits.page_cap);
}

/** The picture of each style, and its first colour for where it has none. */
async function appearanceOf({ db }: Ctx, style_ids: readonly number[]): Promise<Map<number, Pick<ChangedStyle, 'media' | 'colour_hex'>>> {
  const firstHex = sql<string | null>`(select ${child.colour_hex} from ${products} as child
    where ${child.parent_id} = ${products.id} and ${child.colour_hex} is not null and ${child.deleted_at} is null
    order by ${child.position}, ${child.id} limit 1)`;
  const rows = await db
    .select({ id: products.id, own: products.colour_hex, picture: pictureOf(products.id).as('picture'), first: firstHex.as('first_hex') })
    .from(products)
    .leftJoin(style, eq(style.id, products.parent_id))
    .where(among(products.id, idList(style_ids)));
  return new Map(rows.map(({ id, own, picture, first }) => [id, { media: mediaOf(picture), colour_hex: first ?? own }]));
}

/** What a change makes of each style. */
export async function byStyle(ctx: Ctx, changed: readonly ChangedProduct[]): Promise<NonNullable<PriceChange['by_style']>> {
  const seesCosts = policy.see_costs(ctx.actor);
  const skus = changed.filter(({ is_sku }) => is_sku);
  const groups = [...groupBy(changed, ({ id, parent_id }) => parent_id ?? id)].map(([id, rows]) => {
    const own = rows.filter(({ is_sku }) => is_sku);
    const [first] = rows;
    return {
      id,
      sku: first?.style_sku ?? first?.sku ?? '',
      name: first?.style_name ?? first?.name ?? '',
      skus: own.length,
      // Where only the style’s own price changes, that is what is shown.
      rows: own.length ? own : rows,
    };
  });
  const listed = groups.sort((one, other) => (one.sku < other.sku ? -1 : 1)).slice(0, limits.page_cap);
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
  return { styles, styles_count: groups.length, skus_count: skus.length, dearer_sizes: dearerSizes(skus) };
}
