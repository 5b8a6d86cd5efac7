import { and, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Services } from '../core/context.ts';
import { yieldToRequests } from '../core/yield-to-requests.ts';
import { type Db, rows, run } from '../db/db.ts';
import {
  allocationRunLines,
  allocationRunOrders,
  allocationRuns,
  attempts,
  emailChanges,
  idempotencyKeys,
  impersonations,
  jobs,
  kitSizeLinks,
  passwordResets,
  rolloutLinks,
  sessions,
  sizeLinks,
  syncFailures,
  syncOutcomes,
  syncTombstones,
} from '../db/tables/index.ts';
import { recurring } from './job.ts';

const day = 24 * 60 * 60_000;
/** Rows that one unit of work deletes, so that no writer waits long. */
const BATCH = 500;

/** How long each kind of temporary record is kept, in milliseconds after the time stored in the record. */
const keep = {
  idempotency_keys: 7 * day,
  ended_sessions: 0,
  ended_resets: day,
  ended_impersonations: 7 * day,
  ended_attempts: 0,
  ended_email_changes: day,
  done_jobs: 7 * day,
  ended_size_links: 60 * day,
  sync: 180 * day,
  allocation_runs: 90 * day,
} as const;

/** Deletes everything that expires, once an hour. */
export const expire = recurring('expire', '17 * * * *', async (services, signal) => {
  const before = (ms: number): string => new Date(services.clock().getTime() - ms).toISOString();
  const sync = before(keep.sync);
  const runs = before(keep.allocation_runs);
  const batches: ((db: Db) => Promise<unknown[]>)[] = [
    (db) => expiredKeys(db, before(keep.idempotency_keys)),
    (db) => oldest(db, sessions, sessions.id, lt(sessions.expires_at, before(keep.ended_sessions))),
    (db) => oldest(db, impersonations, impersonations.id, lt(impersonations.ended_at, before(keep.ended_impersonations))),
    (db) => oldest(db, passwordResets, passwordResets.id, lt(passwordResets.expires_at, before(keep.ended_resets))),
    (db) => oldest(db, sizeLinks, sizeLinks.id, lt(sizeLinks.expires_at, before(keep.ended_size_links))),
    (db) => oldest(db, kitSizeLinks, kitSizeLinks.id, lt(kitSizeLinks.expires_at, before(keep.ended_size_links))),
    (db) => oldest(db, rolloutLinks, rolloutLinks.id, lt(rolloutLinks.expires_at, before(keep.ended_size_links))),
    (db) => oldest(db, attempts, attempts.key, lt(attempts.ends_at, before(keep.ended_attempts))),
    (db) => oldest(db, emailChanges, emailChanges.user_id, lt(emailChanges.expires_at, before(keep.ended_email_changes))),
    (db) => oldest(db, jobs, jobs.id, and(isNotNull(jobs.done_at), lt(jobs.done_at, before(keep.done_jobs)))),
    // A refusal stays until a person has resolved it, however old it is.
    (db) =>
      oldest(
        db,
        syncOutcomes,
        syncOutcomes.m,
        and(lt(syncOutcomes.at, sync), or(inArray(syncOutcomes.outcome, ['applied', 'noop']), isNotNull(syncOutcomes.resolved_at))),
      ),
    (db) => forgetBefore(db, sync),
    (db) => oldest(db, syncTombstones, syncTombstones.id, olderTombstones(sync)),
    (db) => oldest(db, syncFailures, syncFailures.m, lt(syncFailures.at, sync)),
    // A run's report has one row for each line, so these rows are deleted in parts before the run itself.
    (db) => ofOldRuns(db, allocationRunLines, allocationRunLines.run_id, allocationRunLines.order_line_id, runs),
    (db) => ofOldRuns(db, allocationRunOrders, allocationRunOrders.run_id, allocationRunOrders.position, runs),
    (db) => oldest(db, allocationRuns, allocationRuns.id, lt(allocationRuns.ended_at, runs)),
  ];
  for (const batch of batches) await untilNone(services, signal, batch);
});

/** Store the version below which tombstones are deleted from now on: a tablet with an older version has to fetch everything again. */
async function forgetBefore(db: Db, before: string): Promise<unknown[]> {
  const newest = sql`coalesce((select max(${syncTombstones.v}) from ${syncTombstones} where ${lt(syncTombstones.at, before)}), 0)`;
  await run(db, sql`update sync_clock set forgotten_v = ${newest} where forgotten_v < ${newest}`);
  return [];
}

/** All expired tombstones except the newest. */
const olderTombstones = (before: string): SQL =>
  sql`${syncTombstones.v} < (select max(${syncTombstones.v}) from ${syncTombstones} where ${lt(syncTombstones.at, before)})`;

async function untilNone({ database }: Services, signal: AbortSignal, batch: (db: Db) => Promise<unknown[]>): Promise<void> {
  let deleted = BATCH;
  while (deleted === BATCH && !signal.aborted) {
    deleted = (await database.unitOfWork(batch)).length;
    await yieldToRequests();
  }
}

const oldest = (db: Db, table: SQLiteTable, key: SQLiteColumn, which: SQL | undefined): Promise<unknown[]> => {
  const some = db.select({ key }).from(table).where(which).limit(BATCH);
  return rows(db, sql`delete from ${table} where ${key} in ${some} returning 1`);
};

const expiredKeys = (db: Db, before: string): Promise<unknown[]> => {
  const { user_id, key, created_at } = idempotencyKeys;
  const some = db.select({ user_id, key }).from(idempotencyKeys).where(lt(created_at, before)).limit(BATCH);
  return rows(db, sql`delete from ${idempotencyKeys} where (user_id, key) in ${some} returning 1`);
};

function ofOldRuns(db: Db, table: SQLiteTable, run_id: SQLiteColumn, key: SQLiteColumn, before: string): Promise<unknown[]> {
  const old = db.select({ id: allocationRuns.id }).from(allocationRuns).where(lt(allocationRuns.ended_at, before));
  const some = db.select({ run_id, key }).from(table).where(inArray(run_id, old)).limit(BATCH);
  return rows(db, sql`delete from ${table} where (${run_id}, ${key}) in ${some} returning 1`);
}
