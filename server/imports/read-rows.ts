import { cellOfField, isCodeField, isErrorValue, isScientific } from '../../shared/imports/cell-marks.ts';
import type { ImportFix } from '../../shared/imports/import.ts';
import { messages } from '../../shared/imports/messages.ts';
import { limits } from '../../shared/limits.ts';
import { isKept } from '../core/storable-text.ts';
import type { CellFault, ImportRow } from './import-kind.ts';
import { readTable } from './table-file.ts';

/** Rows that one unit of work writes: a few milliseconds, in which other requests wait. */
export const rowsAtOnce = 50;

/** A row as it is read, with what is wrong with its cells whatever they mean. */
export interface ReadRow extends ImportRow {
  faults: CellFault[];
}

interface Columns {
  header_row: number;
  sheet: string | null;
  columns: readonly { field: string | null }[];
  fixes: readonly ImportFix[];
}

function faultOfText(field: string, text: string): CellFault[] {
  if (text.length > limits.import_cell) return [{ field, message: messages.cell_too_long(limits.import_cell) }];
  if (!isKept(text)) return [{ field, message: messages.unstorable }];
  if (isErrorValue(text)) return [{ field, message: messages.error_value }];
  return isCodeField(field) && isScientific(text) ? [{ field, message: messages.scientific_code }] : [];
}

/** The rows below the header row with their mended cells, in batches that one unit of work writes; without rows whose columns are all empty. */
export async function* readRows(path: string, { header_row, sheet, columns, fixes }: Columns, signal?: AbortSignal): AsyncGenerator<ReadRow[]> {
  const mended = new Map(fixes.map(({ row, column, value }) => [`${row}:${column}`, value]));
  let batch: ReadRow[] = [];
  for await (const rows of readTable(path, { sheet, signal })) {
    for (const { row, cells } of rows) {
      if (row <= header_row) continue;
      const texts: Record<string, string> = {};
      const faults: CellFault[] = [];
      for (const [place, { field }] of columns.entries()) {
        if (!field) continue;
        const text = cellOfField(field, mended.get(`${row}:${place}`) ?? cells[place] ?? '');
        if (!text) continue;
        texts[field] = text;
        faults.push(...faultOfText(field, text));
      }
      if (!Object.keys(texts).length) continue;
      batch.push({ row, cells: texts, faults });
      if (batch.length < rowsAtOnce) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length) yield batch;
}
