import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ImportDetails, ImportRun } from '../../shared/imports/import.ts';
import { isRunning } from '../../shared/imports/import-states.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { checkRunImport, checkStopImport } from '../../shared/imports/run-import.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { inParts } from '../core/bulk.ts';
import type { Ctx, Services } from '../core/context.ts';
import { authorize, conflict, enforce, firstMessage, Problem, requireFound } from '../core/problem.ts';
import { yieldToRequests } from '../core/yield-to-requests.ts';
import { type Db, prepared } from '../db/db.ts';
import { lockForChange, lockRows } from '../db/lock.ts';
import { accounts, importChanges, imports } from '../db/tables/index.ts';
import { insertMany } from '../db/write-many.ts';
import { jobKind, TryLater } from '../jobs/job.ts';
import { queueJob } from '../jobs/queue-job.ts';
import { officeActor } from '../sessions/office-actor.ts';
import { activePeople, brakes, brakesOverDay, isByMachine } from './brake.ts';
import { importContext, originOf } from './import-context.ts';
import { presentImportFile } from './import-file.ts';
import type { BatchImporter } from './import-kind.ts';
import { aboutOf, importKinds } from './import-kinds.ts';
import { logImport } from './import-log.ts';
import { findImport, type ImportRecord, importDetailsOf } from './import-queries.ts';
import { isWritten, type Judged, type NotWritten, type Recorded } from './import-row.ts';
import { type ReadRow, readRows } from './read-rows.ts';
import { type RowGroups, readGroups } from './row-groups.ts';
import { tellEnd, tellOffice, waitsForOffice } from './tell-people.ts';

export const RUN_IMPORT = 'run_import';
/** How many people one unit of work archives. */
const ARCHIVED_AT_ONCE = 8;

const lockedRow = prepared('lock_import', (db) =>
  lockRows(
    db
      .select()
      .from(imports)
      .where(eq(imports.id, sql.placeholder('id'))),
  ),
);

/** Lock an import until the unit of work ends and read it; 404 outside the caller’s scope. */
export async function lockImport(ctx: Ctx, id: number): Promise<ImportRecord> {
  await lockRows(ctx.db.select({ id: imports.id }).from(imports).where(eq(imports.id, id)));
  return findImport(ctx, id);
}

/** 403 if a caller with an API token changes an import that a person uploaded, because a person may give more rights than a token may. */
export function enforceOwn({ api_token }: Ctx, { api_token_id }: Pick<ImportRecord, 'api_token_id'>): void {
  if (api_token && api_token_id === null) throw new Problem(403, { message: importMessages.not_of_token });
}

/**
 * Let a checked import run in the background. 409 `import_faulty` if rows have errors and `skip_faulty` is not set, `import_brake` until the number
 * of people is confirmed.
 */
export async function beginRun(ctx: Ctx, id: number, { skip_faulty, confirm_changes }: ImportRun): Promise<ImportDetails> {
  authorize(policy.run_imports(ctx.actor));
  const row = await lockImport(ctx, id);
  enforceOwn(ctx, row);
  enforce(checkRunImport(row));
  if (row.stored_as === null) throw conflict('import_not_ready', importMessages.file_gone);
  const faulty = row.check?.faulty ?? 0;
  if (faulty && !skip_faulty) throw conflict('import_faulty', importMessages.faulty(faulty));
  if (row.expected !== null && ctx.api_token)
    throw new Problem(409, { code: 'import_brake', message: row.error ?? importMessages.brake_by_token(row.expected), expected: row.expected });
  if (row.expected !== null && confirm_changes !== row.expected)
    throw new Problem(409, { code: 'import_brake', message: importMessages.brake(row.expected), expected: row.expected });
  const confirmed = row.expected;
  // Until the first row is written, `current_line` shows the row that the check had reached.
  const first = row.last_row === 0 && { current_line: 0 };
  await ctx.db
    .update(imports)
    .set({ status: 'queued', error: null, ended_at: null, skip_faulty, confirmed, started_by: ctx.actor.id, version: row.version + 1, ...first })
    .where(eq(imports.id, id));
  await logImport(ctx, id, importMessages.log.queued);
  await queueJob(ctx, { kind: RUN_IMPORT, key: String(id), payload: { id } });
  await audit({ ...ctx, import_id: id }, 'import.run', { type: 'import', id }, null, {
    type: row.type,
    rows: row.total_rows,
    skip_faulty,
    confirmed,
  });
  return importDetailsOf(ctx, id);
}

/** End a run after the rows that are being written; the run can be continued, or the import rolled back. */
export async function stopRun(ctx: Ctx, id: number): Promise<ImportDetails> {
  authorize(policy.run_imports(ctx.actor));
  const row = await lockImport(ctx, id);
  enforce(checkStopImport(row));
  const error = importMessages.stopped(ctx.actor.name);
  await ctx.db
    .update(imports)
    .set({ status: 'failed', error, started_at: row.started_at ?? ctx.now, ended_at: ctx.now, version: row.version + 1 })
    .where(eq(imports.id, id));
  await logImport(ctx, id, error);
  await audit({ ...ctx, import_id: id }, 'import.stopped', { type: 'import', id });
  return importDetailsOf(ctx, id);
}

