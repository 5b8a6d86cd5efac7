import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { groupBy } from '../../shared/group-by.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import { type SizeOnFile, sizeReasons } from '../../shared/sizes/size-on-file.ts';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { among, amongTexts, idList, textList } from '../db/among.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { orderLines, orders, products, recordedSizes, returnLines, returnReasons, users } from '../db/tables/index.ts';
import { newestOrders } from '../orders/newest-orders.ts';
import { visibleOrders } from '../orders/scope.ts';
import { visibleEmployees } from '../people/scope.ts';

export const sizeOnFileSchema = z.object({
  style_id: z.int(),
  name: z.string(),
  product_id: z.int().describe('The SKU that the wearer did not send back'),
  variation_colour: z.string().nullable(),
  variation_size_1: z.string().nullable(),
  variation_size_2: z.string().nullable(),
  variation_all_size: z.string().nullable(),
  order_number: z.string().nullable().describe('Null for a reader without access to that order, and for a recorded size'),
  recorded_at: z.string().nullable().describe('When somebody recorded it; null for a size that comes from an order'),
});
export const sizesOnFileSchema = z.object({ items: z.array(sizeOnFileSchema) });

/** How many of a person's newest orders are searched for the sizes of several people. */
const MAX_OWN_ORDERS = 20;

/** The condition that a line is of one of the newest orders of its wearer. */
function isOfNewest(db: Ctx['db'], employee_ids: readonly number[]): SQL {
  const newest = newestOrders(db, employee_ids, MAX_OWN_ORDERS);
  return sql`(${orderLines.order_id}, ${orderLines.employee_id}) in ${db.select({ order_id: newest.order_id, employee_id: newest.employee_id }).from(newest)}`;
}

/** A size on file of one of several people, with the time of its order. */
interface PersonSize extends SizeOnFile {
  employee_id: number;
  ordered_at: string | null;
}

/** The sizes that were recorded for these people at their account. */
async function recordedFor(db: Ctx['db'], employee_ids: readonly number[]): Promise<PersonSize[]> {
  const rows = await db
    .select({
      employee_id: recordedSizes.user_id,
      style_id: recordedSizes.style_id,
      name: products.name,
      product_id: products.id,
      variation_colour: products.variation_colour,
      ...sizeColumns,
      recorded_at: recordedSizes.recorded_at,
    })
    .from(recordedSizes)
    .innerJoin(products, eq(products.id, recordedSizes.product_id))
    // The plus keeps SQLite from the index by account, which reads every size of a large account for each person.
    .innerJoin(users, and(eq(users.id, recordedSizes.user_id), sql`${users.account_id} = +${recordedSizes.account_id}`))
    .where(among(recordedSizes.user_id, idList(employee_ids)));
  return rows.map((row) => ({ ...row, order_number: null, ordered_at: null }));
}

/** The sizes of orders, each replaced by the recorded size of its style if that is newer; sorted by style. */
function withRecorded(kept: readonly PersonSize[], recorded: readonly PersonSize[]): PersonSize[] {
  const keyOf = ({ employee_id, style_id }: PersonSize): string => `${employee_id} ${style_id}`;
  const newest = new Map(kept.map((size) => [keyOf(size), size]));
  for (const size of recorded) {
    const ordered_at = newest.get(keyOf(size))?.ordered_at ?? '';
    if ((size.recorded_at ?? '') >= ordered_at) newest.set(keyOf(size), size);
  }
  return [...newest.values()].sort((one, other) => one.style_id - other.style_id);
}

/**
 * The size of each style that these people last kept, by person: from the newest order that was submitted and not cancelled, without items that were
 * returned because they did not fit; or the size that somebody has recorded since. With `only`, the sizes of these styles, from the newest orders of
 * each person. Sizes are read from the wearer's lines, so that no stored copy can differ from the lines.
 */
export async function sizesKeptBy(
  { db, actor }: Ctx,
  employee_ids: readonly number[],
  only?: { styles: readonly number[] },
): Promise<Map<number, SizeOnFile[]>> {
  const style_id = sql<number>`coalesce(${products.parent_id}, ${products.id})`;
  const didNotFit = sql`(select coalesce(sum(${returnLines.qty_requested}), 0) from ${returnLines}
    join ${returnReasons} on ${returnReasons.id} = ${returnLines.reason_id}
    where ${returnLines.order_line_id} = ${orderLines.id} and ${amongTexts(sql`lower(${returnReasons.description})`, textList(sizeReasons))})`;
  const sizes = db
    .select({
      employee_id: orderLines.employee_id,
      style_id: style_id.mapWith(Number).as('style_id'),
      name: products.name,
      product_id: products.id,
      variation_colour: products.variation_colour,
      ...sizeColumns,
      ordered_at: orders.submitted_at,
      seen_order_id: sql<number | null>`case when ${visibleOrders(actor)} then ${orders.id} end`.as('seen_order_id'),
      place:
        sql<number>`row_number() over (partition by ${orderLines.employee_id}, ${style_id} order by ${orders.submitted_at} desc, ${orderLines.id} desc)`.as(
          'place',
        ),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .where(
      and(
        among(orderLines.employee_id, idList(employee_ids)),
        only && among(style_id, idList(only.styles)),
        only && isOfNewest(db, employee_ids),
        sql`${orderLines.is_size_selected}`,
        // Sizes that a person wore at another client are not shown at this client.
        eq(orders.account_id, users.account_id),
        isNotNull(orders.submitted_at),
        isNull(orders.cancelled_at),
        isNull(orders.deleted_at),
        sql`${orderLines.qty_requested} - ${orderLines.qty_cancelled} > ${didNotFit}`,
      ),
    )
    .as('kept');
  const rows = await db.select().from(sizes).where(eq(sizes.place, 1)).orderBy(asc(sizes.style_id));
  const kept = rows.map(
    ({ place: _, seen_order_id, ...size }): PersonSize => ({
      ...size,
      order_number: seen_order_id === null ? null : orderNumber(seen_order_id),
      recorded_at: null,
    }),
  );
  return new Map(
    [...groupBy(withRecorded(kept, await recordedFor(db, employee_ids)), ({ employee_id }) => employee_id)].map(([employee_id, of]) => [
      employee_id,
      of.map(({ employee_id: _employee, ordered_at: _at, ...size }) => size),
    ]),
  );
}

/** The size of each style that one person last kept, sorted by style. */
export const sizesKept = async (ctx: Ctx, employee_id: number): Promise<SizeOnFile[]> =>
  (await sizesKeptBy(ctx, [employee_id])).get(employee_id) ?? [];

/** The sizes on file for a person whom the caller may see. Callers who may edit people also see archived people. */
export async function sizesOnFile(ctx: Ctx, employee_id: number): Promise<z.infer<typeof sizesOnFileSchema>> {
  const [person] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, employee_id), visibleEmployees(ctx.actor, { with_archived: policy.edit_people(ctx.actor) })));
  return { items: await sizesKept(ctx, requireFound(person).id) };
}
