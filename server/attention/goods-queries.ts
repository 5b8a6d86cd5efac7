import { eq, inArray, sql } from 'drizzle-orm';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { receiptReference } from '../../shared/purchasing/receipt.ts';
import { garmentWords } from '../../shared/sync/refusal-words.ts';
import { among, amongTexts, idList, textList } from '../db/among.ts';
import { type Db, rows } from '../db/db.ts';
import { personNameIfAny } from '../db/person-name.ts';
import {
  purchaseOrderLines,
  purchaseOrders,
  receiptDiscrepancies,
  receiptLines,
  receiptSetAsides,
  receipts,
  syncDevices,
  users,
} from '../db/tables/index.ts';
import { isOpenPick, isToPick } from '../orders/pick-state-conditions.ts';
import { strays } from '../stock/stray-items.ts';
import { garmentsOf } from '../sync/garments.ts';
import { type AttentionItem, blank, personOf, type ReadKind } from './attention-item.ts';

const byName = (items: readonly AttentionItem[]): Map<string, AttentionItem> => new Map(items.map((item) => [item.m, item]));

type Garments = Awaited<ReturnType<typeof garmentsOf>>;
const skuOf = (garments: Garments, product_id: number | null): Pick<AttentionItem, 'sku' | 'garment'> => {
  const garment = product_id === null ? undefined : garments.get(product_id);
  return { sku: garment?.sku ?? null, garment: garment ? garmentWords(garment) : null };
};

async function readDiscrepancies(db: Db, names: string[]): Promise<Map<string, AttentionItem>> {
  const records = await db
    .select({
      m: receiptDiscrepancies.m,
      code: receiptDiscrepancies.kind,
      qty: receiptDiscrepancies.qty,
      at: receiptDiscrepancies.created_at,
      product_id: receiptLines.product_id,
      receipt_id: receipts.id,
      delivery_note_number: receipts.delivery_note_number,
      purchase_order_id: purchaseOrders.id,
      our_reference: purchaseOrders.our_reference,
      device: receipts.device,
      device_name: syncDevices.name,
      person_id: users.id,
      name: personNameIfAny(users),
    })
    .from(receiptDiscrepancies)
    .innerJoin(receiptLines, eq(receiptLines.id, receiptDiscrepancies.receipt_line_id))
    .innerJoin(receipts, eq(receipts.id, receiptLines.receipt_id))
    .leftJoin(purchaseOrderLines, eq(purchaseOrderLines.id, receiptLines.purchase_order_line_id))
    .leftJoin(purchaseOrders, eq(purchaseOrders.id, purchaseOrderLines.purchase_order_id))
    .leftJoin(syncDevices, eq(syncDevices.device, receipts.device))
    .leftJoin(users, eq(users.id, receipts.created_by))
    .where(inArray(receiptDiscrepancies.m, names));
  const garments = await garmentsOf(
    db,
    records.map(({ product_id }) => product_id),
  );
  return byName(
    records.map(
      ({
        m,
        code,
        qty,
        at,
        product_id,
        receipt_id,
        delivery_note_number,
        purchase_order_id,
        our_reference,
        device,
        device_name,
        ...row
      }): AttentionItem => ({
        ...blank,
        ...{ kind: 'discrepancy', m, code, qty, at, device, device_name, ...skuOf(garments, product_id), person: personOf(row) },
        server: { receipt: receiptReference(receipt_id), delivery_note_number, purchase_order_id, our_reference, product_id },
      }),
    ),
  );
}

/** Unexpected items on receipts that tablets have sent. */
export const openDiscrepancies: ReadKind = {
  waiting: sql`select 'discrepancy', m, created_at, id, null, created_at, m, 0 from receipt_discrepancies where resolved_at is null and qty > 0`,
  read: readDiscrepancies,
};

async function readSetAsides(db: Db, names: string[]): Promise<Map<string, AttentionItem>> {
  const records = await db
    .select({
      set_aside: receiptSetAsides,
      delivery_note_number: receipts.delivery_note_number,
      device: receipts.device,
      device_name: syncDevices.name,
      person_id: users.id,
      name: personNameIfAny(users),
    })
    .from(receiptSetAsides)
    .innerJoin(receipts, eq(receipts.id, receiptSetAsides.receipt_id))
    .leftJoin(syncDevices, eq(syncDevices.device, receipts.device))
    .leftJoin(users, eq(users.id, receiptSetAsides.created_by))
    .where(inArray(receiptSetAsides.m, names));
  const garments = await garmentsOf(
    db,
    records.flatMap(({ set_aside }) => set_aside.product_id ?? []),
  );
  return byName(
    records.map(
      ({
        set_aside: { m, qty, qty_decided, created_at, product_id, receipt_id, code, reason, notes },
        device,
        device_name,
        delivery_note_number,
        ...row
      }): AttentionItem => ({
        ...blank,
        ...{
          kind: 'set_aside',
          m,
          code: reason,
          qty: qty - qty_decided,
          at: created_at,
          device,
          device_name,
          ...skuOf(garments, product_id),
          person: personOf(row),
        },
        server: { receipt: receiptReference(receipt_id), delivery_note_number, scanned: code, reason, notes, product_id },
      }),
    ),
  );
}

