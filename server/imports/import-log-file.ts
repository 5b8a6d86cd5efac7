import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { Cell } from '../../shared/csv.ts';
import type { Ctx } from '../core/context.ts';
import { importChanges, importFaults, importLog } from '../db/tables/index.ts';
import type { Batches } from '../http/csv.ts';
import { findImport } from './import-queries.ts';

const AT_ONCE = 500;

export const logColumns = ['What', 'Row', 'Who or what', 'Column', 'Value', 'Message', 'Suggestion'];

async function* pagesOf<Row extends { id: number }>(read: (after: number) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let rows = await read(0);
  while (rows.length) {
    yield rows;
    rows = await read(rows.at(-1)?.id ?? 0);
  }
}

const rollbackWords = { undone: 'Undone', kept: 'Kept', failed: 'Not undone' };

/** The whole report of an import as a file: its errors, its log, and the result of its rollback for each row. */
export async function importLogFile(ctx: Ctx, id: number): Promise<{ name: string; batches: Batches }> {
  const { columns } = await findImport(ctx, id);
  const { db } = ctx;
  const faults = (after: number) =>
    db
      .select()
      .from(importFaults)
      .where(and(eq(importFaults.import_id, id), gt(importFaults.id, after)))
      .orderBy(asc(importFaults.id))
      .limit(AT_ONCE);
  const entries = (after: number) =>
    db
      .select()
      .from(importLog)
      .where(and(eq(importLog.import_id, id), gt(importLog.id, after)))
      .orderBy(asc(importLog.id))
      .limit(AT_ONCE);
  const rolledBack = (after: number) =>
    db
      .select()
      .from(importChanges)
      .where(and(eq(importChanges.import_id, id), isNotNull(importChanges.rollback), gt(importChanges.id, after)))
      .orderBy(asc(importChanges.id))
      .limit(AT_ONCE);
  async function* batches(): AsyncGenerator<Cell[][]> {
    for await (const rows of pagesOf(faults))
      yield rows.map((one) => ['Error', one.row, one.key, columns[one.column]?.heading ?? '', one.value, one.message, one.suggestion]);
    for await (const rows of pagesOf(entries)) yield rows.map(({ at, message }) => ['Log', null, at, null, null, message, null]);
    for await (const rows of pagesOf(rolledBack))
      yield rows.map(({ row, key, rollback, reason }) => [rollback ? rollbackWords[rollback] : null, row || null, key, null, null, reason, null]);
  }
  return { name: `import-${id}`, batches: batches() };
}
