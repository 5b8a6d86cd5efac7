import { sql } from 'drizzle-orm';
import { pg } from './dialect.ts';

/**
 * Versions by which tablets learn what changed. SQLite counts units of work; PostgreSQL takes the transaction's id. Either way
 * a row is stamped by triggers, and a reader asks for rows stamped at or after the version where its last reading ended.
 */

/** In a unit of work: the version its changes are stamped with. */
export const thisVersion = pg ? sql<number>`pg_current_xact_id()::text::bigint` : sql<number>`(select v from sync_clock)`;

/** In a snapshot: where the next reading has to begin. Everything stamped below it is in this snapshot; what is redelivered is harmless. */
export const nextVersion = pg ? sql<number>`pg_snapshot_xmin(pg_current_snapshot())::text::bigint` : sql<number>`(select v + 1 from sync_clock)`;

/** Above every version that this database can have given out: a reader that stands beyond it has seen a later state than ours. */
export const versionLimit = pg ? sql<number>`pg_snapshot_xmax(pg_current_snapshot())::text::bigint` : sql<number>`(select v + 1 from sync_clock)`;
