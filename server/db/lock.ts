import { sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Db, run } from './db.ts';
import { pg } from './dialect.ts';

/** The query with its rows locked until the unit of work ends; SQLite has one writer and needs no locks. */
export const lockRows = <Query extends PromiseLike<unknown>>(query: Query): Query => lock(query, 'update');

/** Like `lockRows`, but other units of work can still write rows that refer to the locked rows. */
export const lockForChange = <Query extends PromiseLike<unknown>>(query: Query): Query => lock(query, 'no key update');

/** The query with its rows protected against changes until the unit of work ends; several units may lock the same rows in this way. */
export const lockForReading = <Query extends PromiseLike<unknown>>(query: Query): Query => lock(query, 'share');

const lock = <Query>(query: Query, strength: string): Query => (pg ? (query as unknown as { for(strength: string): Query }).for(strength) : query);

/** Locks a whole table against other writers until the unit of work ends: for a command that replaces all its rows. */
export async function lockTable(db: Db, table: SQLiteTable): Promise<void> {
  if (pg) await run(db, sql`lock table ${table} in share row exclusive mode`);
}

/** Locks a tote until the unit of work ends. The lock is not on a row, because an empty tote has none. */
export async function lockTote(db: Db, tote: string): Promise<void> {
  if (pg) await run(db, sql`select pg_advisory_xact_lock(727402, hashtext(${tote}))`);
}
