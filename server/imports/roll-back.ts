import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { RollbackResult } from '../../shared/imports/import.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx, Services } from '../core/context.ts';
import { authorize, conflict, requireFound } from '../core/problem.ts';
import { yieldToRequests } from '../core/yield-to-requests.ts';
import { among, idList } from '../db/among.ts';
import { type Db, run } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';
import { lockRows } from '../db/lock.ts';
import { importChanges, imports } from '../db/tables/index.ts';
import { jobKind, TryLater } from '../jobs/job.ts';
import { queueJob } from '../jobs/queue-job.ts';
import { officeActor } from '../sessions/office-actor.ts';
import { importContext } from './import-context.ts';
import { importKinds } from './import-kinds.ts';
import { logImport } from './import-log.ts';
import { canRollBack, rollbackOf } from './import-queries.ts';
import type { UndoResult } from './import-row.ts';
import { lockImport } from './run-import.ts';

const ROLL_BACK = 'roll_back_import';
/** How many changes one unit of work undoes. */
const AT_ONCE = 50;
/** After this many milliseconds the job continues a rollback whose request was lost. */
const TAKEN_UP_AFTER = 60_000;

/** Begin or continue the rollback of an import. 409 if the import cannot be rolled back. */
export async function beginRollback(ctx: Ctx, id: number): Promise<void> {
  authorize(policy.run_imports(ctx.actor));
  const row = await lockImport(ctx, id);
  if (row.status === 'reverting') return;
  if (!canRollBack(row)) throw conflict('import_not_ready', importMessages.cannot_roll_back);
  await ctx.db
    .update(imports)
    .set({ status: 'reverting', error: null, rolled_back_by: ctx.actor.id, rolled_back_at: ctx.now, version: row.version + 1 })
    .where(eq(imports.id, id));
  await logImport(ctx, id, importMessages.log.rolling_back);
  const due_at = new Date(Date.parse(ctx.now) + TAKEN_UP_AFTER).toISOString();
  await queueJob(ctx, { kind: ROLL_BACK, key: String(id), payload: { id }, due_at });
  await audit({ ...ctx, import_id: id }, 'import.rolled_back', { type: 'import', id });
}

async function store(db: Db, results: readonly UndoResult[]): Promise<void> {
  await run(
    db,
    sql`update import_changes set rollback = result.rollback, reason = result.reason
      from (select cast(value ->> 0 as bigint) as id, value ->> 1 as rollback, value ->> 2 as reason
        from ${jsonRows(results.map(({ id, rollback, reason = null }) => [id, rollback, reason]))}) as result
      where import_changes.id = result.id`,
  );
}

type ChangeRow = typeof importChanges.$inferSelect;

/** Finds the other rows of the groups of `changes`. The rows of a group exchanged unique values, so all of them have to be undone together. */
async function othersOfGroups(db: Db, id: number, together: readonly (readonly number[])[], changes: readonly ChangeRow[]): Promise<ChangeRow[]> {
  const rows = new Set(changes.map(({ row }) => row));
  const others = together.filter((group) => group.some((row) => rows.has(row))).flatMap((group) => group.filter((row) => !rows.has(row)));
  if (!others.length) return [];
  return db
    .select()
    .from(importChanges)
    .where(and(eq(importChanges.import_id, id), isNull(importChanges.rollback), among(importChanges.row, idList(others))))
    .orderBy(desc(importChanges.id));
}

/** Undo the newest changes that are not undone yet. Returns whether there may be more of them. */
async function undoSome(services: Services, id: number): Promise<boolean> {
  const { database, clock } = services;
  const [head] = await database.reader.select().from(imports).where(eq(imports.id, id));
  const { type, rolled_back_by, created_by } = requireFound(head);
  const { undo } = importKinds[type];
  const actor = await officeActor(database.reader, rolled_back_by ?? created_by);
  return database.unitOfWork(async (db) => {
    const ctx = importContext(services, db, actor, { import_id: id, api_token: undefined });
    const [row] = await lockRows(db.select({ status: imports.status, version: imports.version }).from(imports).where(eq(imports.id, id)));
    if (row?.status !== 'reverting' || !undo) return false;
    const changes = await db
      .select()
      .from(importChanges)
      .where(and(eq(importChanges.import_id, id), isNull(importChanges.rollback)))
      .orderBy(desc(importChanges.id))
      .limit(AT_ONCE);
    if (changes.length) {
      await store(db, await undo(ctx, [...changes, ...(await othersOfGroups(db, id, head?.check?.together ?? [], changes))]));
      return true;
    }
    const isWhole = !(await db.$count(importChanges, and(eq(importChanges.import_id, id), ne(importChanges.rollback, 'undone'))));
    await db
      .update(imports)
      .set({ status: isWhole ? 'reverted' : 'reverted_in_part', version: row.version + 1 })
      .where(eq(imports.id, id));
    const { undone, kept, failed } = requireFound(await rollbackOf(db, id)).counts;
    await logImport({ db, now: clock().toISOString() }, id, importMessages.log.rolled_back(undone, kept, failed));
    return false;
  });
}

/** Undo what an import wrote, batch after batch, newest first, and record the result for each row. */
export async function rollBack(services: Services, id: number, signal?: AbortSignal): Promise<RollbackResult> {
  while (await undoSome(services, id)) {
    if (signal?.aborted) throw new TryLater('Kitroom was stopped during a rollback. It goes on.', 0);
    services.changed();
    await yieldToRequests(signal ? 0 : 1);
  }
  services.changed();
  return requireFound(await rollbackOf(services.database.reader, id));
}

/** Continues a rollback whose request was lost. */
export const rollBackJob = jobKind(ROLL_BACK, z.object({ id: z.int() }), async (services, { id }, signal) => {
  await rollBack(services, id, signal);
});