/** Items that arrived and are not in stock: wrong, damaged or unknown. */
export const openSetAsides: ReadKind = {
  waiting: sql`select 'set_aside', m, created_at, id, null, created_at, m, 0 from receipt_set_asides where resolved_at is null and qty > qty_decided`,
  read: readSetAsides,
};

async function readStrays(db: Db, names: string[]): Promise<Map<string, AttentionItem>> {
  const strayRows = await rows<{ name: string; order_id: number; uuid: string; product_id: number; qty: number; tote: string; at: string | Date }>(
    db,
    sql`select stray.name, stray.order_id, orders.uuid, coalesce(line.picked_product_id, line.product_id) as product_id, stray.qty, stray.tote, stray.at
      from ${strays} stray join order_lines line on line.id = stray.order_line_id join orders on orders.id = stray.order_id
      where ${amongTexts(sql`stray.name`, textList(names))}`,
  );
  const garments = await garmentsOf(
    db,
    strayRows.map(({ product_id }) => Number(product_id)),
  );
  return byName(
    strayRows.map(
      ({ name, order_id, uuid, product_id, qty, tote, at }): AttentionItem => ({
        ...blank,
        ...{ kind: 'stray', m: name, qty: Number(qty), at: new Date(at).toISOString(), ...skuOf(garments, Number(product_id)), person: null },
        order: { id: Number(order_id), uuid, order_number: orderNumber(Number(order_id)) },
        server: { tote, bin: garments.get(Number(product_id))?.bin ?? null },
      }),
    ),
  );
}

/** Items that are in an order's tote although the order does not get them any more. */
export const openStrays: ReadKind = {
  waiting: sql`select 'stray', name, at, order_line_id, order_id, at, name, 0 from ${strays} stray`,
  read: readStrays,
};

/**
 * SKUs whose pick bin has fewer items than are released for picking, although overflow bins have some. The pick bin holds the items on hand, less
 * those that are at a decorator, in overflow bins or already picked.
 */
const empty = sql`(select '00000000-0000-4000-9000-' || substr(cast(1000000000000 + level.product_id as text), 2) as name, level.product_id,
    needed.qty - (level.qty_available - level.qty_at_decorator - held.qty - needed.qty_picked) as qty_short, held.qty as qty_elsewhere, needed.since as at
  from stock_levels level
  join (select product_id, sum(qty) as qty from product_bins group by product_id) held on held.product_id = level.product_id
  join (select line.product_id, sum(line.qty_picked) as qty_picked, min(picks.released_at) as since,
      sum(case when ${isToPick()} then line.qty_allocated - line.qty_picked else 0 end) as qty
    from pick_lines line join picks on picks.id = line.pick_id where ${isOpenPick()}
    group by line.product_id) needed on needed.product_id = level.product_id
  where needed.qty > 0 and held.qty > 0 and level.qty_available - level.qty_at_decorator - held.qty - needed.qty_picked < needed.qty)`;

async function readReplenishments(db: Db, names: string[]): Promise<Map<string, AttentionItem>> {
  const binRows = await rows<{ name: string; product_id: number; qty_short: number; qty_elsewhere: number; at: string | Date }>(
    db,
    sql`select name, product_id, qty_short, qty_elsewhere, at from ${empty} short where ${amongTexts(sql`name`, textList(names))}`,
  );
  const ids = binRows.map(({ product_id }) => Number(product_id));
  const garments = await garmentsOf(db, ids);
  const bins = ids.length
    ? await rows<{ product_id: number; bin: string; qty: number }>(
        db,
        sql`select product_id, bin, qty from product_bins where ${among(sql`product_id`, idList(ids))} order by bin`,
      )
    : [];
  return byName(
    binRows.map(
      ({ name, product_id, qty_short, qty_elsewhere, at }): AttentionItem => ({
        ...blank,
        ...{ kind: 'replenish', m: name, qty: Math.min(Number(qty_short), Number(qty_elsewhere)), at: new Date(at).toISOString(), person: null },
        ...skuOf(garments, Number(product_id)),
        server: {
          bin: garments.get(Number(product_id))?.bin ?? null,
          bins: bins.filter((one) => Number(one.product_id) === Number(product_id)).map(({ bin, qty }) => ({ bin, qty: Number(qty) })),
        },
      }),
    ),
  );
}

/** Pick bins that are to be filled from overflow bins; each is done when its items are moved. */
export const openReplenishments: ReadKind = {
  waiting: sql`select 'replenish', name, at, product_id, null, at, name, 0 from ${empty} short`,
  read: readReplenishments,
};
