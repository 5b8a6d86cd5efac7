import { sql } from 'drizzle-orm';
import { among, idList } from '../db/among.ts';
import { rows } from '../db/db.ts';
import { products, stockMovements } from '../db/tables/index.ts';
import type { DemoWorld } from './demo-world.ts';

/** How many of the most used SKUs get a reorder point. */
const WATCHED = 40;

/**
 * Set fixed reorder points for the SKUs that are used most. Every third of them has a long lead time instead, so that its point is calculated from
 * its use.
 */
export async function setReorderPoints({ db }: DemoWorld): Promise<void> {
  const used = await rows<{ product_id: number }>(
    db,
    sql`select ${stockMovements.product_id} as product_id from ${stockMovements} where ${stockMovements.type} = 'DISPATCH'
      group by ${stockMovements.product_id} order by sum(${stockMovements.qty}), ${stockMovements.product_id} limit ${WATCHED}`,
  );
  const ids = used.map(({ product_id }) => Number(product_id));
  const watched = (isFar: boolean) => among(products.id, idList(ids.filter((_, at) => (at % 3 === 0) === isFar)));
  await db.update(products).set({ lead_time_days: 168 }).where(watched(true));
  await db.update(products).set({ reorder_point: 50 }).where(watched(false));
}
