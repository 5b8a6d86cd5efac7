import { sql } from 'drizzle-orm';
import type { Poke } from '../../shared/sync/wire.ts';
import { type Db, prepared } from '../db/db.ts';
import { syncClock } from '../db/tables/index.ts';
import { nextVersion, versionLimit } from '../db/versions.ts';

/** The tables whose rows carry the version that changed them. */
export const stamped = [
  'picks',
  'pick_lines',
  'products',
  'users',
  'dispatches',
  'error_codes',
  'shelf_tasks',
  'bags',
  'stock_checks',
  'count_requests',
  'purchase_orders',
  'purchase_order_lines',
  'receipts',
  'collections',
  'order_lines',
  'sync_device_users',
  'sync_devices',
];

export interface Clock {
  epoch: string;
  forgotten_v: number;
  next_v: number;
  limit_v: number;
}

const missing = (): Error => new Error('The sync clock is missing: the database is not migrated.');

const clockRow = prepared('sync_clock', (db) =>
  db
    .select({
      epoch: syncClock.epoch,
      forgotten_v: syncClock.forgotten_v,
      next_v: sql`${nextVersion}`.mapWith(Number),
      limit_v: sql`${versionLimit}`.mapWith(Number),
    })
    .from(syncClock)
    .orderBy(syncClock.id)
    .limit(1),
);

/** The epoch, and the current version of this database. */
export async function readClock(db: Db): Promise<Clock> {
  const [clock] = await clockRow(db);
  if (!clock) throw missing();
  return clock;
}

const newest = sql.join(
  [...stamped, 'sync_tombstones'].map((table) => sql`select max(v) as v from ${sql.identifier(table)} where v > 0`),
  sql` union all `,
);
const versionRow = prepared('sync_floor_version', (db) =>
  db
    .select({
      epoch: syncClock.epoch,
      v: sql`(select coalesce(max(v), 0) + 1 from (${newest} union all select max(entered_v) from floor_orders) newest)`.mapWith(Number),
    })
    .from(syncClock)
    .orderBy(syncClock.id)
    .limit(1),
);

/** The current version of the floor. A tablet whose cursor is at a lower version has something to fetch. */
export async function floorVersion(db: Db): Promise<Poke> {
  const [row] = await versionRow(db);
  if (!row) throw missing();
  return row;
}
