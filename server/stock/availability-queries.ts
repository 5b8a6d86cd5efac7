import { eq } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { shareDeliveries } from '../../shared/purchasing/share-deliveries.ts';
import { LOW_STOCK, type SizeAvailability, sizeAvailability } from '../../shared/stock/size-availability.ts';
import type { Ctx } from '../core/context.ts';
import { type Db, rows } from '../db/db.ts';
import { accounts } from '../db/tables/index.ts';
import { deliveriesOf, freeStockOf } from './on-order.ts';
import { shortOfSkus } from './short-lines-queries.ts';

/**
 * When `quantity` items of each SKU can leave, by SKU, after all orders that are submitted; three statements for any number of SKUs. What the
 * submitted orders lack is read as one sum for each SKU, because they come before the items in question in any sequence.
 */
export async function availabilityOf(db: Db, product_ids: readonly number[], quantity = 1): Promise<Map<number, SizeAvailability>> {
  if (!product_ids.length) return new Map();
  const submitted = await rows<{ product_id: number | string; qty_short: number | string }>(db, shortOfSkus(product_ids));
  const lines = [
    ...submitted.map(({ product_id, qty_short }) => ({ id: 0, product_id: Number(product_id), qty_short: Number(qty_short) })),
    ...product_ids.flatMap((product_id, n) => [
      { id: 2 * n + 1, product_id, qty_short: quantity },
      { id: 2 * n + 2, product_id, qty_short: Math.max(0, LOW_STOCK - quantity) },
    ]),
  ];
  const levels = await freeStockOf(db, product_ids);
  const free = new Map([...levels].map(([id, { qty_free, qty_in_question }]) => [id, qty_free - qty_in_question]));
  const incoming = shareDeliveries(lines, await deliveriesOf(db, product_ids), free);
  const comingOf = (id: number) => incoming.get(id) ?? { shares: [], qty_uncovered: 0 };
  return new Map(product_ids.map((product_id, n) => [product_id, sizeAvailability(comingOf(2 * n + 1), comingOf(2 * n + 2))]));
}

/** Whether the caller reads when the sizes of this account can leave: the office always does, a client unless the account switches it off. */
export async function showsAvailability({ db, actor }: Pick<Ctx, 'db' | 'actor'>, account_id: number): Promise<boolean> {
  if (policy.see_stock(actor)) return true;
  const [account] = await db.select({ show_stock: accounts.show_stock }).from(accounts).where(eq(accounts.id, account_id));
  return account?.show_stock ?? false;
}
