import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { policy } from '../../shared/policy.ts';
import { checkReceiptOpen } from '../../shared/purchasing/receive-lines.ts';
import { qtyForTotes } from '../../shared/purchasing/received-items.ts';
import { checkTote, toteCode } from '../../shared/purchasing/tote.ts';
import { isSameBin } from '../../shared/stock/judge-bin.ts';
import type { ArgsOf } from '../../shared/sync/mutations.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, conflict, enforce, invalid, requireFound } from '../core/problem.ts';
import { rows, run } from '../db/db.ts';
import { lockRows } from '../db/lock.ts';
import { orderLines, orders, picks, productBins, products, receiptPutAways, receipts } from '../db/tables/index.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { findToteOwner } from '../picking/tote-owner.ts';
import { lockLevel } from '../stock/change-levels.ts';
import { findSku } from '../stock/count-stock.ts';
import { requestCount } from '../stock/request-count.ts';

type PutAway = ArgsOf<'bin.put_away'>;

/** The mutation that puts items away, and the tablet that made the mutation. */
interface By {
  m: string;
  device: string;
}

/**
 * Add items of a SKU to a bin, or remove them if `by` is negative. The pick bin has all items that are in no other bin. A bin never goes below zero,
 * and all bins together never have more than is on hand and not at a decorator. Returns how many items could not be added or removed.
 */
async function addToBin(ctx: Ctx, { product_id, bin, by }: { product_id: number; bin: string; by: number }): Promise<number> {
  const [product] = await ctx.db.select({ bin: products.bin }).from(products).where(eq(products.id, product_id));
  if (by === 0 || isSameBin(product?.bin ?? null, bin)) return 0;
  const bins = await ctx.db.select().from(productBins).where(eq(productBins.product_id, product_id));
  const before = bins.find((one) => isSameBin(one.bin, bin));
  const qty_before = before?.qty ?? 0;
  const { qty_available, qty_at_decorator } = await lockLevel(ctx, product_id);
  const qty_in_pick_bin = Math.max(0, qty_available - qty_at_decorator - bins.reduce((sum, one) => sum + one.qty, 0));
  const change = Math.max(-qty_before, Math.min(by, qty_in_pick_bin));
  const qty = qty_before + change;
  const ofBin = and(eq(productBins.product_id, product_id), eq(productBins.bin, before?.bin ?? bin));
  if (qty === 0) await ctx.db.delete(productBins).where(ofBin);
  else if (before) await ctx.db.update(productBins).set({ qty }).where(ofBin);
  else await ctx.db.insert(productBins).values({ product_id, bin, qty });
  return Math.abs(by - change);
}

/**
 * Move items of a SKU from the bin `from` to `bin`. A count is requested if `from` has too few items on record, or if `bin` cannot get all of them.
 */
async function moveToBin(ctx: Ctx, { product_id, qty, from, bin }: PutAway & { bin: string }, by: By): Promise<boolean> {
  const [product] = await ctx.db.select({ bin: products.bin }).from(products).where(eq(products.id, product_id));
  const source = from && !isSameBin(product?.bin ?? null, from) ? from : null;
  if (qty === 0 || isSameBin(source ?? product?.bin ?? null, bin)) return false;
  await lockLevel(ctx, product_id);
  const notInSource = source ? await addToBin(ctx, { product_id, bin: source, by: -qty }) : 0;
  const notAdded = await addToBin(ctx, { product_id, bin, by: qty });
  if (notInSource + notAdded > 0) await requestCount(ctx, { product_id, pick_line_id: null, qty: null, ...by });
  await audit(ctx, 'stock.moved', { type: 'product', id: product_id }, { bin: source ?? product?.bin ?? '' }, { bin, qty });
  return true;
}

async function lockedOrderOf(ctx: Ctx, order_line_id: number) {
  const ofLine = ctx.db.select({ order_id: orderLines.order_id }).from(orderLines).where(eq(orderLines.id, order_line_id));
  const [order] = await lockRows(ctx.db.select().from(orders).where(inArray(orders.id, ofLine)));
  const [line] = await ctx.db
    .select({ product_id: pickedSku, qty_allocated: orderLines.qty_allocated, qty_shipped: orderLines.qty_shipped })
    .from(orderLines)
    .where(eq(orderLines.id, order_line_id));
  return { order: requireFound(order), line: requireFound(line) };
}

