import { eq } from 'drizzle-orm';
import { checkFixImport } from '../../shared/imports/fix-import.ts';
import type { ImportDetails, ImportFix, ImportFixes } from '../../shared/imports/import.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid } from '../core/problem.ts';
import { imports } from '../db/tables/index.ts';
import { presentImportFile } from './import-file.ts';
import { logImport } from './import-log.ts';
import { findImport, importDetailsOf } from './import-queries.ts';
import { CHECK_TAKEN_UP_AFTER, queueCheck } from './queue-check.ts';
import { inPreviewTime } from './reading-time.ts';
import { enforceOwn, lockImport } from './run-import.ts';
import { readTable } from './table-file.ts';

const cellOf = ({ row, column }: ImportFix): string => `${row}:${column}`;

/** The path of a fix's field in the request body. */
const fieldOf = (place: number, field: keyof ImportFix, { isOne }: ImportFixes): string => (isOne ? field : `fixes.${place}.${field}`);

/**
 * The file's own text of each corrected cell; 422 on a correction for a row that the file does not have. Reads the file up to the last of
 * these rows, outside a unit of work.
 */
export async function readCells(ctx: Ctx, id: number, sent: ImportFixes): Promise<ReadonlyMap<string, string>> {
  const { fixes } = sent;
  const { status, stored_as, sheet, reading } = await findImport(ctx, id);
  const written = new Map<string, string>();
  if (status !== 'checked') return written;
  const path = await presentImportFile(ctx.services.settings, stored_as);
  const absent = new Set(fixes.map(({ row }) => row));
  const last = Math.max(...absent);
  await inPreviewTime(async (signal) => {
    for await (const rows of readTable(path, { sheet, delimiter: reading?.delimiter, signal })) {
      for (const { row, cells } of rows) {
        if (!absent.delete(row)) continue;
        for (const fix of fixes) if (fix.row === row) written.set(cellOf(fix), cells[fix.column] ?? '');
      }
      if (!absent.size || (rows.at(-1)?.row ?? 0) >= last) return;
    }
  });
  const wrong = fixes.findIndex(({ row }) => absent.has(row));
  if (wrong >= 0) throw invalid({ [fieldOf(wrong, 'row', sent)]: importMessages.no_such_cell });
  return written;
}

/** Correct cells of an import, which then waits for another check. `written` has the cells' texts in the file. 409 once the import has begun. */
export async function fixImport(ctx: Ctx, id: number, sent: ImportFixes, written: ReadonlyMap<string, string>): Promise<ImportDetails> {
  const { fixes } = sent;
  authorize(policy.run_imports(ctx.actor));
  const row = await lockImport(ctx, id);
  enforceOwn(ctx, row);
  enforce(checkFixImport(row));
  const wrong = fixes.findIndex(({ row: line, column }) => line <= row.header_row || column >= row.columns.length);
  if (wrong >= 0) throw invalid({ [fieldOf(wrong, 'column', sent)]: importMessages.no_such_cell });
  const texts = new Map([...written, ...row.fixes.map((fix) => [cellOf(fix), fix.value] as const)]);
  const merged = new Map([...row.fixes, ...fixes].map((fix) => [cellOf(fix), fix]));
  if (merged.size > limits.import_fixes) throw invalid({ fixes: importMessages.too_many_fixes(limits.import_fixes) });
  const cellsAudited = (textOf: (fix: ImportFix) => string) => ({
    cells: fixes.map((fix) => ({ row: fix.row, column: fix.column, value: textOf(fix) })),
  });
  await ctx.db
    .update(imports)
    .set({ fixes: [...merged.values()], status: 'checking', current_line: 0, version: row.version + 1 })
    .where(eq(imports.id, id));
  await logImport(ctx, id, importMessages.log.fixed(fixes.length));
  await audit(
    { ...ctx, import_id: id },
    'import.fixed',
    { type: 'import', id },
    cellsAudited((fix) => texts.get(cellOf(fix)) ?? ''),
    cellsAudited(({ value }) => value),
  );
  await queueCheck(ctx, id, CHECK_TAKEN_UP_AFTER);
  return importDetailsOf(ctx, id);
}
