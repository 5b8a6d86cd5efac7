import { and, asc, eq, sql } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { type Destination, type Receipt, receiptReference } from '../../shared/purchasing/receipt.ts';
import { destinationsOf } from '../../shared/purchasing/receive-lines.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { personNameIfAny } from '../db/person-name.ts';
import { products, purchaseOrderLines, purchaseOrders, receiptLines, receipts, users } from '../db/tables/index.ts';
import { allocationsOfReceipt, isReceiptOf, isReceivedOn } from './receipt-parts.ts';

export const receiptQuery = listQuery({
  orderBy: ['created_at'],
  default: 'created_at',
  sortedBy: 'desc',
  per_page: limits.receipts_page,
}).omit({ search: true });

const creator = alias(users, 'creator');
const reverser = alias(users, 'reverser');

const heads = (ctx: Ctx) =>
  ctx.db
    .select({
      id: receipts.id,
      uuid: receipts.uuid,
      delivery_note_number: receipts.delivery_note_number,
      device: receipts.device,
      created_at: receipts.created_at,
      creator_id: creator.id,
      creator_name: personNameIfAny(creator).as('creator_name'),
      reversed_at: receipts.reversed_at,
      reverser_id: reverser.id,
      reverser_name: personNameIfAny(reverser).as('reverser_name'),
      reverse_reason: receipts.reverse_reason,
      version: receipts.version,
    })
    .from(receipts)
    .leftJoin(creator, eq(creator.id, receipts.created_by))
    .leftJoin(reverser, eq(reverser.id, receipts.reversed_by));
type Head = Awaited<ReturnType<typeof heads>>[number];

const linesOf = (ctx: Ctx, receipt_ids: readonly number[], purchase_order_id: number) =>
  ctx.db
    .select({
      id: receiptLines.id,
      receipt_id: receiptLines.receipt_id,
      purchase_order_line_id: receiptLines.purchase_order_line_id,
      product: { id: products.id, sku: products.sku, name: products.name, bin: products.bin },
      qty: receiptLines.qty,
    })
    .from(receiptLines)
    .innerJoin(purchaseOrderLines, eq(purchaseOrderLines.id, receiptLines.purchase_order_line_id))
    .innerJoin(products, eq(products.id, receiptLines.product_id))
    .where(and(among(receiptLines.receipt_id, idList(receipt_ids)), eq(purchaseOrderLines.purchase_order_id, purchase_order_id)))
    .orderBy(asc(receiptLines.id));

const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

async function withLines(ctx: Ctx, page: readonly Head[], purchase_order_id: number): Promise<Receipt[]> {
  const lines = page.length
    ? await linesOf(
        ctx,
        page.map(({ id }) => id),
        purchase_order_id,
      )
    : [];
  const byReceipt = groupBy(lines, ({ receipt_id }) => receipt_id);
  return page.map(({ creator_id, creator_name, reverser_id, reverser_name, ...head }) => {
    const ofReceipt = byReceipt.get(head.id) ?? [];
    return {
      ...head,
      reference: receiptReference(head.id),
      created_by: named(creator_id, creator_name),
      reversed_by: named(reverser_id, reverser_name),
      qty: ofReceipt.reduce((sum, { qty }) => sum + qty, 0),
      lines: ofReceipt.map(({ receipt_id, ...line }) => line),
      can: { reverse: policy.reverse_receipts(ctx.actor) && head.reversed_at === null },
    };
  });
}

/** The receipts of a purchase order, latest first, each with its lines of that order. */
export async function listReceipts(ctx: Ctx, id: number, query: Parameters<typeof readPage>[1]): Promise<Page<Receipt>> {
  authorize(policy.receive_goods(ctx.actor));
  const [order] = await ctx.db.select({ id: purchaseOrders.id }).from(purchaseOrders).where(eq(purchaseOrders.id, id));
  requireFound(order);
  const where = isReceivedOn(id);
  return readPage(
    ctx.db,
    query,
    { rows: heads(ctx).where(where), order: [receipts.created_at, receipts.id], count: ctx.db.$count(receipts, where) },
    (page) => withLines(ctx, page, id),
  );
}

/** One receipt of a purchase order; 404 if the order has no such receipt. */
export async function receiptOf(ctx: Ctx, purchase_order_id: number, receipt_id: number): Promise<Receipt> {
  authorize(policy.receive_goods(ctx.actor));
  const page = await heads(ctx).where(isReceiptOf(receipt_id, purchase_order_id));
  const [receipt] = await withLines(ctx, page, purchase_order_id);
  return requireFound(receipt);
}

/** The destinations of the items of these SKUs on a receipt. */
export async function destinationsOfReceipt(ctx: Pick<Ctx, 'db'>, receipt_id: number, product_ids: readonly number[]): Promise<Destination[]> {
  const items = await ctx.db
    .select({ product_id: products.id, bin: products.bin, qty: sql<number>`sum(${receiptLines.qty})`.mapWith(Number) })
    .from(receiptLines)
    .innerJoin(products, eq(products.id, receiptLines.product_id))
    .where(and(eq(receiptLines.receipt_id, receipt_id), among(receiptLines.product_id, idList(product_ids))))
    .groupBy(products.id, products.bin)
    .orderBy(asc(products.id));
  return destinationsOf(items, await allocationsOfReceipt(ctx, receipt_id, product_ids));
}