/** The numbers that a unit of work adds to the counts of an import. */
interface Written {
  results: readonly (Recorded | NotWritten)[];
  unchanged: number;
  /** Why rows were not written. */
  refusals: readonly NotWritten[];
  current_line: number;
  last_row: number;
}

/** Store the results of a batch and the position of the run. After an interruption the run continues from this position. */
async function record(ctx: Ctx, id: number, { results, unchanged, refusals, current_line, last_row }: Written): Promise<void> {
  const { db } = ctx;
  const recorded = results.filter(isWritten).sort((one, other) => one.row - other.row);
  const failures = [...refusals, ...results.filter((result): result is NotWritten => !isWritten(result))];
  await insertMany(
    db,
    importChanges,
    recorded.map((change) => ({ import_id: id, ...change })),
  );
  const rowsOf = (action: Recorded['action']): number => recorded.filter((one) => one.action === action && !isMade(one)).length;
  await db
    .update(imports)
    .set({
      last_row,
      current_line,
      created_rows: sql`${imports.created_rows} + ${rowsOf('created')}`,
      changed_rows: sql`${imports.changed_rows} + ${rowsOf('changed')}`,
      archived_rows: sql`${imports.archived_rows} + ${rowsOf('archived')}`,
      unchanged_rows: sql`${imports.unchanged_rows} + ${unchanged}`,
      failed_rows: sql`${imports.failed_rows} + ${failures.length}`,
    })
    .where(eq(imports.id, id));
  await logImport(ctx, id, ...failures.map(({ row, key, reason }) => importMessages.log.row_failed(row, key, reason)));
}

/** A role or set that was created because a row named it is not counted as a row. */
const isMade = ({ target }: Recorded): boolean => target === 'employee_role' || target === 'clothing_set';

const refusalOf = ({ row, key, faults }: Judged): NotWritten[] => {
  const [fault] = faults;
  return fault ? [{ row, key, reason: `${fault.field}: ${fault.message}` }] : [];
};

/** Ends the run with an error message; rows that are already written stay. */
class RunEnd extends Error {}

/** The data that all batches of a run share. */
interface Writing {
  importer: BatchImporter;
  groups: RowGroups;
  /** How many people of the account are active. */
  active: number;
}

/**
 * Write the rows of a batch that are not written yet, with the rows of their groups. Throws if more people are changed than were confirmed. Returns
 * whether the run continues.
 */
async function writeBatch(services: Services, row: ImportRecord, { importer, groups, active }: Writing, batch: readonly ReadRow[]): Promise<boolean> {
  const actor = await officeActor(services.database.reader, row.started_by ?? row.created_by);
  const origin = await originOf(services.database.reader, row);
  return services.database.unitOfWork(async (db) => {
    const ctx = importContext(services, db, actor, origin);
    const [current] = await lockedRow(db, { id: row.id });
    if (current?.status !== 'running') return false;
    const fresh = groups.complete(batch.filter((one) => one.row > current.last_row));
    importer.remember(batch.filter((one) => one.row <= current.last_row));
    if (!fresh.length) return true;
    const { judged, results } = await importer.write(ctx, fresh);
    await record(ctx, row.id, {
      results,
      unchanged: judged.filter(({ status }) => status === 'unchanged').length,
      refusals: judged.flatMap(refusalOf),
      current_line: current.current_line + fresh.length,
      last_row: batch.at(-1)?.row ?? current.last_row,
    });
    await enforceBrake(ctx, row, active);
    return true;
  });
}

/**
 * Throws if the import changes or archives too many people: more than a person confirmed, or, without a confirmation, more than the brake allows.
 * The batch is then not written.
 */
async function enforceBrake(ctx: Ctx, row: ImportRecord, active: number): Promise<void> {
  const { id, type, confirmed } = row;
  if (type !== 'employees') return;
  const [counted] = await ctx.db.select({ changed: imports.changed_rows, archived: imports.archived_rows }).from(imports).where(eq(imports.id, id));
  const { changed, archived } = requireFound(counted);
  const people = changed + archived;
  const isTooMany = confirmed === null ? brakes(people, active) || (await brakesOverDay(ctx, row, archived, active)) !== null : people > confirmed;
  if (isTooMany) throw new RunEnd(importMessages.more_people_than_confirmed);
}

