import reasons from '../../../data/reference/return-reasons.json' with { type: 'json' };
import type { Loader } from '../../db/load-rows.ts';
import { purchaseOrderLines, purchaseOrders, returnLines, returnReasons, returns, stockLevels, stockMovements } from '../../db/tables/index.ts';
import type { Random } from '../random.ts';
import type { Used } from './load-orders.ts';
import type { Sku } from './load-range.ts';

const day = 24 * 3_600_000;
const linesEach = 10;

interface About {
  /** The time that counts as now in the data, in milliseconds. */
  today: number;
  /** The length of the period in which the orders were made, in milliseconds. */
  span: number;
  office: number;
  /** The first free id of a stock movement: the movements of the orders have the ids below it. */
  movementsFrom: number;
}

/** Insert the stock from which the orders were shipped: opening stock, receipts from suppliers, returns, and the resulting levels. */
export async function loadStock(loader: Loader, skus: readonly Sku[], used: Used, purchases: number, about: About, random: Random): Promise<void> {
  const { today, span, office } = about;
  let movement = about.movementsFrom;
  const level = new Map<number, number>();
  const add = (id: number, qty: number): void => void level.set(id, (level.get(id) ?? 0) + qty);
  const time = (ms: number): string => new Date(Math.min(ms, today)).toISOString();

  const boughtQty = new Map<number, number>();
  const orders: (typeof purchaseOrders.$inferInsert)[] = [];
  const lines: (typeof purchaseOrderLines.$inferInsert)[] = [];
  const movements: (typeof stockMovements.$inferInsert)[] = [];
  const bySupplier = new Map<number, Sku[]>();
  for (const sku of skus) bySupplier.set(sku.supplier_id, [...(bySupplier.get(sku.supplier_id) ?? []), sku]);
  const suppliers = [...bySupplier.keys()];
  for (let n = 0; n < purchases; n++) {
    const supplier_id = random.pick(suppliers);
    const at = today - span + Math.floor((span * n) / purchases);
    const isOpen = n > purchases * 0.97;
    const our_reference = `PO-${String(n + 1).padStart(5, '0')}`;
    orders.push({
      id: n + 1,
      our_reference,
      supplier_id,
      created_by: office,
      created_at: time(at),
      approved_at: time(at + day),
      closed_at: isOpen ? null : time(at + 15 * day),
      due_on: time(at + 14 * day).slice(0, 10),
    });
    const orderedSkus = new Set(Array.from({ length: linesEach }, () => random.pick(bySupplier.get(supplier_id) ?? [])));
    for (const sku of orderedSkus) {
      const qty = random.whole(2, 12) * 6;
      const qty_shipped = used.shipped.get(sku.id) ?? 0;
      // Suppliers deliver at most what was shipped; opening stock covers the rest.
      const received = isOpen ? 0 : Math.min(qty, Math.max(0, qty_shipped - (boughtQty.get(sku.id) ?? 0)));
      boughtQty.set(sku.id, (boughtQty.get(sku.id) ?? 0) + received);
      lines.push({
        purchase_order_id: n + 1,
        product_id: sku.id,
        qty_requested: isOpen ? qty : Math.max(received, 1),
        qty_received: received,
        unit_price_tenths: sku.cost * 10,
        is_open: isOpen,
      });
      if (!received) continue;
      add(sku.id, received);
      movements.push(movementRow(++movement, sku.id, 'PURCHASE_ORDER', received, our_reference, office, time(at + 14 * day)));
    }
  }
  await loader.load(purchaseOrders, orders);
  await loader.load(purchaseOrderLines, lines);

  const backs: (typeof returns.$inferInsert)[] = [];
  const backLines: (typeof returnLines.$inferInsert)[] = [];
  for (const [i, { order_id, order_line_id, product_id, requester_id, at }] of used.returnable.entries()) {
    backs.push({ id: i + 1, order_id, creator_id: requester_id, approver_id: office, created_at: time(at), finalised_at: time(at + 4 * day) });
    backLines.push({
      return_id: i + 1,
      order_line_id,
      product_id,
      reason_id: (i % reasons.length) + 1,
      qty_requested: 1,
      qty_approved: 1,
      outcome: 'restock',
    });
    add(product_id, 1);
    movements.push(movementRow(++movement, product_id, 'ORDER_RETURN', 1, String(i + 1).padStart(5, '0'), office, time(at + 4 * day)));
  }
  await loader.load(
    returnReasons,
    reasons.map((description, i) => ({ id: i + 1, description })),
  );
  await loader.load(returns, backs);
  await loader.load(returnLines, backLines);
  await loader.load(stockMovements, movements);

  const first: (typeof stockMovements.$inferInsert)[] = [];
  const levels: (typeof stockLevels.$inferInsert)[] = [];
  for (const [i, { id }] of skus.entries()) {
    const [shipped, allocated] = [used.shipped.get(id) ?? 0, used.allocated.get(id) ?? 0];
    const qty = random.chance(8) ? 0 : random.whole(1, 60);
    const opening = Math.max(0, shipped + allocated + qty - (level.get(id) ?? 0));
    if (opening) first.push(movementRow(i + 1, id, 'IMPORT', opening, 'Opening stock', office, time(today - span - 30 * day)));
    levels.push({ product_id: id, qty_available: opening + (level.get(id) ?? 0) - shipped, qty_allocated: allocated });
  }
  await loader.load(stockMovements, first);
  await loader.load(stockLevels, levels);
}

const movementRow = (
  id: number,
  product_id: number,
  type: 'PURCHASE_ORDER' | 'ORDER_RETURN' | 'IMPORT',
  qty: number,
  reference: string,
  user_id: number,
  created_at: string,
): typeof stockMovements.$inferInsert => ({ id, product_id, type, qty, reference, user_id, created_at });
