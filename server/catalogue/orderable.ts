import { and, eq, inArray, sql } from 'drizzle-orm';
import { isDiscontinued } from '../../shared/catalogue/is-discontinued.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { messages } from '../../shared/messages.ts';
import { formatDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { invalid } from '../core/problem.ts';
import { alias } from '../db/db.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { orderLines, products } from '../db/tables/index.ts';
import { isOrderable } from './is-orderable.ts';
import { successorsOf } from './successors.ts';

type Caller = Pick<Ctx, 'db' | 'now' | 'actor'>;
const parent = alias(products, 'parent');

const child = alias(products, 'child');

/** When a style was discontinued because its last size was discontinued; null while a size is still sold. */
const lastSizeGone = (now: string) =>
  sql<
    string | null
  >`(select case when count(*) = sum(case when ${child.discontinued_at} <= ${now} then 1 else 0 end) then max(${child.discontinued_at}) end
    from ${products} as child where ${child.parent_id} = ${products.id} and ${child.deleted_at} is null)`.mapWith(products.discontinued_at);

const nameColumns = { name: products.name, variation_colour: products.variation_colour, ...sizeColumns };
/** A product with its colour and size. */
const nameOf = ({ name, variation_colour, ...size }: { name: string; variation_colour: string | null } & Parameters<typeof sizeOf>[0]): string =>
  [name, variation_colour, sizeOf(size)].filter(Boolean).join(', ');

/** A product with its colour and size in its name. */
interface Named {
  id: number;
  name: string;
}

/** The successors of these products, with their names. */
async function namedSuccessors(ctx: Caller, product_ids: readonly number[]): Promise<Map<number, Named>> {
  if (!product_ids.length) return new Map();
  const successors = await successorsOf(ctx, product_ids);
  const rows = await ctx.db
    .select({ id: products.id, ...nameColumns })
    .from(products)
    .where(inArray(products.id, [...successors.values()]));
  const names = new Map(rows.map(({ id, ...row }) => [id, nameOf(row)]));
  return new Map(
    [...successors].flatMap(([id, successor]) => {
      const name = names.get(successor);
      return name === undefined ? [] : [[id, { id: successor, name }] as const];
    }),
  );
}

/** A product that is not sold any more. */
interface Discontinued {
  /** The product with its colour and size, the day since which it is discontinued, and its successor. */
  words: string;
  successor: Named | null;
}

/** The discontinued products among these, by id, with the successors that the caller may order. */
export async function discontinuedProducts(ctx: Caller, product_ids: readonly number[]): Promise<Map<number, Discontinued>> {
  const rows = await ctx.db
    .select({
      id: products.id,
      ...nameColumns,
      own: products.discontinued_at,
      of_style: parent.discontinued_at,
      of_sizes: lastSizeGone(ctx.now),
    })
    .from(products)
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .where(inArray(products.id, [...product_ids]));
  const gone = rows.flatMap((row) => {
    const since = [row.own, row.of_style, row.of_sizes].filter((at) => at !== null && isDiscontinued(at, ctx.now)).sort()[0];
    return since ? [{ id: row.id, name: nameOf(row), since: formatDate(since) }] : [];
  });
  const successors = await namedSuccessors(
    ctx,
    gone.map(({ id }) => id),
  );
  return new Map(
    gone.map(({ id, name, since }) => {
      const successor = successors.get(id) ?? null;
      return [id, { words: messages.discontinued(name, since, successor?.name), successor }];
    }),
  );
}

/** The discontinued products among these, as texts by id. */
export const discontinuedWords = async (ctx: Caller, product_ids: readonly number[]): Promise<Map<number, string>> =>
  new Map([...(await discontinuedProducts(ctx, product_ids))].map(([id, { words }]) => [id, words]));

/** 422 on `field` if a product is discontinued. */
export async function enforceOrderable(ctx: Caller, product_id: number, field: string): Promise<void> {
  const discontinued = (await discontinuedWords(ctx, [product_id])).get(product_id);
  if (discontinued) throw invalid({ [field]: discontinued });
}

/** 422 on `lines` if a product of an order is discontinued. Called on submission, because a draft may contain such products. */
export async function enforceLinesOrderable(ctx: Caller, order_id: number): Promise<void> {
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