interface IntoTote {
  product_id: number;
  tote: string;
  order_line_id: number;
  /** How many more items go into the tote. */
  by: number;
}

/**
 * Assigns a tote to the line's order before items of the line go into the tote. 409 unless the line needs the items, and the tote is free or already
 * belongs to the order.
 */
async function takeTote(ctx: Ctx, { product_id, tote, order_line_id, by }: IntoTote): Promise<void> {
  const { order, line } = await lockedOrderOf(ctx, order_line_id);
  if (by <= 0) return;
  const order_number = orderNumber(order.id);
  const [product] = await ctx.db.select({ bin: products.bin }).from(products).where(eq(products.id, product_id));
  const [inTotes] = await ctx.db
    .select({ qty: sql<number>`coalesce(sum(${receiptPutAways.qty}), 0)`.mapWith(Number) })
    .from(receiptPutAways)
    .where(eq(receiptPutAways.order_line_id, order_line_id));
  if (line.product_id !== product_id || by > qtyForTotes({ ...line, qty_in_totes: inTotes?.qty ?? 0 }))
    throw conflict('not_waiting', messages.not_waiting(order_number, product?.bin ?? null));
  await nameTote(ctx, order, { tote, from: null, order_line_id });
}

/**
 * Assigns the tote to the order; 409 if another open order has the tote. The order's open pick moves from the tote `from` to `tote`; a pick that has
 * no tote and that nobody has started gets `tote`.
 */
async function nameTote(
  ctx: Ctx,
  order: typeof orders.$inferSelect,
  { tote, from, order_line_id }: { tote: string; from: string | null; order_line_id: number },
): Promise<void> {
  const owner = await findToteOwner(ctx.db, tote, order.id);
  enforce(checkTote(tote, orderNumber(order.id), owner === undefined ? null : orderNumber(owner)));
  const hasLine = sql`exists (select 1 from pick_lines line where line.pick_id = ${picks.id} and line.order_line_id = ${order_line_id})`;
  const waits = and(isNull(picks.tote), eq(picks.state, 'released'), hasLine);
  const goesAlong = from === null ? waits : or(eq(picks.tote, from), waits);
  await ctx.db
    .update(picks)
    .set({ tote })
    .where(and(eq(picks.order_id, order.id), isOpenPick(), goesAlong));
  if (order.tote === tote) return;
  await ctx.db
    .update(orders)
    .set({ tote: null })
    .where(and(eq(orders.tote, tote), ne(orders.id, order.id)));
  await ctx.db.update(orders).set({ tote }).where(eq(orders.id, order.id));
}

/** Moves all items of an order, whichever receipt brought them, from the tote `from` to the tote `tote`. Returns false if `from` had none of them. */
async function moveTote(
  ctx: Ctx,
  { from, tote, order_line_id }: { from: string; tote: string; order_line_id: number },
  device: string,
): Promise<boolean> {
  const { order } = await lockedOrderOf(ctx, order_line_id);
  const inFormer = sql`tote = ${from} and qty > 0 and order_line_id in (select id from order_lines where order_id = ${order.id})`;
  const moved = await rows<{ qty: number }>(
    ctx.db,
    sql`insert into receipt_put_aways (receipt_id, product_id, tote, order_line_id, qty, device, changed_at)
      select receipt_id, product_id, ${tote}, order_line_id, qty, ${device}, ${ctx.now} from receipt_put_aways where ${inFormer}
      on conflict (receipt_id, product_id, tote, order_line_id) where tote is not null do update set
        qty = receipt_put_aways.qty + excluded.qty, device = excluded.device, changed_at = excluded.changed_at returning qty`,
  );
  if (moved.length === 0) return false;
  await nameTote(ctx, order, { tote, from, order_line_id });
  await run(ctx.db, sql`update receipt_put_aways set qty = 0, device = ${device}, changed_at = ${ctx.now} where ${inFormer}`);
  await audit(ctx, 'receipt.tote_moved', { type: 'order', id: order.id }, { tote: from }, { tote });
  return true;
}

