import { and, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { calendarDate } from '../../shared/calendar-date.ts';
import { type DaysBetween, daysBetween } from '../../shared/days-between.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { receiptIdOf, receiptReference } from '../../shared/purchasing/receipt.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, pageSchema, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { contains } from '../db/contains.ts';
import { orders, products, purchaseOrders, returns, stockMovements, supplierReturns } from '../db/tables/index.ts';
import { movementTypes } from '../db/tables/stock.ts';

export const activityQuery = listQuery({ orderBy: ['created_at'], default: 'created_at', sortedBy: 'desc', per_page: limits.activity_page }).extend({
  /** Part of a reference or of a SKU, or a whole GRN number; `search` means the same. */
  query: z.string().trim().max(200).optional(),
  /** Types of movement, separated by commas. */
  type: z
    .string()
    .transform((value) => value.split(',').filter(Boolean))
    .pipe(z.array(z.enum(movementTypes)))
    .optional(),
  /** The first and the last day, in the UK. */
  start: calendarDate().optional(),
  end: calendarDate().optional(),
  include: z.string().max(200).optional(),
});

export const activity = pageSchema(
  z.object({
    id: z.int(),
    timed_at: z.string(),
    type: z.enum(movementTypes),
    sku: z.string(),
    reference: z.string().nullable(),
    direction: z.enum(['in', 'out']),
    qty: z.int().describe('Positive for stock in, negative for stock out'),
    order_uuid: z.string().nullable().describe('The order that the reference names'),
    return_id: z.int().nullable().describe('The return that the reference names'),
    supplier_return_id: z.int().nullable().describe('The supplier return that the reference names; null for those who may not see it'),
    purchase_order_id: z.int().nullable().describe('The purchase order that the reference names; null for those who may not see it'),
    receipt: z.string().nullable().describe('The goods received note, GRN-00020, by which the items came, or were taken out again'),
  }),
).extend({
  summary: z
    .object({
      opening: z.int().describe('On hand before the chosen time'),
      in: z.int(),
      out: z.int(),
      adjusted: z.int().describe('By counts, adjustments and imports; negative where it became less'),
      closing: z.int(),
    })
    .describe('Of the chosen time, whatever the types and the search'),
});
type Activity = z.infer<typeof activity>;
type Movement = Activity['items'][number];

/** The stock movements of a product, or of all SKUs of a style, with their sums. */
export async function activityOf(ctx: Ctx, id: number, query: z.infer<typeof activityQuery>): Promise<Activity> {
  const page = await movementsOf(ctx, id, query);
  const days = daysBetween(query);
  return { ...page, summary: await summaryOf(ctx, isOf(id), days.from, within(days)) };
}

const isOf = (id: number): SQL =>
  sql`${stockMovements.product_id} in (select own.id from ${products} as own where own.id = ${id} or own.parent_id = ${id})`;
const within = ({ from, to }: DaysBetween): SQL | undefined =>
  and(from ? gte(stockMovements.created_at, from) : undefined, to ? lt(stockMovements.created_at, to) : undefined);

/** A page of the stock movements of a product, or of all SKUs of a style, without sums. */
export async function movementsOf(ctx: Ctx, id: number, query: z.infer<typeof activityQuery>): Promise<Page<Movement>> {
  authorize(policy.count_stock(ctx.actor));
  const { db } = ctx;
  const [product] = await db.select({ id: products.id }).from(products).where(eq(products.id, id));
  requireFound(product);
  const text = query.query || query.search;
  const receipt = receiptIdOf(text ?? '');
  const rows = db
    .select({
      id: stockMovements.id,
      timed_at: stockMovements.created_at,
      type: stockMovements.type,
      sku: products.sku,
      reference: stockMovements.reference,
      qty: stockMovements.qty,
      receipt_id: stockMovements.receipt_id,
    })
    .from(stockMovements)
    .innerJoin(products, eq(products.id, stockMovements.product_id))
    .where(
      and(
        isOf(id),
        within(daysBetween(query)),
        query.type?.length ? inArray(stockMovements.type, query.type) : undefined,
        text
          ? or(
              contains(stockMovements.reference, text),
              contains(products.sku, text),
              receipt === null ? undefined : eq(stockMovements.receipt_id, receipt),
            )
          : undefined,
      ),
    );

  return readPage(db, query, { rows, order: [stockMovements.created_at, stockMovements.id] }, async (movements) => {
    const recordOf = await recordsOf(ctx, movements);
    return movements.map(({ receipt_id, ...movement }) => ({
      ...movement,
      ...recordOf(movement),
      receipt: receipt_id === null ? null : receiptReference(receipt_id),
      direction: movement.qty > 0 ? ('in' as const) : ('out' as const),
    }));
  });
}

/** A movement whose reference may name a record. */
type Referring = Pick<Movement, 'type' | 'reference'>;
type Records = Pick<Movement, 'order_uuid' | 'return_id' | 'supplier_return_id' | 'purchase_order_id'>;

const numberIn = (reference: string | null): number | undefined => (reference && /^\d{1,9}$/.test(reference) ? Number(reference) : undefined);

/** Finds the order, return, supplier return or purchase order that a movement's reference names; deleted records are not found. */
async function recordsOf({ db, actor }: Ctx, movements: readonly Referring[]): Promise<(movement: Referring) => Records> {
  const named = (type: Referring['type']): string =>
    idList([...new Set(movements.flatMap((movement) => (movement.type === type ? (numberIn(movement.reference) ?? []) : [])))]);
  const orderRows = await db
    .select({ id: orders.id, uuid: orders.uuid })
    .from(orders)
    .where(and(among(orders.id, named('DISPATCH')), isNull(orders.deleted_at)));
  const returnRows = await db
    .select({ id: returns.id })
    .from(returns)
    .where(among(returns.id, named('ORDER_RETURN')));
  const supplierReturnRows = policy.return_to_suppliers(actor)
    ? await db
        .select({ id: supplierReturns.id })
        .from(supplierReturns)
        .where(among(supplierReturns.id, named('SUPPLIER_RETURN')))
    : [];
  const references = [...new Set(movements.flatMap(({ type, reference }) => (type === 'PURCHASE_ORDER' && reference ? [reference] : [])))];
  const purchaseOrderRows =
    references.length && policy.see_purchase_orders(actor)
      ? await db
          .select({ id: purchaseOrders.id, our_reference: purchaseOrders.our_reference })
          .from(purchaseOrders)
          .where(inArray(purchaseOrders.our_reference, references))
      : [];
  const purchaseOrderIds = new Map(purchaseOrderRows.map((row) => [row.our_reference, row.id]));
  const uuids = new Map(orderRows.map(({ id, uuid }) => [id, uuid]));
  const returnIds = new Set(returnRows.map(({ id }) => id));
  const supplierReturnIds = new Set(supplierReturnRows.map(({ id }) => id));
  return ({ type, reference }) => {
    const id = numberIn(reference) ?? 0;
    return {
      order_uuid: type === 'DISPATCH' ? (uuids.get(id) ?? null) : null,
      return_id: type === 'ORDER_RETURN' && returnIds.has(id) ? id : null,
      supplier_return_id: type === 'SUPPLIER_RETURN' && supplierReturnIds.has(id) ? id : null,
      purchase_order_id: (type === 'PURCHASE_ORDER' && reference ? purchaseOrderIds.get(reference) : undefined) ?? null,
    };
  };
}

async function summaryOf({ db }: Ctx, isOfProduct: SQL, from: string | null, within: SQL | undefined): Promise<Activity['summary']> {
  const isCorrection = inArray(stockMovements.type, ['ADJUSTMENT', 'IMPORT']);
  const sumOf = (condition: SQL) => sql<number>`coalesce(sum(case when ${condition} then ${stockMovements.qty} else 0 end), 0)`.mapWith(Number);
  const [sums] = await db
    .select({
      in: sumOf(sql`not (${isCorrection}) and ${stockMovements.qty} > 0`),
      out: sumOf(sql`not (${isCorrection}) and ${stockMovements.qty} < 0`),
      adjusted: sumOf(isCorrection),
    })
    .from(stockMovements)
    .where(and(isOfProduct, within));
  const [before] = from
    ? await db
        .select({ qty: sumOf(sql`1 = 1`) })
        .from(stockMovements)
        .where(and(isOfProduct, lt(stockMovements.created_at, from)))
    : [];
  const { in: came = 0, out: went = 0, adjusted = 0 } = sums ?? {};
  const opening = before?.qty ?? 0;
  return { opening, in: came, out: -went, adjusted, closing: opening + came + went + adjusted };
}
