import { asc, eq, sql } from 'drizzle-orm';
import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';
import { type Db, prepared } from '../db/db.ts';
import { dispatchOrders, orders, pickLines, picks } from '../db/tables/index.ts';

const ofPick = prepared('sync_order_of_pick', (db) =>
  db
    .select({ order_id: picks.order_id })
    .from(picks)
    .where(eq(picks.id, sql.placeholder('id'))),
);
const ofDispatch = prepared('sync_order_of_dispatch', (db) =>
  db
    .select({ order_id: dispatchOrders.order_id })
    .from(dispatchOrders)
    .where(eq(dispatchOrders.dispatch_id, sql.placeholder('id')))
    .orderBy(asc(dispatchOrders.order_id))
    .limit(1),
);
const ofPickLine = prepared('sync_order_of_pick_line', (db) =>
  db
    .select({ order_id: picks.order_id })
    .from(pickLines)
    .innerJoin(picks, eq(picks.id, pickLines.pick_id))
    .where(eq(pickLines.id, sql.placeholder('id'))),
);
const ofUuid = prepared('sync_order_of_uuid', (db) =>
  db
    .select({ order_id: orders.id })
    .from(orders)
    .where(eq(orders.uuid, sql.placeholder('uuid'))),
);

/** The order that a mutation concerns, so that the office sees the order's number; null if the mutation concerns no known order. */
export async function orderOfMutation<N extends MutationName>(db: Db, n: N, a: ArgsOf<N>): Promise<number | null> {
  const [order] = await find(db, n, a);
  return order?.order_id ?? null;
}

async function find(db: Db, n: MutationName, a: ArgsOf<MutationName>): Promise<{ order_id: number }[]> {
  if ('pick_id' in a) return ofPick(db, { id: a.pick_id });
  if ('dispatch_id' in a) return ofDispatch(db, { id: a.dispatch_id });
  if ('orders' in a) return ofUuid(db, { uuid: a.orders[0]?.uuid ?? '' });
  if ('dispatch_ids' in a) return ofDispatch(db, { id: a.dispatch_ids[0] ?? 0 });
  if (n !== 'stock.request_count' || !('pick_line_id' in a) || a.pick_line_id === null) return [];
  return ofPickLine(db, { id: a.pick_line_id });
}
