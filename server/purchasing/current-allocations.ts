import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { groupBy } from '../../shared/group-by.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { qtyForTotes } from '../../shared/purchasing/received-items.ts';
import type { ReceiptRow } from '../../shared/sync/rows.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { orderLines, orders, receiptAllocations, receiptPutAways, users } from '../db/tables/index.ts';
import { isOverOrder } from '../orders/is-over-order.ts';
import { pickedSku } from '../orders/picked-sku.ts';

const ids = sql.placeholder('ids');

/** The order lines that got an allocation from these receipts, or whose tote holds items of these receipts. */
const linesOfReceipts = prepared('lines_of_receipts', (db: Db) =>
  db
    .select({
      id: orderLines.id,
      order_id: orderLines.order_id,
      product_id: pickedSku,
      qty_allocated: orderLines.qty_allocated,
      qty_shipped: orderLines.qty_shipped,
      tote: sql<string | null>`case when ${isOverOrder} then null else ${orders.tote} end`,
      wearer: personName(users),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .where(
      sql`${orderLines.id} in (select order_line_id from receipt_allocations where ${among(sql`receipt_id`, ids)}
        union all select order_line_id from receipt_put_aways where order_line_id is not null and ${among(sql`receipt_id`, ids)})`,
    ),
);
const allocationsOfLines = prepared('receipt_allocations_of_lines', (db: Db) =>
  db.select().from(receiptAllocations).where(among(receiptAllocations.order_line_id, ids)).orderBy(asc(receiptAllocations.id)),
);
const totesOfLines = prepared('receipt_totes_of_lines', (db: Db) =>
  db
    .select()
    .from(receiptPutAways)
    .where(and(isNotNull(receiptPutAways.order_line_id), among(receiptPutAways.order_line_id, ids), gt(receiptPutAways.qty, 0)))
    .orderBy(asc(receiptPutAways.id)),
);

type Line = Awaited<ReturnType<typeof linesOfReceipts>>[number];
type Allocated = typeof receiptAllocations.$inferSelect;
type InTote = typeof receiptPutAways.$inferSelect;

/** The items of a receipt that an order line gets at present. 0 if the line gets none but its tote still holds items of the receipt. */
export type CurrentAllocation = ReceiptRow['allocations'][number] & { receipt_id: number; id: number | null };

const keyOf = ({ receipt_id, product_id }: { receipt_id: number; product_id: number }): string => `${receipt_id}:${product_id}`;

/**
 * How many items of each receipt one order line gets at present: first the items in the line’s totes, then items that receipts allocated to the line,
 * the earliest receipt first.
 */
function allocationsOfLine(line: Line, allocated: readonly Allocated[], inTotes: readonly InTote[]): CurrentAllocation[] {
  const { id: order_line_id, order_id, wearer, tote, qty_allocated, qty_shipped } = line;
  const qty_in_totes = inTotes.reduce((sum, { qty }) => sum + qty, 0);
  let [due, rest] = [qty_allocated + qty_shipped, Math.max(0, qtyForTotes({ qty_allocated, qty_shipped, qty_in_totes }))];
  const placed = new Map<string, { qty: number; qty_due: number }>();
  for (const one of inTotes) {
    const before = placed.get(keyOf(one)) ?? { qty: 0, qty_due: 0 };
    const qty_due = Math.min(due, one.qty);
    due -= qty_due;
    placed.set(keyOf(one), { qty: before.qty + one.qty, qty_due: before.qty_due + qty_due });
  }
  const more = inTotes.filter((one, n) => ![...allocated, ...inTotes.slice(0, n)].some((other) => keyOf(other) === keyOf(one)));
  return [...allocated, ...more.map((one) => ({ ...one, id: null, qty: 0 }))].map((one) => {
    const { receipt_id, product_id } = one;
    const inTote = placed.get(keyOf(one)) ?? { qty: 0, qty_due: 0 };
    const qty_open = product_id === line.product_id ? Math.min(rest, Math.max(0, one.qty - inTote.qty)) : 0;
    rest -= qty_open;
    const of = { id: one.id, receipt_id, product_id, order_line_id, order_number: orderNumber(order_id) };
    return { ...of, wearer, tote, qty: inTote.qty_due + qty_open };
  });
}

/**
 * The items of these receipts that each order line gets at present, in the sequence in which the receipts allocated them. An order that has since
 * lost allocation gets fewer items. An order whose totes another receipt has filled gets none.
 */
export async function currentAllocations(db: Db, receipt_ids: readonly number[]): Promise<CurrentAllocation[]> {
  const lines = await linesOfReceipts(db, { ids: idList(receipt_ids) });
  if (!lines.length) return [];
  const of = { ids: idList(lines.map(({ id }) => id)) };
  const allocated = groupBy(await allocationsOfLines(db, of), ({ order_line_id }) => order_line_id);
  const inTotes = groupBy(await totesOfLines(db, of), ({ order_line_id }) => order_line_id);
  const chosenReceipts = new Set(receipt_ids);
  return lines
    .flatMap((line) => allocationsOfLine(line, allocated.get(line.id) ?? [], inTotes.get(line.id) ?? []))
    .filter(({ receipt_id }) => chosenReceipts.has(receipt_id))
    .sort((one, other) => (one.id ?? Number.MAX_SAFE_INTEGER) - (other.id ?? Number.MAX_SAFE_INTEGER) || one.order_line_id - other.order_line_id);
}
