import { announce, type Db } from './db.ts';

/** Where it is announced which orders have changed: a JSON list of their ids. */
export const orderChannel = 'kitroom_orders';

/** So many ids fit one announcement on every engine. */
const MOST = 500;

/** Tell the open screens of those who see them, once the unit of work is kept, that these orders have changed. */
export async function announceOrders(db: Db, order_ids: readonly number[]): Promise<void> {
  for (let from = 0; from < order_ids.length; from += MOST) await announce(db, orderChannel, JSON.stringify(order_ids.slice(from, from + MOST)));
}
