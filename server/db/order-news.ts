import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { among, idList } from './among.ts';
import { announce, type Db, prepared } from './db.ts';
import { pg } from './dialect.ts';
import { orders } from './tables/index.ts';

/** The channel for changes of orders. A message is a JSON list of pairs: an order's id, and its client's id or null if the order was deleted. */
export const orderChannel = 'kitroom_orders';

/** The number of orders that fit in one announcement on either engine. */
const MAX_ANNOUNCED = 300;

const accountsOfOrders = prepared('accounts_of_orders', (db) =>
  db
    .select({ id: orders.id, account_id: orders.account_id })
    .from(orders)
    .where(among(orders.id, sql.placeholder('ids'))),
);

/** For PostgreSQL only. Reads and notifies in one statement, so that a transaction that holds locks waits for only one result. */
const notifyOrders = prepared('notify_orders', (db) =>
  db
    .select({ sent: sql`pg_notify(${orderChannel}, json_agg(json_build_array(changed.id, ${orders.account_id}))::text)`.as('sent') })
    .from(sql`unnest(${sql.placeholder('ids')}::bigint[]) as changed (id)`)
    .leftJoin(orders, sql`${orders.id} = changed.id`),
);

/** Once the unit of work is committed, notify the open screens of the people who see these orders that the orders have changed. */
export async function announceOrders(db: Db, order_ids: readonly number[]): Promise<void> {
  for (let from = 0; from < order_ids.length; from += MAX_ANNOUNCED) {
    const ids = order_ids.slice(from, from + MAX_ANNOUNCED);
    if (pg) await notifyOrders(db, { ids: idList(ids) });
    else {
      const accounts = new Map((await accountsOfOrders(db, { ids: idList(ids) })).map(({ id, account_id }) => [id, account_id]));
      await announce(db, orderChannel, JSON.stringify(ids.map((id) => [id, accounts.get(id) ?? null])));
    }
  }
}

const announcement = z.array(z.tuple([z.int(), z.int().nullable()]));

/** The orders in an announcement, all of them or those of one client; none if another release wrote the announcement in another format. */
export function announcedOrders(message: string, account_id: number | null): number[] {
  try {
    return announcement.parse(JSON.parse(message)).flatMap(([id, account]) => (account_id === null || account === account_id ? [id] : []));
  } catch {
    return [];
  }
}
