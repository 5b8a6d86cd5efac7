import { and, asc, desc, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type ImportCheck, type ImportDetails, type ListedImport, listedImport, type RollbackResult } from '../../shared/imports/import.ts';
import { importTypes } from '../../shared/imports/import-fields.ts';
import { type ImportFacts, importStatuses } from '../../shared/imports/import-states.ts';
import { checkRollBack } from '../../shared/imports/roll-back.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { columnsOf } from '../db/columns-of.ts';
import { alias } from '../db/db.ts';
import { personName } from '../db/person-name.ts';
import { accounts, apiTokens, importChanges, importFaults, importLog, imports, users } from '../db/tables/index.ts';
import { NO_COLUMN } from './import-columns.ts';
import { importKinds } from './import-kinds.ts';

/** A stored import. The rows of the import's file are `ImportRow`. */
export type ImportRecord = typeof imports.$inferSelect;

/** Whether an import can be rolled back: its type and its status allow a rollback, its run has begun, and its file is still stored. */
export const canRollBack = ({ type, stored_as, ...facts }: Pick<ImportRecord, 'type' | 'stored_as'> & ImportFacts): boolean =>
  importKinds[type].undo !== null && stored_as !== null && checkRollBack(facts).ok;

const listed = columnsOf(
  imports,
  listedImport.omit({ account: true, creator: true, token: true, total_errors: true, log_download_url: true, rollback_url: true }),
);
const roller = alias(users, 'roller');

const selectImports = (db: Ctx['db'], which: SQL | undefined) =>
  db
    .select({
      ...listed,
      stored_as: imports.stored_as,
      faulty_rows: sql<number>`coalesce(cast(${imports.check} ->> 'faulty' as integer), 0)`.mapWith(Number),
      failed_rows: imports.failed_rows,
      account: { id: accounts.id, name: accounts.name },
      creator: { id: users.id, name: personName(users) },
      token: apiTokens.name,
    })
    .from(imports)
    .innerJoin(users, eq(users.id, imports.created_by))
    .leftJoin(accounts, eq(accounts.id, imports.account_id))
    .leftJoin(apiTokens, eq(apiTokens.id, imports.api_token_id))
    .where(which);
type ListedRow = Awaited<ReturnType<typeof selectImports>>[number];

function listedOf({ stored_as, faulty_rows, failed_rows, ...row }: ListedRow): ListedImport {
  return {
    ...row,
    total_errors: row.started_at ? failed_rows : faulty_rows,
    log_download_url: `/api/admin/imports/${row.id}/log.csv`,
    rollback_url: canRollBack({ ...row, stored_as }) ? `/api/admin/imports/${row.id}/rollback` : null,
  };
}

/** An API token of one client sees the imports of that client alone. */
const inScope = ({ api_token }: Ctx): SQL | undefined => (api_token?.account_id ? eq(imports.account_id, api_token.account_id) : undefined);

export const importQuery = listQuery({ orderBy: ['created_at'], default: 'created_at', sortedBy: 'desc', per_page: limits.imports_page }).extend({
  type: z.enum(importTypes).optional(),
  status: z.enum(importStatuses).optional(),
});

/** The history of imports, newest first. */
export async function listImports(ctx: Ctx, query: z.infer<typeof importQuery>): Promise<Page<ListedImport>> {
  authorize(policy.run_imports(ctx.actor));
  const which = and(inScope(ctx), query.type && eq(imports.type, query.type), query.status && eq(imports.status, query.status));
  const rows = selectImports(ctx.db, which);
  return readPage(ctx.db, query, { rows, order: [imports.created_at, imports.id], count: ctx.db.$count(imports, which) }, (page) =>
    page.map(listedOf),
  );
}

/** The row of an import that the caller may see; 404 otherwise. */
export async function findImport(ctx: Ctx, id: number): Promise<ImportRecord> {
  authorize(policy.run_imports(ctx.actor));
  const [row] = await ctx.db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), inScope(ctx)));
  return requireFound(row);
}

async function checkOf(db: Ctx['db'], { id, check }: Pick<ImportRecord, 'id' | 'check'>): Promise<ImportCheck | null> {
  if (!check) return null;
  const { id: _, import_id: __, ...columns } = getTableColumns(importFaults);
  const faults = await db
    .select(columns)
    .from(importFaults)
    .where(eq(importFaults.import_id, id))
    .orderBy(asc(importFaults.row), asc(importFaults.id))
    .limit(limits.import_faults);
  const { together: _together, ...found } = check;
  const faultOf = ({ column, ...fault }: (typeof faults)[number]) => ({ ...fault, column: column === NO_COLUMN ? null : column });
  return { ...found, warnings: check.warnings ?? [], changes: check.changes ?? [], faults: faults.map(faultOf) };
}

const rolledBackOf = (db: Ctx['db'], id: number, rollback: keyof RollbackResult['counts']) =>
  db
    .select({ row: importChanges.row, key: importChanges.key, reason: importChanges.reason })
    .from(importChanges)
    .where(and(eq(importChanges.import_id, id), eq(importChanges.rollback, rollback)))
    .orderBy(asc(importChanges.id))
    .limit(limits.import_rolled_back);

/** The result of an import's rollback so far; null if no rollback was begun. */
export async function rollbackOf(db: Ctx['db'], id: number): Promise<RollbackResult | null> {
  const [about] = await db
    .select({ at: imports.rolled_back_at, by: personName(roller) })
    .from(imports)
    .innerJoin(roller, eq(roller.id, imports.rolled_back_by))
    .where(eq(imports.id, id));
  if (!about) return null;
  const counted = await db
    .select({ rollback: importChanges.rollback, n: sql<number>`count(*)`.mapWith(Number) })
    .from(importChanges)
    .where(and(eq(importChanges.import_id, id), isNotNull(importChanges.rollback)))
    .groupBy(importChanges.rollback);
  const counts = { undone: 0, kept: 0, failed: 0, ...Object.fromEntries(counted.map(({ rollback, n }) => [rollback, n])) };
  const [undone, kept, failed] = [await rolledBackOf(db, id, 'undone'), await rolledBackOf(db, id, 'kept'), await rolledBackOf(db, id, 'failed')];
  const answerOf = ({ reason, ...row }: (typeof undone)[number]) => ({ ...row, ...(reason !== null && { reason }) });
  return { undone: undone.map(answerOf), kept: kept.map(answerOf), failed: failed.map(answerOf), counts, ...about };
}

/** One import with its check, its progress and its log. */
export async function importDetailsOf(ctx: Ctx, id: number): Promise<ImportDetails> {
  const row = await findImport(ctx, id);
  const [head] = await selectImports(ctx.db, eq(imports.id, id));
  const { sheet, header_row, columns, mapping_name, reading, update_employees, complete, create_missing, fixes, expected } = row;
  const log = await ctx.db
    .select({ datetime: importLog.at, message: importLog.message })
    .from(importLog)
    .where(eq(importLog.import_id, id))
    .orderBy(desc(importLog.id))
    .limit(limits.import_faults);
  return {
    ...listedOf(requireFound(head)),
    sheet,
    header_row,
    columns,
    mapping_name,
    reading,
    update_employees,
    complete,
    create_missing,
    fixes,
    expected,
    check: await checkOf(ctx.db, row),
    progress: {
      new: row.created_rows,
      changed: row.changed_rows,
      unchanged: row.unchanged_rows,
      archived: row.archived_rows,
      failed: row.failed_rows,
    },
    rollback: await rollbackOf(ctx.db, id),
    log,
  };
}
