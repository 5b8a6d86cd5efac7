import { sql } from 'drizzle-orm';
import { pg } from './dialect.ts';

/**
 * Versions by which tablets get what changed. SQLite counts units of work; PostgreSQL uses the transaction's id. On both, triggers
 * write the version to a row, and a reader requests rows at or above the version where its last read ended.
 */

/** In a unit of work: the version that its changes carry. */
export const thisVersion = pg ? sql<number>`pg_current_xact_id()::text::bigint` : sql<number>`(select v from sync_clock)`;

/** In a snapshot: where the next read has to begin. Every change below it is in this snapshot; repeated delivery does no harm. */
export const nextVersion = pg ? sql<number>`pg_snapshot_xmin(pg_current_snapshot())::text::bigint` : sql<number>`(select v + 1 from sync_clock)`;

/** Above every version that this database can have used: a reader beyond it has seen a later state than this database's. */
export const versionLimit = pg ? sql<number>`pg_snapshot_xmax(pg_current_snapshot())::text::bigint` : sql<number>`(select v + 1 from sync_clock)`;
