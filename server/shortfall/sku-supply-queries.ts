import { type Db, rows } from '../db/db.ts';
import { deliveriesOf, freeStockOf } from '../stock/on-order.ts';
import { shortOfSkus } from '../stock/short-lines-queries.ts';
import { draftsOf } from './drafts-queries.ts';

/** The shortfall of a SKU in waiting orders, its free stock, and its quantities on order. */
export interface SkuSupply {
  /** Items that waiting orders of all clients lack. */
  qty_short: number;
  /** The number of the given client's orders that lack the SKU. */
  orders_count: number;
  qty_free: number;
  /** Items that open purchase orders still bring: the ordered quantity less the received quantity of each line. */
  qty_on_order: number;
  qty_ordered: number;
  qty_received: number;
  qty_in_drafts: number;
  /** The earliest expected delivery. */
  due: string | null;
  due_reference: string | null;
  due_order_id: number | null;
}

interface ShortRow {
  product_id: number;
  qty_short: number | string;
  orders: number;
}

/** Reads the supply of these SKUs with four statements. */
export async function skuSupplyOf(db: Db, ids: readonly number[], account_id?: number): Promise<Map<number, SkuSupply>> {
  if (!ids.length) return new Map();
  const short = new Map((await rows<ShortRow>(db, shortOfSkus(ids, account_id))).map((row) => [Number(row.product_id), row]));
  const [free, deliveries, drafts] = [await freeStockOf(db, ids), await deliveriesOf(db, ids), await draftsOf(db, ids)];
  return new Map(
    ids.map((id) => {
      const coming = deliveries.get(id) ?? [];
      const [first] = coming;
      const qty_ordered = coming.reduce((sum, delivery) => sum + delivery.qty_ordered, 0);
      const qty_on_order = coming.reduce((sum, { qty }) => sum + qty, 0);
      const supply: SkuSupply = {
        qty_short: Number(short.get(id)?.qty_short ?? 0),
        orders_count: Number(short.get(id)?.orders ?? 0),
        qty_free: free.get(id)?.qty_free ?? 0,
        qty_on_order,
        qty_ordered,
        qty_received: qty_ordered - qty_on_order,
        qty_in_drafts: drafts.get(id) ?? 0,
        due: first?.due_on ?? null,
        due_reference: first?.our_reference ?? null,
        due_order_id: first?.purchase_order_id ?? null,
      };
      return [id, supply];
    }),
  );
}
