import { eq, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { checkNothingOut, checkSendOut, type NotDecoratedLine, qtyToSendOut } from '../../shared/purchasing/work-order.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { conflict, enforce, invalid, requireFound } from '../core/problem.ts';
import { run } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';
import { products } from '../db/tables/index.ts';
import { lockLevels } from '../stock/change-levels.ts';
import { type Movement, move } from '../stock/move.ts';
import { freeOf } from '../stock/qty-free.ts';
import { type LockedPurchaseOrder, type StoredLine, writePurchaseOrder } from './find-purchase-order.ts';

/** A line of a work order, with the SKU that is sent out for it. */
type WorkLine = StoredLine & { source_product_id: number };

/** The named lines, each with its position in the request; 422 if a line is not on the order, or if nothing is sent out for the line. */
function namedLines<Named extends { line_id: number }>(order: LockedPurchaseOrder, field: string, named: readonly Named[]) {
  const byId = new Map(order.lines.map((line) => [line.id, line]));
  return named.map((one, place) => {
    const line = byId.get(one.line_id);
    if (!line) throw invalid({ [`${field}.${place}.line_id`]: messages.unknown_purchase_order_line });
    if (line.source_product_id === null) throw invalid({ [`${field}.${place}.line_id`]: messages.no_work_order });
    return { ...one, line: line as WorkLine, place };
  });
}

/** The quantities, added up by line or by SKU. */
function summed<One>(all: readonly One[], keyOf: (one: One) => number, qtyOf: (one: One) => number): Map<number, number> {
  const sums = new Map<number, number>();
  for (const one of all) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + qtyOf(one));
  return sums;
}

async function addToOut(ctx: Ctx, order_id: number, changes: ReadonlyMap<number, number>): Promise<void> {
  await run(
    ctx.db,
    sql`with change as (select cast(value ->> 0 as bigint) as id, cast(value ->> 1 as bigint) as qty from ${jsonRows([...changes])})
      update purchase_order_lines set qty_out = qty_out + change.qty from change where change.id = purchase_order_lines.id`,
  );
  await writePurchaseOrder(ctx, order_id);
}

/** Send garments of a locked work order to the decorator. They stay on hand but are no longer free; 409 if too few are free. */
export async function sendOut(ctx: Ctx, order: LockedPurchaseOrder, sent: readonly { line_id: number; quantity: number }[]): Promise<void> {
  enforce(checkSendOut(order));
  const lines = namedLines(order, 'sent_out', sent);
  const byLine = summed(
    lines,
    ({ line }) => line.id,
    ({ quantity }) => quantity,
  );
  for (const { line, place } of lines) {
    const most = qtyToSendOut(line);
    if ((byLine.get(line.id) ?? 0) > most) throw invalid({ [`sent_out.${place}.quantity`]: messages.too_many_sent_out(most) });
  }
  const bySku = summed(
    lines,
    ({ line }) => line.source_product_id,
    ({ quantity }) => quantity,
  );
  const levels = await lockLevels(ctx, [...bySku.keys()]);
  for (const [product_id, qty] of bySku) {
    const qty_free = freeOf(levels.get(product_id));
    if (qty <= qty_free) continue;
    const [product] = await ctx.db.select({ sku: products.sku }).from(products).where(eq(products.id, product_id));
    throw conflict('insufficient_stock', messages.sent_out_short(requireFound(product).sku, qty_free), { product_id, qty, qty_free });
  }
  await addToOut(ctx, order.id, byLine);
  await move(
    ctx,
    [...bySku].map(([product_id, qty]): Movement => ({ product_id, type: 'ADJUSTMENT', qty: 0, qty_at_decorator: qty })),
  );
  await audit(ctx, 'purchase_order.sent_out', { type: 'purchase_order', id: order.id }, null, {
    lines: [...byLine].map(([line_id, qty]) => ({ line_id, qty })),
  });
}

/** The reason that the ledger states for items that never came back. */
const LOST = 'lost at the decorator';

/**
 * Take back items that a locked work order sent out and that will not come back decorated, never more than are at the decorator. Items that came back
 * undecorated are free again; lost items leave the stock. If the order is closed by the same request, these items are no longer due; otherwise as
 * many can be sent out again.
 */
export async function takeBackUndecorated(
  ctx: Ctx,
  order: LockedPurchaseOrder,
  undecorated: readonly NotDecoratedLine[],
  { isClosed }: { isClosed: boolean },
): Promise<void> {
  const lines = namedLines(order, 'not_decorated', undecorated).filter(({ qty_returned, qty_lost }) => qty_returned + qty_lost > 0);
  if (!lines.length) return;
  const byLine = summed(
    lines,
    ({ line }) => line.id,
    ({ qty_returned, qty_lost }) => qty_returned + qty_lost,
  );
  for (const { line, place } of lines)
    if ((byLine.get(line.id) ?? 0) > line.qty_out) throw invalid({ [`not_decorated.${place}.qty_returned`]: messages.not_sent_out(line.qty_out) });
  await lockLevels(
    ctx,
    lines.map(({ line }) => line.source_product_id),
  );
  await addToOut(ctx, order.id, new Map([...byLine].map(([id, qty]) => [id, -qty])));
  if (isClosed)
    await run(
      ctx.db,
      sql`with change as (select cast(value ->> 0 as bigint) as id, cast(value ->> 1 as bigint) as qty from ${jsonRows([...byLine])})
        update purchase_order_lines set qty_cancelled = qty_cancelled + change.qty from change where change.id = purchase_order_lines.id`,
    );
  await move(
    ctx,
    lines.map(
      ({ line, qty_returned, qty_lost }): Movement => ({
        product_id: line.source_product_id,
        type: 'ADJUSTMENT',
        qty: -qty_lost,
        qty_at_decorator: -qty_returned - qty_lost,
        reference: order.our_reference,
        reason: LOST,
      }),
    ),
  );
  await audit(
    ctx,
    'purchase_order.not_decorated',
    { type: 'purchase_order', id: order.id },
    { lines: lines.map(({ line }) => ({ line_id: line.id, qty_out: line.qty_out })) },
    { lines: lines.map(({ line, qty_returned, qty_lost }) => ({ line_id: line.id, qty_returned, qty_lost })) },
  );
}

/** Check that an order to be cancelled or closed has nothing left at the decorator once the items in `undecorated` are taken back. */
export function enforceNothingOut(order: LockedPurchaseOrder, undecorated: readonly NotDecoratedLine[]): void {
  const back = summed(
    undecorated,
    ({ line_id }) => line_id,
    ({ qty_returned, qty_lost }) => qty_returned + qty_lost,
  );
  enforce(checkNothingOut(order.lines.map(({ id, qty_out }) => ({ qty_out: qty_out - (back.get(id) ?? 0) }))));
}
