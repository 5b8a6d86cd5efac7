import { and, eq, inArray, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { isDiscontinued } from '../../shared/catalogue/is-discontinued.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { messages } from '../../shared/messages.ts';
import { formatDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { invalid } from '../core/problem.ts';
import { alias } from '../db/db.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { orderLines, products } from '../db/tables/index.ts';

interface Dated {
  discontinued_at: SQLWrapper;
}
const parent = alias(products, 'parent');

/** The condition under which products, a SKU and its style, may be ordered at a time: each until its discontinuation begins. */
export const isOrderable = (now: string | Placeholder, ...dated: Dated[]): SQL | undefined =>
  and(...dated.map(({ discontinued_at }) => sql`(${discontinued_at} is null or ${discontinued_at} > ${now})`));

const child = alias(products, 'child');

/** A style is discontinued once all its sizes are: at the time of the last of them. */
const lastSizeGone = (now: string) =>
  sql<
    string | null
  >`(select case when count(*) = sum(case when ${child.discontinued_at} <= ${now} then 1 else 0 end) then max(${child.discontinued_at}) end
    from ${products} as child where ${child.parent_id} = ${products.id} and ${child.deleted_at} is null)`.mapWith(products.discontinued_at);

/** Those of these products that are discontinued, as texts by id: the product with its colour and size, and since when. */
export async function discontinuedWords(ctx: Pick<Ctx, 'db' | 'now'>, product_ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await ctx.db
    .select({
      id: products.id,
      name: products.name,
      variation_colour: products.variation_colour,
      ...sizeColumns,
      own: products.discontinued_at,
      of_style: parent.discontinued_at,
      of_sizes: lastSizeGone(ctx.now),
    })
    .from(products)
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(inArray(products.id, [...product_ids]));
  const words = new Map<number, string>();
  for (const row of rows) {
    const since = [row.own, row.of_style, row.of_sizes].filter((at) => at !== null && isDiscontinued(at, ctx.now)).sort()[0];
    const fullName = [row.name, row.variation_colour, sizeOf(row)].filter(Boolean).join(', ');
    if (since) words.set(row.id, messages.discontinued(fullName, formatDate(since)));
  }
  return words;
}

/** 422 on `field` where a product is discontinued. */
export async function enforceOrderable(ctx: Pick<Ctx, 'db' | 'now'>, product_id: number, field: string): Promise<void> {
  const discontinued = (await discontinuedWords(ctx, [product_id])).get(product_id);
  if (discontinued) throw invalid({ [field]: discontinued });
}

/** 422 on `lines` where a product of an order is discontinued: submission is what orders it. */
export async function enforceLinesOrderable(ctx: Pick<Ctx, 'db' | 'now'>, order_id: number): Promise<void> {
  const discontinuedRows = await ctx.db
    .selectDistinct({ id: products.id })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(and(eq(orderLines.order_id, order_id), sql`not (${isOrderable(ctx.now, products, parent)})`));
  if (discontinuedRows.length === 0) return;
  const words = await discontinuedWords(
    ctx,
    discontinuedRows.map(({ id }) => id),
  );
  throw invalid({ lines: [...words.values()] });
}
