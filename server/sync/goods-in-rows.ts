import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { groupBy } from '../../shared/group-by.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { type DemandRow, MAX_DEMAND, type PurchaseOrderLineRow, type PurchaseOrderRow, type ReceiptRow } from '../../shared/sync/rows.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { skuColumns } from '../db/sku-columns.ts';
import {
  accounts,
  orderLines,
  orders,
  products,
  purchaseOrderLines,
  purchaseOrders,
  receiptLines,
  receiptPutAways,
  receiptSetAsides,
  receipts,
  suppliers,
  users,
} from '../db/tables/index.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { currentAllocations } from '../purchasing/current-allocations.ts';
import { overflowBins } from '../stock/overflow-bins.ts';
import { isOwed, qtyOrdered } from '../stock/qty-owed.ts';
import { isShort, qtyShort } from '../stock/short-lines-queries.ts';
import { withBins } from './floor-rows.ts';
import type { Changes } from './other-rows.ts';

/** How long a tablet shows a receipt and its purchase orders after the delivery: 48 hours, in milliseconds. */
const RECENT_MS = 48 * 3_600_000;
/** Tablets have the receipts created after this time. */
const recent = (now: string): string => new Date(Date.parse(now) - RECENT_MS).toISOString();

const since = sql.placeholder('since');
const recentSince = sql.placeholder('recent');

/** Whether items of an open line (alias `owed`) may still arrive; for a work order only those that are at the decorator. */
const isStillToCome = sql.raw(
  '(case when owed.source_product_id is null then owed.qty_received < owed.qty_requested - owed.qty_cancelled else owed.qty_out > 0 end)',
);

/** Whether tablets have a purchase order: items of the order are still due, or are on a recent receipt. */
const isOnFloor = sql<number>`case when ${purchaseOrders.approved_at} is not null and (
  exists (select 1 from purchase_order_lines owed where owed.purchase_order_id = ${purchaseOrders.id}
    and owed.is_open and ${isStillToCome})
  or exists (select 1 from purchase_order_lines brought join receipt_lines on receipt_lines.purchase_order_line_id = brought.id
    join receipts on receipts.id = receipt_lines.receipt_id
    where brought.purchase_order_id = ${purchaseOrders.id} and receipts.created_at >= ${recentSince})) then 1 else 0 end`;

const orderColumns = {
  id: purchaseOrders.id,
  our_reference: purchaseOrders.our_reference,
  supplier_name: suppliers.name,
  supplier_reference: purchaseOrders.supplier_reference,
  account_name: accounts.name,
  work_order: purchaseOrders.work_order,
  due_on: purchaseOrders.due_on,
  is_on_floor: isOnFloor,
};

const selectOrders = (db: Db) =>
  db
    .select(orderColumns)
    .from(purchaseOrders)
    .innerJoin(suppliers, eq(suppliers.id, purchaseOrders.supplier_id))
    .leftJoin(accounts, eq(accounts.id, purchaseOrders.account_id));

/**
 * The purchase orders that a tablet may have: those with an open line, and those of recent receipts. Selects of changed rows are joined by UNION
 * ALL, because for UNION SQLite reads a whole table in the sequence of its ids.
 */
const candidates = sql`(select purchase_order_id from purchase_order_lines where is_open
  union all select brought.purchase_order_id from receipts join receipt_lines on receipt_lines.receipt_id = receipts.id
    join purchase_order_lines brought on brought.id = receipt_lines.purchase_order_line_id where receipts.created_at >= ${recentSince})`;

const allOrders = prepared('sync_purchase_orders', (db: Db) =>
  selectOrders(db).where(sql`${purchaseOrders.id} in ${candidates}`).orderBy(purchaseOrders.id),
);
const changedOrders = prepared('sync_purchase_orders_since', (db: Db) =>
  selectOrders(db)
    .where(
      and(
        isNotNull(purchaseOrders.approved_at),
        sql`${purchaseOrders.id} in (select id from purchase_orders where v >= ${since}
          union all select purchase_order_id from purchase_order_lines where v >= ${since})`,
      ),
    )
    .orderBy(purchaseOrders.id),
);

