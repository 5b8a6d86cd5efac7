import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { ImportChange, ImportCheck } from '../../shared/imports/import.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { limits } from '../../shared/limits.ts';
import { inParts } from '../core/bulk.ts';
import type { Services } from '../core/context.ts';
import { firstMessage, Problem } from '../core/problem.ts';
import { yieldToRequests } from '../core/yield-to-requests.ts';
import { importFaults, imports } from '../db/tables/index.ts';
import { jobKind, TryLater } from '../jobs/job.ts';
import { officeActor } from '../sessions/office-actor.ts';
import { type BinMove, binWarnings } from './bin-warnings.ts';
import { activePeople, brakes, brakesOverDay } from './brake.ts';
import { importContext, originOf } from './import-context.ts';
import { presentImportFile } from './import-file.ts';
import { aboutOf, importKinds } from './import-kinds.ts';
import { logImport } from './import-log.ts';
import type { ImportRecord } from './import-queries.ts';
import type { CellFault, Judged } from './import-row.ts';
import { type ReadRow, readRows, readShown } from './read-rows.ts';
import { checkTimeOf, ReadingTime } from './reading-time.ts';
import { RowClaims } from './settle-rows.ts';
import { tellOffice, waitsForOffice } from './tell-people.ts';

export const CHECK_IMPORT = 'check_import';
/** How many faults one unit of work stores. */
const FAULTS_AT_ONCE = 200;

type FaultRow = typeof importFaults.$inferInsert;

/** The faults of a row, each on its column. */
function faultRows(row: ImportRecord, read: Pick<ReadRow, 'row' | 'cells' | 'asWritten'>, key: string, faults: readonly CellFault[]): FaultRow[] {
  return faults.map(({ field, message, suggestion = null }) => ({
    import_id: row.id,
    row: read.row,
    // NO_COLUMN if no column feeds the field.
    column: row.columns.findIndex((column) => column.field === field),
    value: (read.asWritten[field] ?? read.cells[field])?.slice(0, limits.import_cell) ?? '',
    message,
    key,
    suggestion,
  }));
}

type Counts = Omit<ImportCheck, 'faults'>;

function countRow(counts: Counts, { status, fields }: Judged): void {
  counts[status] += 1;
  if (status === 'changed') for (const field of fields) counts.fields[field] = (counts.fields[field] ?? 0) + 1;
}

/** A row that a later row can make faulty. It has the status under which the row was counted, and the texts of the cells that may become faulty. */
type Claimant = Pick<Judged, 'key' | 'status' | 'fields'> & Pick<ReadRow, 'cells'>;

function claimantOf({ cells, asWritten }: ReadRow, { key, status, fields, takes = [], needs }: Judged): Claimant {
  const claimed = [...takes, ...(needs ? [needs] : [])].map(({ field }) => field);
  return { key, status, fields, cells: Object.fromEntries(claimed.map((field) => [field, asWritten[field] ?? cells[field] ?? ''])) };
}

/** The fields that a row changes, with the text before and after. The text after is the file's cell, unless `differences` states another. */
const changesOf = ({ cells, asWritten }: ReadRow, { row, key, status, differences = [] }: Judged): ImportChange[] =>
  status === 'changed'
    ? differences.map(({ field, before, after }) => ({ row, key, field, before, after: after ?? asWritten[field] ?? cells[field] ?? '' }))
    : [];

/** Count a row as faulty, and no longer under its former status. */
function recountRefused(counts: Counts, { status, fields }: Claimant): void {
  counts[status] -= 1;
  counts.faulty += 1;
  if (status === 'changed') for (const field of fields) counts.fields[field] = (counts.fields[field] ?? 0) - 1;
}

/** How a check ended: `too_long` if the file has more than `atMost` rows, `failed` if it cannot be read or takes too long. */
export type CheckEnd = 'checked' | 'too_long' | 'failed';

/**
 * Check the whole file of an import that is waiting for its check, and store what the import would do. Nothing else is written. The check ends if the
 * file has more than `atMost` rows. A file that cannot be read, or takes too long, fails the import with a message.
 */
export async function checkImport(
  services: Services,
  id: number,
  { atMost = Number.POSITIVE_INFINITY, signal, timeOf = checkTimeOf }: Partial<CheckOptions> = {},
): Promise<CheckEnd> {
  const { database } = services;
  const [row] = await database.reader.select().from(imports).where(eq(imports.id, id));
  if (row?.status !== 'checking') return 'checked';
  const isStill = and(eq(imports.id, id), eq(imports.status, 'checking'), eq(imports.version, row.version));
  try {
    const result = await countRows(services, row, { atMost, signal, timeOf });
    if (!result) return 'too_long';
    const { counts, together, total_rows, expected, reason, shown } = result;
    await database.unitOfWork(async (db) => {
      const values = {
        status: 'checked',
        check: { ...counts, ...(together.length > 0 && { together }) },
        shown,
        expected,
        total_rows,
        current_line: total_rows,
        error: reason,
        version: row.version + 1,
      } as const;
      const [stored] = await db.update(imports).set(values).where(isStill).returning({ id: imports.id });
      if (!stored) return;
      const ctx = { db, now: services.clock().toISOString() };
      await logImport(ctx, id, importMessages.log.checked(total_rows, counts.faulty));
      if (row.api_token_id !== null && expected !== null)
        await tellOffice(ctx, waitsForOffice(row, reason ?? importMessages.brake(expected)), `import:${id}`);
    });
    return 'checked';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await database.unitOfWork(async (db) => {
      const reason = firstMessage(error);
      await db
        .update(imports)
        .set({ status: 'failed', error: reason, version: row.version + 1 })
        .where(isStill);
      await logImport({ db, now: services.clock().toISOString() }, id, importMessages.log.failed(reason));
    });
    return 'failed';
  }
}