/**
 * Locks the receipt and, if items go into an order's tote, all receipts that brought items for that order, because they show the tote. Receipts are
 * locked before anything else, as in every command that receives.
 */
function lockReceipts(ctx: Ctx, uuid: string, order_line_id: number | null) {
  const ofOrder = sql`${receipts.id} in (select allocation.receipt_id from receipt_allocations allocation
    join order_lines line on line.id = allocation.order_line_id
    where line.order_id = (select order_id from order_lines where id = ${order_line_id}))`;
  const isLocked = order_line_id === null ? eq(receipts.uuid, uuid) : or(eq(receipts.uuid, uuid), ofOrder);
  return lockRows(ctx.db.select().from(receipts).where(isLocked).orderBy(asc(receipts.id)));
}

/** Set how many items of a receipt are in a bin or tote. A count is requested if another tablet reported a different quantity before. */
async function setInPlace(ctx: Ctx, uuid: string, a: PutAway, by: By): Promise<boolean> {
  const { product_id, qty, bin = null, order_line_id = null } = a;
  const tote = a.tote == null ? null : toteCode(a.tote);
  const { id, reversed_at } = requireFound((await lockReceipts(ctx, uuid, order_line_id)).find((receipt) => receipt.uuid === uuid));
  enforce(checkReceiptOpen({ is_reversed: reversed_at !== null }));
  await lockLevel(ctx, product_id);
  const from = a.from == null ? null : toteCode(a.from);
  const isMoved =
    tote !== null && order_line_id !== null && from !== null && from !== tote && (await moveTote(ctx, { from, tote, order_line_id }, by.device));
  const same = and(
    eq(receiptPutAways.receipt_id, id),
    eq(receiptPutAways.product_id, product_id),
    bin === null ? isNull(receiptPutAways.bin) : eq(receiptPutAways.bin, bin),
    tote === null ? isNull(receiptPutAways.tote) : eq(receiptPutAways.tote, tote),
    order_line_id === null ? isNull(receiptPutAways.order_line_id) : eq(receiptPutAways.order_line_id, order_line_id),
  );
  const [before] = await ctx.db.select().from(receiptPutAways).where(same);
  const change = qty - (before?.qty ?? 0);
  if (change === 0) return isMoved;

  const notThere = bin === null ? 0 : await addToBin(ctx, { product_id, bin, by: change });
  if (tote !== null && order_line_id !== null) await takeTote(ctx, { product_id, tote, order_line_id, by: change });
  const values = { qty, device: by.device, changed_at: ctx.now };
  if (before) await ctx.db.update(receiptPutAways).set(values).where(eq(receiptPutAways.id, before.id));
  else await ctx.db.insert(receiptPutAways).values({ receipt_id: id, product_id, bin, tote, order_line_id, ...values });
  if ((change > 0 && notThere > 0) || (before && bin !== null && before.device !== by.device))
    await requestCount(ctx, { product_id, pick_line_id: null, qty: null, ...by });
  await audit(
    ctx,
    'receipt.put_away',
    { type: 'receipt', id },
    { qty: before?.qty ?? 0 },
    { product_id, place: bin ?? tote ?? '', order_line_id, qty },
  );
  return true;
}

/**
 * Put items in a bin, or in the tote of an order that waits for them. Returns false if the items are already recorded there. The quantity on hand
 * never changes. 409 if the order does not wait for them, or if the tote is another order's.
 */
export async function putAway(ctx: Ctx, a: PutAway, by: By): Promise<boolean> {
  authorize(policy.receive_goods(ctx.actor));
  await findSku(ctx, a.product_id, 'product_id');
  if (a.receipt) return setInPlace(ctx, a.receipt, a, by);
  if (!a.bin) throw invalid({ bin: messages.choose_bin });
  return moveToBin(ctx, { ...a, bin: a.bin }, by);
}
