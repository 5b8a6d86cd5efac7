import { purchaseOrderLines, purchaseOrders } from '../../server/db/tables/index.ts';
import { floor } from '../fulfilment/floor.ts';
import type { World } from '../world.ts';

interface Purchase {
  supplier_id: number;
  product_id: number;
  qty: number;
  received?: number;
  due_on?: string;
  is_draft?: boolean;
}

let made = 0;

/** Returns a function that creates a purchase order with one line, approved unless it is a draft. */
export const purchases =
  ({ database, now }: Pick<World, 'database' | 'now'>) =>
  ({ supplier_id, product_id, qty, received = 0, due_on, is_draft = false }: Purchase) =>
    database.unitOfWork(async (db) => {
      const [order] = await db
        .insert(purchaseOrders)
        .values({
          our_reference: `PO-9${String(++made).padStart(4, '0')}`,
          supplier_id,
          due_on,
          created_at: now(),
          ...(is_draft ? {} : { approved_at: now() }),
        })
        .returning();
      if (!order) throw new Error('No purchase order was made');
      await db.insert(purchaseOrderLines).values({
        purchase_order_id: order.id,
        product_id,
        qty_requested: qty,
        qty_received: received,
        unit_price_tenths: 6000,
        is_open: !is_draft,
      });
      return order;
    });

/** A floor, and a function that creates purchase orders. */
export async function shortfallFixture() {
  const f = await floor();
  return { ...f, purchase: purchases(f) };
}