/** The purchase orders to receive: all of them, or the changes since a version. */
export async function purchaseOrderChanges(db: Db, v: number | null, now: string): Promise<Changes<PurchaseOrderRow, number>> {
  const rows = await (v === null ? allOrders(db, { recent: recent(now) }) : changedOrders(db, { since: v, recent: recent(now) }));
  const changes: Changes<PurchaseOrderRow, number> = { put: [], del: [] };
  for (const { is_on_floor, ...row } of rows) {
    if (Number(is_on_floor)) changes.put.push(row);
    else if (v !== null) changes.del.push(row.id);
  }
  return changes;
}

const selectLines = (db: Db) =>
  db
    .select({
      id: purchaseOrderLines.id,
      purchase_order_id: purchaseOrderLines.purchase_order_id,
      product_id: products.id,
      ...skuColumns,
      name: products.name,
      bin: products.bin,
      bins: overflowBins(products.id),
      barcode: products.barcode,
      qty_ordered: sql<number>`case when ${purchaseOrderLines.source_product_id} is null then ${qtyOrdered}
        else ${purchaseOrderLines.qty_received} + ${purchaseOrderLines.qty_out} end`.mapWith(Number),
      qty_received: purchaseOrderLines.qty_received,
      qty_out: sql<number | null>`case when ${purchaseOrderLines.source_product_id} is not null then ${purchaseOrderLines.qty_out} end`,
      is_open: purchaseOrderLines.is_open,
      due_on: purchaseOrderLines.due_on,
      is_on_floor: isOnFloor,
    })
    .from(purchaseOrderLines)
    .innerJoin(purchaseOrders, eq(purchaseOrders.id, purchaseOrderLines.purchase_order_id))
    .innerJoin(products, eq(products.id, purchaseOrderLines.product_id));

const allLines = prepared('sync_purchase_order_lines', (db: Db) =>
  selectLines(db).where(sql`${purchaseOrders.id} in ${candidates}`).orderBy(purchaseOrderLines.id),
);
/**
 * If a line of an order has changed and no items of the order are still due, all lines of the order count as changed: the order's receipts decide
 * whether tablets have these lines, but a receipt changes only its own line. All lines of a work order count as changed if one line has changed:
 * when garments of one line are sent out, other lines may appear or disappear.
 */
const siblings = sql`select sibling.id from purchase_order_lines changed join purchase_order_lines sibling on sibling.purchase_order_id = changed.purchase_order_id
  where changed.v >= ${since} and (changed.source_product_id is not null
    or not exists (select 1 from purchase_order_lines owed where owed.purchase_order_id = changed.purchase_order_id and owed.is_open and ${isStillToCome}))`;
const changedLines = prepared('sync_purchase_order_lines_since', (db: Db) =>
  selectLines(db)
    .where(
      and(
        isNotNull(purchaseOrders.approved_at),
        sql`${purchaseOrderLines.id} in (select id from purchase_order_lines where v >= ${since}
          union all select sent.id from products join purchase_order_lines sent on sent.product_id = products.id
            where products.v >= ${since} and sent.purchase_order_id in ${candidates}
          union all ${siblings})`,
      ),
    )
    .orderBy(purchaseOrderLines.id),
);

/** The lines of the purchase orders to receive: all of them, or the changes since a version. */
export async function purchaseOrderLineChanges(db: Db, v: number | null, now: string): Promise<Changes<PurchaseOrderLineRow, number>> {
  const rows = await (v === null ? allLines(db, { recent: recent(now) }) : changedLines(db, { since: v, recent: recent(now) }));
  const changes: Changes<PurchaseOrderLineRow, number> = { put: [], del: [] };
  for (const { is_on_floor, variation_size_1, variation_size_2, variation_all_size, qty_out, ...row } of rows) {
    const out = qty_out === null ? {} : { qty_out: Number(qty_out) };
    if (Number(is_on_floor)) changes.put.push({ ...withBins(row), ...out, size: sizeOf({ variation_size_1, variation_size_2, variation_all_size }) });
    else if (v !== null) changes.del.push(row.id);
  }
  return changes;
}

const expectedSkus = prepared('sync_expected_skus', (db: Db) =>
  db
    .selectDistinct({ product_id: sql<number>`${purchaseOrderLines.product_id}`.mapWith(Number), is_expected: sql<number>`1` })
    .from(purchaseOrderLines)
    .where(isOwed),
);
const touchedSkus = prepared('sync_touched_skus', (db: Db) =>
  db
    .select({
      product_id: sql<number>`touched.product_id`.mapWith(Number),
      is_expected: sql<number>`case when exists (select 1 from purchase_order_lines where purchase_order_lines.product_id = touched.product_id and ${isOwed}) then 1 else 0 end`,
    })
    .from(
      sql`(select distinct product_id from (select coalesce(picked_product_id, product_id) as product_id from order_lines where v > 0 and v >= ${since}
        union all select product_id from purchase_order_lines where v >= ${since} and product_id is not null
        union all select cast(key as bigint) from sync_tombstones where v >= ${since} and kind = 'demand') as listed) as touched`,
    ),
);