async function archiveMissing(services: Services, row: ImportRecord, importer: BatchImporter, active: number): Promise<boolean> {
  const { database } = services;
  const actor = await officeActor(database.reader, row.started_by ?? row.created_by);
  const origin = await originOf(database.reader, row);
  const missing = await importer.missing(importContext(services, database.reader, actor, origin));
  const byId = new Map(missing.map((one) => [one.id, one]));
  for (const ids of inParts([...byId.keys()], ARCHIVED_AT_ONCE)) {
    const goesOn = await database.unitOfWork(async (db) => {
      const ctx = importContext(services, db, actor, origin);
      const [current] = await lockedRow(db, { id: row.id });
      if (current?.status !== 'running') return false;
      const results = await importer.archive(
        ctx,
        ids.flatMap((id) => byId.get(id) ?? []),
      );
      await record(ctx, row.id, { results, unchanged: 0, refusals: [], current_line: current.current_line, last_row: current.last_row });
      await enforceBrake(ctx, row, active);
      return true;
    });
    if (!goesOn) return false;
    await yieldToRequests();
  }
  return true;
}

/**
 * Makes a machine’s file wait for a person if other files have archived many people since its check; returns whether it waits. Files of one account
 * are handled one after the other.
 */
async function waitsAfterAll(ctx: { db: Db; now: string }, row: ImportRecord): Promise<boolean> {
  const { id, account_id, confirmed, check } = row;
  if (row.type !== 'employees' || account_id === null || confirmed !== null || !isByMachine(row)) return false;
  await lockForChange(ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account_id)));
  const archived = Math.max(check?.archived ?? 0, row.archived_rows);
  const earlier = await brakesOverDay(ctx, row, archived, (await activePeople(ctx.db, account_id)) + row.archived_rows);
  if (earlier === null) return false;
  const expected = (check?.changed ?? 0) + archived;
  const error = importMessages.brake_over_day(earlier, expected);
  await ctx.db
    .update(imports)
    .set({ status: 'checked', runs_itself: false, expected, error, version: row.version + 1 })
    .where(eq(imports.id, id));
  await logImport(ctx, id, error);
  await tellOffice(ctx, waitsForOffice(row, error), `import:${id}`);
  return true;
}

/** Begin a run, or continue one; null if there is nothing to run. */
async function takeUp({ database, clock }: Services, id: number): Promise<ImportRecord | null> {
  return database.unitOfWork(async (db) => {
    const now = clock().toISOString();
    const [row] = await lockedRow(db, { id });
    if (!row || !isRunning(row)) return null;
    if (await waitsAfterAll({ db, now }, row)) return null;
    const started_at = row.started_at ?? now;
    const values = { status: 'running', started_at } as const;
    await db.update(imports).set(values).where(eq(imports.id, id));
    await logImport({ db, now }, id, row.last_row === 0 ? importMessages.log.begun : importMessages.log.resumed(row.last_row));
    return { ...row, ...values };
  });
}

const end = ({ database, clock }: Services, id: number, error: string | null): Promise<void> =>
  database.unitOfWork(async (db) => {
    const now = clock().toISOString();
    const [row] = await lockedRow(db, { id });
    if (row?.status !== 'running') return;
    const { created_rows, changed_rows, archived_rows, version } = row;
    await db
      .update(imports)
      .set({ status: error === null ? 'done' : 'failed', error, ended_at: now, version: version + 1 })
      .where(eq(imports.id, id));
    await tellEnd({ db, now }, row.started_by ?? row.created_by, row, error);
    await logImport(
      { db, now },
      id,
      error === null ? importMessages.log.done(created_rows, changed_rows, archived_rows) : importMessages.log.failed(error),
    );
  });

async function runRows(services: Services, row: ImportRecord, signal: AbortSignal): Promise<void> {
  const { database, settings } = services;
  const path = await presentImportFile(settings, row.stored_as);
  const actor = await officeActor(database.reader, row.started_by ?? row.created_by);
  const about = aboutOf(row);
  const importer = await importKinds[row.type].begin(importContext(services, database.reader, actor, await originOf(database.reader, row)), about);
  const active = row.account_id === null ? 0 : await activePeople(database.reader, row.account_id);
  const writing = { importer, groups: await readGroups(path, row), active };
  for await (const batch of readRows(path, row)) {
    if (signal.aborted) throw new TryLater('Kitroom was stopped during an import. The import goes on.', 0);
    if (!(await writeBatch(services, row, writing, batch))) return;
    services.changed();
    await yieldToRequests();
  }
  if (about.complete && !(await archiveMissing(services, row, importer, active))) return;
  await end(services, row.id, null);
  services.changed();
}

/**
 * Runs an import, batch after batch. Each batch is stored together with the run's position, so that after a crash each row is
 * written once.
 */
export const runImportJob = jobKind(RUN_IMPORT, z.object({ id: z.int() }), async (services, { id }, signal) => {
  const row = await takeUp(services, id);
  if (!row) return;
  try {
    await runRows(services, row, signal);
  } catch (error) {
    if (error instanceof Problem) await end(services, id, firstMessage(error));
    else if (error instanceof RunEnd) await end(services, id, error.message);
    else throw error;
  }
});
