import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import { type DiscrepancyKind, discrepancyKind, qtyOver, qtyOverOfEach } from '../../shared/purchasing/receive-lines.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { run } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';
import { purchaseOrderLines, purchaseOrders, receiptDiscrepancies, receiptLines, receipts } from '../db/tables/index.ts';

/** Lines of this receipt that belong to no purchase order, for these SKUs. */
const withoutOrder = (receipt_id: number, product_ids: readonly number[]): SQL | undefined =>
  and(eq(receiptLines.receipt_id, receipt_id), isNull(receiptLines.purchase_order_line_id), among(receiptLines.product_id, idList(product_ids)));

/** The lines of all receipts for these purchase order lines, and the lines that match `further`. */
const receivedOf = (ctx: Ctx, line_ids: readonly number[], further: SQL | undefined) =>
  ctx.db
    .select({
      id: receiptLines.id,
      line_id: receiptLines.purchase_order_line_id,
      qty: receiptLines.qty,
      device: receipts.device,
      qty_requested: sql<number>`coalesce(${purchaseOrderLines.qty_requested}, 0)`.mapWith(Number),
      qty_received: sql<number>`coalesce(${purchaseOrderLines.qty_received}, 0)`.mapWith(Number),
      qty_cancelled: sql<number>`coalesce(${purchaseOrderLines.qty_cancelled}, 0)`.mapWith(Number),
      cancelled_at: purchaseOrders.cancelled_at,
      closed_at: purchaseOrders.closed_at,
      discrepancy_id: receiptDiscrepancies.id,
      qty_listed: sql<number>`coalesce(${receiptDiscrepancies.qty}, 0)`.mapWith(Number),
    })
    .from(receiptLines)
    .innerJoin(receipts, eq(receipts.id, receiptLines.receipt_id))
    .leftJoin(purchaseOrderLines, eq(purchaseOrderLines.id, receiptLines.purchase_order_line_id))
    .leftJoin(purchaseOrders, eq(purchaseOrders.id, purchaseOrderLines.purchase_order_id))
    .leftJoin(receiptDiscrepancies, eq(receiptDiscrepancies.receipt_line_id, receiptLines.id))
    .where(
      and(
        isNull(receipts.reversed_at),
        or(and(isNotNull(receiptLines.purchase_order_line_id), among(receiptLines.purchase_order_line_id, idList(line_ids))), further),
      ),
    )
    .orderBy(asc(receiptLines.id));
type Received = Awaited<ReturnType<typeof receivedOf>>[number];

interface Listed {
  line: Received;
  kind: DiscrepancyKind;
  qty: number;
}

function discrepanciesOf(received: readonly Received[]): Listed[] {
  return [...groupBy(received, ({ line_id }) => line_id)].flatMap(([line_id, lines]) => {
    const [first] = lines;
    if (line_id === null || !first) return lines.map((line) => ({ line, kind: discrepancyKind(null), qty: line.qty }));
    const parts = qtyOverOfEach(
      lines.map(({ qty }) => qty),
      qtyOver(first),
    );
    return lines.map((line, n) => ({ line, kind: discrepancyKind(first), qty: parts[n] ?? 0 }));
  });
}

/**
 * Lists for the office the items that tablets have received although they were not due. Call it after these lines of a receipt have changed. Items
 * that the office receives count as confirmed. A quantity that has grown since the office resolved it is listed again.
 */
export function listDiscrepancies(
  ctx: Ctx,
  receipt_id: number,
  changes: readonly { purchase_order_line_id: number | null; product_id: number }[],
): Promise<void> {
  const line_ids = changes.flatMap(({ purchase_order_line_id }) => purchase_order_line_id ?? []);
  const product_ids = changes.flatMap(({ purchase_order_line_id, product_id }) => (purchase_order_line_id === null ? [product_id] : []));
  return list(ctx, line_ids, withoutOrder(receipt_id, product_ids));
}

/** List the discrepancies of a purchase order’s line again. Called after the office has changed how many items of the line are expected. */
export const listDiscrepanciesOfLine = (ctx: Ctx, line_id: number): Promise<void> => list(ctx, [line_id], undefined);

async function list(ctx: Ctx, line_ids: readonly number[], further: SQL | undefined): Promise<void> {
  const listed = discrepanciesOf(await receivedOf(ctx, line_ids, further)).filter(({ line, qty }) => line.device !== null && qty !== line.qty_listed);
  const added = listed.filter(({ line }) => line.discrepancy_id === null);
  if (added.length)
    await ctx.db
      .insert(receiptDiscrepancies)
      .values(added.map(({ line, kind, qty }) => ({ m: randomUUID(), receipt_line_id: line.id, kind, qty, created_at: ctx.now })));
  const changed = listed.flatMap(({ line, kind, qty }) => (line.discrepancy_id === null ? [] : [[line.discrepancy_id, qty, kind]]));
  if (changed.length)
    await run(
      ctx.db,
      sql`with change as (select cast(value ->> 0 as bigint) as id, cast(value ->> 1 as bigint) as qty, cast(value ->> 2 as text) as kind
          from ${jsonRows(changed)})
        update receipt_discrepancies set qty = change.qty, kind = change.kind,
          resolved_at = case when change.qty > receipt_discrepancies.qty then null else resolved_at end,
          resolved_by = case when change.qty > receipt_discrepancies.qty then null else resolved_by end,
          choice = case when change.qty > receipt_discrepancies.qty then null else choice end
        from change where change.id = receipt_discrepancies.id`,
    );
}