interface CheckOptions {
  atMost: number;
  signal: AbortSignal | undefined;
  /** How many milliseconds the check may take in all, once it has checked this many rows. */
  timeOf: (rows: number) => number;
}

async function countRows(services: Services, row: ImportRecord, options: CheckOptions) {
  const time = new ReadingTime(options.timeOf(0));
  try {
    return await countRowsWithin(services, row, options, time);
  } finally {
    time.end();
  }
}

async function countRowsWithin(services: Services, row: ImportRecord, { atMost, signal, timeOf }: CheckOptions, time: ReadingTime) {
  const { database } = services;
  const path = await presentImportFile(services.settings, row.stored_as);
  const excerpt = await readShown(path, row, { atMost, signal: time.signal });
  if (!excerpt) return null;
  const actor = await officeActor(database.reader, row.created_by);
  const ctx = importContext(services, database.reader, actor, await originOf(database.reader, row));
  const about = aboutOf(row);
  const importer = await importKinds[row.type].begin(ctx, about);
  const counts: Counts = {
    new: 0,
    changed: 0,
    unchanged: 0,
    faulty: 0,
    archived: 0,
    missing: 0,
    fields: {},
    warnings: [],
    changes: [],
    unused_columns: row.columns.flatMap(({ field }, column) => (field === null ? column : [])),
  };
  let total_rows = 0;
  let faults: FaultRow[] = [];
  const moves: BinMove[] = [];
  const changes: ImportChange[] = [];
  const claims = new RowClaims();
  const claimants = new Map<number, Claimant>();
  const store = async (): Promise<void> => {
    const some = faults;
    faults = [];
    await database.unitOfWork(async (db) => {
      if (some.length) await db.insert(importFaults).values(some);
      await db.update(imports).set({ current_line: total_rows }).where(eq(imports.id, row.id));
    });
  };

  await database.unitOfWork((db) => db.delete(importFaults).where(eq(importFaults.import_id, row.id)));
  let stored_at = performance.now();
  for await (const batch of readRows(path, { ...row, shown: excerpt }, time.signal)) {
    if (signal?.aborted) throw new TryLater('Kitroom was stopped during the check of an import. It begins again.', 0);
    total_rows += batch.length;
    if (total_rows > atMost) return null;
    time.allow(timeOf(total_rows));
    const judged = await importer.judge(ctx, batch);
    claims.add(judged);
    for (const [place, one] of judged.entries()) {
      countRow(counts, one);
      const read = batch[place];
      if (read) changes.push(...changesOf(read, one).slice(0, limits.import_faults - changes.length));
      if (one.bin !== undefined) moves.push({ row: one.row, sku: one.key, bin: one.bin });
      if (read && one.faults.length) faults.push(...faultRows(row, read, one.key, one.faults));
      if (read && one.status !== 'faulty' && (one.takes?.length || one.needs)) claimants.set(one.row, claimantOf(read, one));
    }
    if (faults.length >= FAULTS_AT_ONCE || performance.now() - stored_at > 1000) {
      await store();
      stored_at = performance.now();
    }
    await yieldToRequests(signal ? 0 : 1);
  }
  if (!total_rows) throw new Problem(422, { message: importMessages.no_rows });
  const settlement = claims.settle();
  for (const [refused, itsFaults] of settlement.faults) {
    const claimant = claimants.get(refused);
    if (!claimant) continue;
    recountRefused(counts, claimant);
    faults.push(...faultRows(row, { row: refused, cells: claimant.cells, asWritten: {} }, claimant.key, itsFaults));
  }
  for (const some of inParts(faults.splice(0), FAULTS_AT_ONCE)) {
    faults = some;
    await store();
  }
  await store();
  if (about.complete) counts.missing = (await importer.missing(ctx)).length;
  counts.archived += counts.missing;
  counts.warnings = await binWarnings(
    database.reader,
    moves.filter((move) => !settlement.faults.has(move.row)),
  );
  counts.changes = changes.filter(({ row: changed }) => !settlement.faults.has(changed));
  const { together } = settlement;
  return { counts, together, total_rows, shown: excerpt, ...(await confirmationOf(services, row, counts)) };
}

/**
 * The number of people that has to be typed to confirm the import. A confirmation is needed if many people are changed or archived; if anybody
 * is missing from a file of all people, because the end of the file may be lost; and if machines have archived many people in a day. Only the
 * last case gets a `reason`.
 */
async function confirmationOf({ database, clock }: Services, row: ImportRecord, { changed, archived, missing }: Counts) {
  const { type, account_id } = row;
  if (type !== 'employees' || account_id === null) return { expected: null, reason: null };
  const people = changed + archived;
  const active = await activePeople(database.reader, account_id);
  if (missing > 0 || brakes(people, active)) return { expected: people, reason: null };
  const earlier = await brakesOverDay({ db: database.reader, now: clock().toISOString() }, row, archived, active);
  return earlier === null ? { expected: null, reason: null } : { expected: people, reason: importMessages.brake_over_day(earlier, people) };
}

/** Checks a file after its upload: the file is too long to be checked before the response, or the upload was interrupted before the check ended. */
export const checkImportJob = jobKind(CHECK_IMPORT, z.object({ id: z.int() }), async (services, { id }, signal) => {
  await checkImport(services, id, { signal });
});
