import { sql } from 'drizzle-orm';
import { pg } from './dialect.ts';

/**
 * Versions by which tablets fetch only what has changed. SQLite counts units of work; PostgreSQL uses the transaction's id. On both, triggers write
 * the version to each changed row. A reader requests the rows from the version on at which its last read ended.
 */

/** In a unit of work: the version that its changes carry. */
export const thisVersion = pg ? sql<number>`pg_current_xact_id()::text::bigint` : sql<number>`(select v from sync_clock)`;

/**
 * In a snapshot: the version from which the next read has to begin. The snapshot contains every change with a lower version; delivering a change
 * twice does no harm.
 */
export const nextVersion = pg ? sql<number>`pg_snapshot_xmin(pg_current_snapshot())::text::bigint` : sql<number>`(select v + 1 from sync_clock)`;

/**
 * Greater than every version that this database can have used. A reader whose cursor is higher has seen a later state of the data, so this database
 * was restored from a backup.
 */
export const versionLimit = pg ? sql<number>`pg_snapshot_xmax(pg_current_snapshot())::text::bigint` : sql<number>`(select v + 1 from sync_clock)`;