const waitingLines = prepared('sync_waiting_lines', (db: Db) => {
  const ranked = db
    .select({
      product_id: pickedSku.as('sku_id'),
      order_line_id: sql<number>`${orderLines.id}`.as('order_line_id'),
      order_id: sql<number>`${orders.id}`.as('order_id'),
      wearer: personName(users).as('wearer'),
      qty: qtyShort.as('qty'),
      tote: orders.tote,
      place: sql<number>`row_number() over (partition by ${pickedSku} order by ${orders.submitted_at}, ${orders.id}, ${orderLines.id})`.as('place'),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .where(and(among(pickedSku, sql.placeholder('ids')), ...isShort, eq(orders.is_frozen, false)))
    .as('ranked');
  return db.select().from(ranked).where(sql`${ranked.place} <= ${MAX_DEMAND}`).orderBy(sql`sku_id, place`);
});

/** The order lines that wait for the SKUs that purchase orders bring: all of them, or the changes since a version. */
export async function demandChanges(db: Db, v: number | null): Promise<Changes<DemandRow, number>> {
  const skus = await (v === null ? expectedSkus(db) : touchedSkus(db, { since: v }));
  const expectedIds = skus.flatMap(({ product_id, is_expected }) => (Number(is_expected) ? [product_id] : []));
  const waiting = expectedIds.length ? await waitingLines(db, { ids: idList(expectedIds) }) : [];
  const bySku = groupBy(waiting, ({ product_id }) => product_id);
  const put = [...bySku].map(([product_id, lines]) => ({
    product_id,
    lines: lines.map(({ order_line_id, order_id, wearer, qty, tote }) => ({
      order_line_id: Number(order_line_id),
      order_number: orderNumber(Number(order_id)),
      wearer,
      qty: Number(qty),
      tote,
    })),
  }));
  return { put, del: v === null ? [] : skus.flatMap(({ product_id }) => (bySku.has(product_id) ? [] : [product_id])) };
}

const selectReceipts = (db: Db) =>
  db
    .select({
      id: receipts.id,
      uuid: receipts.uuid,
      device: receipts.device,
      delivery_note_number: receipts.delivery_note_number,
      created_by: sql<string | null>`${personName(users)}`,
      created_at: receipts.created_at,
      reversed_at: receipts.reversed_at,
    })
    .from(receipts)
    .leftJoin(users, eq(users.id, receipts.created_by));
const recentReceipts = prepared('sync_receipts', (db: Db) =>
  selectReceipts(db).where(sql`${receipts.created_at} >= ${recentSince}`).orderBy(receipts.id),
);
/**
 * Order lines whose share of receipts may have changed, because the line or a receipt for it has changed. One changed receipt changes the shares of
 * the line's other receipts.
 */
const changedShares = sql`(select id as line_id from order_lines where v > 0 and v >= ${since}
  union all select allocated.order_line_id from receipts join receipt_allocations allocated on allocated.receipt_id = receipts.id where receipts.v >= ${since}
  union all select away.order_line_id from receipts join receipt_put_aways away on away.receipt_id = receipts.id
    where receipts.v >= ${since} and away.order_line_id is not null)`;
const changedReceipts = prepared('sync_receipts_since', (db: Db) =>
  selectReceipts(db)
    .where(
      // A receipt contains the SKUs of items without a purchase order, so the receipt is sent again if a bin of such a SKU has changed.
      sql`${receipts.id} in (select id from receipts where v >= ${since}
        union all select unordered.receipt_id from products join receipt_lines unordered on unordered.product_id = products.id
          where products.v >= ${since} and unordered.purchase_order_line_id is null
        union all select share.receipt_id from receipt_allocations share where share.order_line_id in ${changedShares}
        union all select share.receipt_id from receipt_put_aways share where share.order_line_id in ${changedShares})
        and (${receipts.v} >= ${since} or ${receipts.created_at} >= ${recentSince})`,
    )
    .orderBy(receipts.id),
);

const ids = sql.placeholder('ids');
const linesOfReceipts = prepared('sync_receipt_lines', (db: Db) =>
  db.select().from(receiptLines).where(among(receiptLines.receipt_id, ids)).orderBy(receiptLines.id),
);
/** The SKUs of those items of a receipt that are on no purchase order. */
const skusOfReceipts = prepared('sync_receipt_skus', (db: Db) =>
  db
    .select({
      receipt_id: receiptLines.receipt_id,
      product_id: products.id,
      ...skuColumns,
      name: products.name,
      bin: products.bin,
      bins: overflowBins(products.id),
      barcode: products.barcode,
    })
    .from(receiptLines)
    .innerJoin(products, eq(products.id, receiptLines.product_id))
    .where(and(among(receiptLines.receipt_id, ids), isNull(receiptLines.purchase_order_line_id)))
    .orderBy(receiptLines.id),
);
const setAsidesOfReceipts = prepared('sync_receipt_set_asides', (db: Db) =>
  db.select().from(receiptSetAsides).where(among(receiptSetAsides.receipt_id, ids)).orderBy(receiptSetAsides.id),
);
const putAwaysOfReceipts = prepared('sync_receipt_put_aways', (db: Db) =>
  db.select().from(receiptPutAways).where(among(receiptPutAways.receipt_id, ids)).orderBy(receiptPutAways.id),
);

/**
 * Whether items of an order line are in its tote. Such a line stays on the receipt even if it no longer gets items, because somebody has to remove
 * the items from the tote.
 */
const isInTote = (placed: readonly (typeof receiptPutAways.$inferSelect)[] = [], line: { product_id: number; order_line_id: number }): boolean =>
  placed.some(({ product_id, order_line_id, qty }) => qty > 0 && order_line_id === line.order_line_id && product_id === line.product_id);

/** Adds the SKUs of a receipt's items that are on no purchase order; most receipts have none. */
function withSkus(rows: Awaited<ReturnType<typeof skusOfReceipts>> = []): Pick<ReceiptRow, 'skus'> {
  const skus = rows.map(({ receipt_id: _receipt, variation_size_1, variation_size_2, variation_all_size, ...row }) => ({
    ...withBins(row),
    size: sizeOf({ variation_size_1, variation_size_2, variation_all_size }),
  }));
  return skus.length ? { skus } : {};
}

/** The receipts of the last 48 hours, or those that changed since a version. */
export async function receiptChanges(db: Db, v: number | null, now: string): Promise<Changes<ReceiptRow, string>> {
  const rows = await (v === null ? recentReceipts(db, { recent: recent(now) }) : changedReceipts(db, { since: v, recent: recent(now) }));
  if (!rows.length) return { put: [], del: [] };
  const receipt_ids = rows.map(({ id }) => id);
  const of = { ids: idList(receipt_ids) };
  const lines = groupBy(await linesOfReceipts(db, of), ({ receipt_id }) => receipt_id);
  const skus = groupBy(await skusOfReceipts(db, of), ({ receipt_id }) => receipt_id);
  const setAsides = groupBy(await setAsidesOfReceipts(db, of), ({ receipt_id }) => receipt_id);
  const allocations = groupBy(await currentAllocations(db, receipt_ids), ({ receipt_id }) => receipt_id);
  const putAways = groupBy(await putAwaysOfReceipts(db, of), ({ receipt_id }) => receipt_id);
  return {
    put: rows.map(({ reversed_at, ...row }) => ({
      ...row,
      is_reversed: reversed_at !== null,
      lines: (lines.get(row.id) ?? []).map(({ purchase_order_line_id, product_id, qty }) => ({ purchase_order_line_id, product_id, qty })),
      set_asides: (setAsides.get(row.id) ?? []).map(({ code, product_id, qty, reason, notes }) => ({ code, product_id, qty, reason, notes })),
      allocations: (allocations.get(row.id) ?? []).flatMap(({ receipt_id: _receipt, id: _id, ...line }) =>
        line.qty > 0 || isInTote(putAways.get(row.id), line) ? [line] : [],
      ),
      put_away: (putAways.get(row.id) ?? []).map(({ product_id, bin, tote, order_line_id, qty }) => ({ product_id, bin, tote, order_line_id, qty })),
      ...withSkus(skus.get(row.id)),
    })),
    del: [],
  };
}
