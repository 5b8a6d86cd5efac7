import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { checkComesBack } from '../../shared/purchasing/comes-back.ts';
import { type RecordedReceipt, receiptReference } from '../../shared/purchasing/receipt.ts';
import { checkReceiveLines } from '../../shared/purchasing/receive-lines.ts';
import { returnsSameSku } from '../../shared/purchasing/work-order.ts';
import { audit, auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { authorize, conflict, enforce, invalid, notFound, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { run } from '../db/db.ts';
import { jsonRows, timeAt } from '../db/json-rows.ts';
import { lockRows } from '../db/lock.ts';
import { isSku } from '../db/sku-columns.ts';
import { products, purchaseOrderLines, purchaseOrders, receiptLines, receipts } from '../db/tables/index.ts';
import { lockLevels } from '../stock/change-levels.ts';
import { correctCounts } from '../stock/correct-counts.ts';
import { type Movement, move } from '../stock/move.ts';
import { freeOf } from '../stock/qty-free.ts';
import { takeBackMissing } from '../stock/take-back-missing.ts';
import { currentAllocations } from './current-allocations.ts';
import { listDiscrepancies } from './list-discrepancies.ts';
import { destinationsOfReceipt } from './receipt-queries.ts';

/** All that a receipt has received of one line so far. */
export interface LineReceived {
  /** Null if the items are on no purchase order. */
  purchase_order_line_id: number | null;
  product_id: number;
  qty: number;
}

export interface ReceiveLines {
  /** The receipt’s UUID. The first use of a UUID creates the receipt. */
  receipt: string;
  /** The tablet that receives; null for the office. */
  device: string | null;
  /** At most one entry for each line of a purchase order and SKU. */
  lines: readonly LineReceived[];
  delivery_note_number?: string | null | undefined;
  /** When the tablet recorded the line; a tablet sends one line at a time. */
  recorded_at?: string | undefined;
}

type StoredReceipt = typeof receipts.$inferSelect;

/**
 * The receipt with this UUID, locked until the unit of work ends. It is created if it does not exist yet. 422 if another tablet began it, 409 if it
 * is reversed.
 */
export async function lockReceipt(ctx: Ctx, uuid: string, device: string | null): Promise<StoredReceipt> {
  await ctx.db.insert(receipts).values({ uuid, device, created_by: ctx.actor.id, created_at: ctx.now }).onConflictDoNothing();
  const [row] = await lockRows(ctx.db.select().from(receipts).where(eq(receipts.uuid, uuid)));
  const receipt = requireFound(row);
  if (receipt.device !== device) throw invalid({ receipt: messages.receipt_elsewhere });
  if (receipt.reversed_at) throw conflict('receipt_reversed', messages.receipt_reversed);
  return receipt;
}

/** Lines of purchase orders with their orders, both locked in the sequence of their ids until the unit of work ends. */
export async function lockOrderedLines(ctx: Ctx, line_ids: readonly number[]) {
  if (!line_ids.length) return [];
  const ofLines = among(purchaseOrderLines.id, idList(line_ids));
  const orderIds = ctx.db.select({ id: purchaseOrderLines.purchase_order_id }).from(purchaseOrderLines).where(ofLines);
  const orders = await lockRows(ctx.db.select().from(purchaseOrders).where(inArray(purchaseOrders.id, orderIds)).orderBy(asc(purchaseOrders.id)));
  const orderOf = new Map(orders.map((order) => [order.id, order]));
  const lines = await lockRows(ctx.db.select().from(purchaseOrderLines).where(ofLines).orderBy(asc(purchaseOrderLines.id)));
  return lines.map((line) => ({ ...line, order: requireFound(orderOf.get(line.purchase_order_id)) }));
}
type OrderedLine = Awaited<ReturnType<typeof lockOrderedLines>>[number];

/** Check that each line belongs to an approved order and has the SKU of its order line. A SKU without an order has to exist. */
async function enforceLines(ctx: Ctx, lines: readonly LineReceived[], ordered: ReadonlyMap<number, OrderedLine>): Promise<void> {
  const withoutOrder = new Set<number>();
  for (const { purchase_order_line_id, product_id } of lines) {
    if (purchase_order_line_id === null) {
      withoutOrder.add(product_id);
      continue;
    }
    const line = ordered.get(purchase_order_line_id);
    if (!line) throw notFound();
    enforce(checkReceiveLines(line.order));
    if (line.product_id !== product_id) throw invalid({ product_id: messages.choose_sku });
  }
  if (!withoutOrder.size) return;
  const isKnown = and(among(products.id, idList([...withoutOrder])), isNull(products.deleted_at), isSku);
  if ((await ctx.db.$count(products, isKnown)) < withoutOrder.size) throw invalid({ product_id: messages.choose_sku });
}

/** The quantity that the receipt has received of a line, and the quantity before this change. */
interface Change extends LineReceived {
  id: number | null;
  before: number;
}

const keyOf = ({ purchase_order_line_id, product_id }: Omit<LineReceived, 'qty'>): string => `${purchase_order_line_id ?? ''}:${product_id}`;

async function changesOf(ctx: Ctx, receipt_id: number, lines: readonly LineReceived[]): Promise<Change[]> {
  const product_ids = idList(lines.map(({ product_id }) => product_id));
  const stored = await ctx.db
    .select()
    .from(receiptLines)
    .where(and(eq(receiptLines.receipt_id, receipt_id), among(receiptLines.product_id, product_ids)));
  const byKey = new Map(stored.map((line) => [keyOf(line), line]));
  return lines
    .map((line) => ({ ...line, id: byKey.get(keyOf(line))?.id ?? null, before: byKey.get(keyOf(line))?.qty ?? 0 }))
    .filter(({ qty, before }) => qty !== before);
}

async function storeLines(ctx: Ctx, receipt_id: number, changes: readonly Change[]): Promise<void> {
  const added = changes.filter(({ id }) => id === null);
  if (added.length)
    await run(
      ctx.db,
      sql`insert into receipt_lines (receipt_id, purchase_order_line_id, product_id, qty, changed_at)
        select cast(${receipt_id} as bigint), cast(value ->> 0 as bigint), cast(value ->> 1 as bigint), cast(value ->> 2 as bigint), ${timeAt(3)}
        from ${jsonRows(added.map(({ purchase_order_line_id, product_id, qty }) => [purchase_order_line_id, product_id, qty, ctx.now]))}`,
    );
  const changed = changes.flatMap(({ id, qty }) => (id === null ? [] : [[id, qty]]));
  if (changed.length)
    await run(
      ctx.db,
      sql`with change as (select cast(value ->> 0 as bigint) as id, cast(value ->> 1 as bigint) as qty from ${jsonRows(changed)})
        update receipt_lines set qty = change.qty, changed_at = ${ctx.now} from change where change.id = receipt_lines.id`,
    );
}

/**
 * Add to the received quantities of purchase order lines, and increment the versions of their orders. Items that come back on a
 * work order no longer count as at the decorator.
 */
export async function addToReceived(ctx: Ctx, changes: readonly { line_id: number; by: number }[], order_ids: readonly number[]): Promise<void> {
  if (!changes.length) return;
  await run(
    ctx.db,
    sql`with change as (select cast(value ->> 0 as bigint) as id, cast(value ->> 1 as bigint) as qty
        from ${jsonRows(changes.map(({ line_id, by }) => [line_id, by]))})
      update purchase_order_lines set qty_received = qty_received + change.qty,
        qty_out = case when source_product_id is null then 0 else qty_out - change.qty end
      from change where change.id = purchase_order_lines.id`,
  );
  await ctx.db
    .update(purchaseOrders)
    .set({ version: sql`${purchaseOrders.version} + 1` })
    .where(among(purchaseOrders.id, idList(order_ids)));
}

function summedBySku(changes: readonly Change[]): Map<number, number> {
  const bySku = new Map<number, number>();
  for (const { product_id, qty, before } of changes) bySku.set(product_id, (bySku.get(product_id) ?? 0) + qty - before);
  return bySku;
}

/**
 * If a correction removes more items than are free, take back the allocation of the missing items. Returns how many items of each SKU were allocated.
 * The levels of the SKUs `sources` are locked too.
 */
async function takeBack(ctx: Ctx, bySku: ReadonlyMap<number, number>, sources: readonly number[]): Promise<Map<number, number>> {
  const levels = await lockLevels(ctx, [...bySku.keys(), ...sources]);
  const missing = new Map<number, number>();
  for (const [product_id, by] of bySku) {
    const short = by < 0 ? -by - freeOf(levels.get(product_id)) : 0;
    if (short > 0) missing.set(product_id, short);
  }
  if (!(await takeBackMissing(ctx, missing))) throw conflict('insufficient_stock', messages.insufficient_stock(0));
  return missing;
}

/** Correct the counts that already included the items of a tablet’s line, but reached the server before the line did. */
async function correctSeenCounts(
  ctx: Ctx,
  { before, qty: after, ...line }: Change,
  ordered: ReadonlyMap<number, OrderedLine>,
  at: string,
): Promise<void> {
  const not_before = ordered.get(line.purchase_order_line_id ?? 0)?.order.approved_at;
  // An item without an order has no earliest possible arrival, so the tablet's clock cannot be checked.
  if (not_before) await correctCounts(ctx, { kind: 'receipt', product_id: line.product_id, before, after, at, not_before });
}

/**
 * Reduces the allocations on a receipt until they do not exceed the items received on it. Allocations that orders have lost since are reduced first,
 * then the latest allocations.
 */
async function trimAllocations(ctx: Ctx, receipt_id: number, bySku: ReadonlyMap<number, number>): Promise<void> {
  const ids = idList([...bySku].flatMap(([product_id, by]) => (by < 0 ? [product_id] : [])));
  if (ids === idList([])) return;
  const allocations = (await currentAllocations(ctx.db, [receipt_id])).filter(({ product_id }) => (bySku.get(product_id) ?? 0) < 0);
  if (!allocations.length) return;
  const received = await ctx.db
    .select({ product_id: receiptLines.product_id, qty: sql<number>`sum(${receiptLines.qty})`.mapWith(Number) })
    .from(receiptLines)
    .where(and(eq(receiptLines.receipt_id, receipt_id), among(receiptLines.product_id, ids)))
    .groupBy(receiptLines.product_id);
  const qtyOfSku = new Map(received.map(({ product_id, qty }) => [product_id, qty]));
  const parts = allocations.flatMap(({ id, product_id, qty }) => {
    const rest = qtyOfSku.get(product_id) ?? 0;
    const part = Math.min(qty, rest);
    qtyOfSku.set(product_id, rest - part);
    return id === null ? [] : [[id, part]];
  });
  await run(
    ctx.db,
    sql`with change as (select cast(value ->> 0 as bigint) as id, cast(value ->> 1 as bigint) as qty from ${jsonRows(parts)})
      update receipt_allocations set qty = change.qty from change where change.id = receipt_allocations.id`,
  );
}

async function record(ctx: Ctx, receipt: StoredReceipt, changes: readonly Change[], ordered: ReadonlyMap<number, OrderedLine>): Promise<void> {
  const reference = receiptReference(receipt.id);
  const ofOrders = groupBy(
    changes.flatMap((change) => {
      const line = ordered.get(change.purchase_order_line_id ?? 0);
      return line
        ? [{ order_id: line.purchase_order_id, line_id: line.id, product_id: change.product_id, qty: change.qty, before: change.before }]
        : [];
    }),
    ({ order_id }) => order_id,
  );
  await auditEach(
    ctx,
    'purchase_order.received',
    [...ofOrders].map(([id, lines]) => ({
      on: { type: 'purchase_order' as const, id },
      before: { lines: lines.map(({ line_id, product_id, before }) => ({ line_id, product_id, qty: before })) },
      after: { receipt: reference, lines: lines.map(({ line_id, product_id, qty }) => ({ line_id, product_id, qty })) },
    })),
  );
  const without = changes.filter(({ purchase_order_line_id }) => purchase_order_line_id === null);
  if (without.length)
    await audit(
      ctx,
      'receipt.received',
      { type: 'receipt', id: receipt.id },
      { lines: without.map(({ product_id, before }) => ({ product_id, qty: before })) },
      { lines: without.map(({ product_id, qty }) => ({ product_id, qty })) },
    );
}

/**
 * The movements for items that a receipt takes into stock, or out of stock if `qty` is negative. A work order brings back items that were on hand all
 * the time: the same SKU only stops being at the decorator; a different SKU replaces the one that was sent out for it.
 */
export function receivedMovements(ordered: OrderedLine | undefined, movement: Omit<Movement, 'type'>): Movement[] {
  const received = { ...movement, type: 'PURCHASE_ORDER' as const };
  if (!ordered || ordered.source_product_id === null) return [received];
  const { qty } = movement;
  if (returnsSameSku(ordered)) return [{ ...received, qty: 0, qty_at_decorator: -qty }];
  return [{ ...received, product_id: ordered.source_product_id, qty: -qty, qty_allocated: 0, qty_at_decorator: -qty }, received];
}

/** Moves the items of a receipt into stock, or out of stock. `missing` says for each SKU how many of the leaving items were allocated. */
function moveItems(
  ctx: Ctx,
  receipt_id: number,
  { changes, ordered }: Omit<TakenIn, 'recorded_at'>,
  missing: ReadonlyMap<number, number>,
): Promise<unknown> {
  const unallocated = new Map(missing);
  return move(
    ctx,
    changes.flatMap(({ purchase_order_line_id, product_id, qty, before }) => {
      const qty_allocated = qty < before ? (unallocated.get(product_id) ?? 0) : 0;
      if (qty_allocated) unallocated.delete(product_id);
      const line = ordered.get(purchase_order_line_id ?? 0);
      const reference = line?.order.our_reference ?? receiptReference(receipt_id);
      return receivedMovements(line, { product_id, qty: qty - before, qty_allocated: -qty_allocated, reference, receipt_id });
    }),
  );
}

interface TakenIn {
  changes: readonly Change[];
  ordered: ReadonlyMap<number, OrderedLine>;
  recorded_at: string | undefined;
}

/** Applies the changes of a receipt to its lines, purchase orders, stock, and the orders that wait for the items. */
async function takeIn(ctx: Ctx, receipt: StoredReceipt, { changes, ordered, recorded_at }: TakenIn): Promise<void> {
  const bySku = summedBySku(changes);
  const recorded = recorded_at === undefined ? undefined : changes[0];
  const isLess = recorded !== undefined && recorded.qty < recorded.before;
  // If the quantity falls, corrections of counts are undone before the items leave stock; if it rises, counts are corrected before the items are
  // allocated.
  if (recorded && recorded_at && isLess) await correctSeenCounts(ctx, recorded, ordered, recorded_at);
  const sources = changes.flatMap(({ purchase_order_line_id }) => ordered.get(purchase_order_line_id ?? 0)?.source_product_id ?? []);
  const missing = await takeBack(ctx, bySku, sources);
  await storeLines(ctx, receipt.id, changes);
  const ofOrders = changes.flatMap(({ purchase_order_line_id, qty, before }) =>
    purchase_order_line_id === null ? [] : [{ line_id: purchase_order_line_id, by: qty - before }],
  );
  await addToReceived(ctx, ofOrders, [...new Set(ofOrders.flatMap(({ line_id }) => ordered.get(line_id)?.purchase_order_id ?? []))]);
  await moveItems(ctx, receipt.id, { changes, ordered }, missing);
  if (recorded && recorded_at && !isLess) await correctSeenCounts(ctx, recorded, ordered, recorded_at);
  const items = [...bySku].flatMap(([product_id, qty]) => (qty > 0 ? [{ product_id, qty }] : []));
  await emit(ctx, 'goods.received', { receipt_id: receipt.id, items });
  await trimAllocations(ctx, receipt.id, bySku);
  await listDiscrepancies(ctx, receipt.id, changes);
  await record(ctx, receipt, changes, ordered);
}

/**
 * Set how many items a receipt has received for some lines. Quantities are absolute, so a repeated call changes nothing. Purchase orders and stock
 * follow, and additional items are allocated to the orders that wait for them. If a quantity falls, the difference leaves stock again and its
 * allocation is taken back as after a count; 409 if those items are picked, or if a work order has fewer at the decorator. Returns where all items of
 * these SKUs on the receipt go.
 */
export async function receiveLines(
  ctx: Ctx,
  { receipt: uuid, device, lines, delivery_note_number, recorded_at }: ReceiveLines,
): Promise<RecordedReceipt> {
  authorize(policy.receive_goods(ctx.actor));
  const receipt = await lockReceipt(ctx, uuid, device);
  const orderedLines = await lockOrderedLines(
    ctx,
    lines.flatMap(({ purchase_order_line_id }) => purchase_order_line_id ?? []),
  );
  const ordered = new Map(orderedLines.map((line) => [line.id, line]));
  await enforceLines(ctx, lines, ordered);
  const changes = await changesOf(ctx, receipt.id, lines);
  for (const { purchase_order_line_id, qty, before } of changes) {
    const line = ordered.get(purchase_order_line_id ?? 0);
    if (line) enforce(checkComesBack(line.source_product_id === null ? null : line.qty_out, qty - before));
  }
  const reference = receiptReference(receipt.id);
  const header = {
    supplier_id: receipt.supplier_id ?? orderedLines[0]?.order.supplier_id ?? null,
    delivery_note_number: delivery_note_number === undefined ? receipt.delivery_note_number : delivery_note_number,
  };
  if (changes.length || header.delivery_note_number !== receipt.delivery_note_number)
    await ctx.db
      .update(receipts)
      .set({ ...header, version: sql`${receipts.version} + 1` })
      .where(eq(receipts.id, receipt.id));
  if (changes.length) await takeIn(ctx, receipt, { changes, ordered, recorded_at });
  const received = await destinationsOfReceipt(ctx, receipt.id, [...new Set(lines.map(({ product_id }) => product_id))]);
  return { id: receipt.id, uuid, reference, received };
}

/** A new receipt for a delivery that the office receives. */
export const officeReceipt = (): Pick<ReceiveLines, 'receipt' | 'device'> => ({ receipt: randomUUID(), device: null });

/** The lines of a receipt that have items. */
export const linesWithItems = (ctx: Ctx, receipt_id: number) =>
  ctx.db
    .select()
    .from(receiptLines)
    .where(and(eq(receiptLines.receipt_id, receipt_id), gt(receiptLines.qty, 0)))
    .orderBy(asc(receiptLines.id));
