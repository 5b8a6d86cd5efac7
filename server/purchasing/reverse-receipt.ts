import { eq, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { type Receipt, type ReverseReceipt, receiptReference } from '../../shared/purchasing/receipt.ts';
import { allow, refuse } from '../../shared/verdict.ts';
import { audit } from '../audit/audit.ts';
import { isDone } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, conflict, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { run } from '../db/db.ts';
import { lockRows } from '../db/lock.ts';
import { products, receiptDiscrepancies, receipts } from '../db/tables/index.ts';
import { lockLevels } from '../stock/change-levels.ts';
import { move } from '../stock/move.ts';
import { freeOf } from '../stock/qty-free.ts';
import { listDiscrepancies } from './list-discrepancies.ts';
import { isReceiptOf } from './receipt-parts.ts';
import { receiptOf } from './receipt-queries.ts';
import { addToReceived, linesWithItems, lockOrderedLines, receivedMovements } from './receive-lines.ts';

/** Check that all items of a receipt are free. The levels of the SKUs `sources` are locked too. */
async function enforceFree(ctx: Ctx, lines: readonly { product_id: number; qty: number }[], sources: readonly number[]): Promise<void> {
  const bySku = new Map<number, number>();
  for (const { product_id, qty } of lines) bySku.set(product_id, (bySku.get(product_id) ?? 0) + qty);
  const levels = await lockLevels(ctx, [...bySku.keys(), ...sources]);
  for (const [product_id, qty] of bySku) {
    const qty_free = freeOf(levels.get(product_id));
    if (qty <= qty_free) continue;
    const [product] = await ctx.db.select({ sku: products.sku }).from(products).where(eq(products.id, product_id));
    throw conflict('insufficient_stock', messages.receipt_short(requireFound(product).sku, qty_free), { product_id, qty, qty_free });
  }
}

/** Remove from overflow bins the items that the receipt put into them, as far as they are still there. */
async function takeOutOfBins(ctx: Ctx, receipt_id: number): Promise<void> {
  const away = sql`(select product_id, upper(bin) as bin, sum(qty) as qty from receipt_put_aways where receipt_id = ${receipt_id} and bin is not null
    group by product_id, upper(bin))`;
  await run(
    ctx.db,
    sql`update product_bins set qty = case when product_bins.qty > away.qty then product_bins.qty - away.qty else 0 end
      from ${away} away where away.product_id = product_bins.product_id and away.bin = upper(product_bins.bin)`,
  );
  await run(
    ctx.db,
    sql`delete from product_bins where qty = 0 and product_id in (select product_id from receipt_put_aways where receipt_id = ${receipt_id})`,
  );
}

/**
 * Reverse a receipt that was recorded by mistake: opposite movements take its items out of stock and off its purchase orders, and both movements stay
 * in the ledger. Items that came back on a work order count as at the decorator again. 409 if an item is no longer free.
 */
export async function reverseReceipt(ctx: Ctx, purchase_order_id: number, receipt_id: number, { reason }: ReverseReceipt): Promise<Receipt> {
  authorize(policy.reverse_receipts(ctx.actor));
  const [row] = await lockRows(ctx.db.select().from(receipts).where(isReceiptOf(receipt_id, purchase_order_id)));
  const isOpen = requireFound(row).reversed_at ? refuse('receipt_reversed', messages.receipt_reversed) : allow;
  const isSame = (after: { reason: string }): boolean => after.reason === reason;
  if (await isDone(ctx, isOpen, ['receipt.reversed'], { type: 'receipt', id: receipt_id }, isSame))
    return receiptOf(ctx, purchase_order_id, receipt_id);
  const lines = await linesWithItems(ctx, receipt_id);
  const ordered = await lockOrderedLines(
    ctx,
    lines.flatMap(({ purchase_order_line_id }) => purchase_order_line_id ?? []),
  );
  await enforceFree(
    ctx,
    lines,
    ordered.flatMap(({ source_product_id }) => source_product_id ?? []),
  );
  const lineOf = new Map(ordered.map((line) => [line.id, line]));
  const changes = lines.flatMap(({ purchase_order_line_id, qty }) =>
    purchase_order_line_id === null ? [] : [{ line_id: purchase_order_line_id, by: -qty }],
  );
  await takeOutOfBins(ctx, receipt_id);
  await addToReceived(ctx, changes, [...new Set(ordered.map(({ order }) => order.id))]);
  await move(
    ctx,
    lines.flatMap(({ purchase_order_line_id, product_id, qty }) => {
      const line = lineOf.get(purchase_order_line_id ?? 0);
      const reference = line?.order.our_reference ?? receiptReference(receipt_id);
      return receivedMovements(line, { product_id, qty: -qty, reference, reason, receipt_id });
    }),
  );
  await ctx.db
    .update(receipts)
    .set({ reversed_at: ctx.now, reversed_by: ctx.actor.id, reverse_reason: reason, version: sql`${receipts.version} + 1` })
    .where(eq(receipts.id, receipt_id));
  await ctx.db
    .update(receiptDiscrepancies)
    .set({ qty: 0 })
    .where(among(receiptDiscrepancies.receipt_line_id, idList(lines.map(({ id }) => id))));
  await listDiscrepancies(ctx, receipt_id, lines);
  const after = { reason, lines: lines.map(({ purchase_order_line_id, product_id, qty }) => ({ purchase_order_line_id, product_id, qty })) };
  await audit(ctx, 'receipt.reversed', { type: 'receipt', id: receipt_id }, null, after);
  return receiptOf(ctx, purchase_order_id, receipt_id);
}
