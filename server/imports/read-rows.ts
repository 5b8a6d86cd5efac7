import { cleanKey } from '../../shared/clean-key.ts';
import { cellOfField, isCodeField, isNameField } from '../../shared/imports/cell-marks.ts';
import type { ImportFix } from '../../shared/imports/import.ts';
import { type ImportType, importFields } from '../../shared/imports/import-fields.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import {
  asTheFileShows,
  isDateField,
  isNumberField,
  type Reading,
  type ReadingChoice,
  type Shown,
  shownBy,
  understood,
} from '../../shared/imports/reading.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { isErrorValue, isScientific } from '../../shared/spreadsheet-marks.ts';
import { nameOutOfHtml } from '../core/html-text.ts';
import { isKept } from '../core/storable-text.ts';
import type { CellFault, ImportRow } from './import-row.ts';
import { isTextFile, readTable, type TableRow } from './table-file.ts';

/** How many rows one unit of work writes: this takes a few milliseconds, during which other requests wait. */
export const rowsAtOnce = 50;

/** A row read from the file, with the faults that can be found from the text of one cell. */
export interface ReadRow extends ImportRow {
  faults: CellFault[];
  /** The original text of numbers and dates that are decoded as something else. */
  asWritten: Record<string, string>;
}

interface Columns {
  type: ImportType;
  header_row: number;
  sheet: string | null;
  columns: readonly { field: string | null }[];
  fixes: readonly ImportFix[];
  reading: ReadingChoice | null;
}

function faultOfText(field: string, text: string): CellFault[] {
  if (text.length > limits.import_cell) return [{ field, message: importMessages.cell_too_long(limits.import_cell) }];
  if (!isKept(text)) return [{ field, message: importMessages.unstorable }];
  if (isErrorValue(text)) return [{ field, message: messages.error_value }];
  return isCodeField(field) && isScientific(text) ? [{ field, message: messages.scientific_code }] : [];
}

/** The cells of a row that feed fields, including the corrected ones. */
function textsOf({ row, cells }: TableRow, { type, columns, mended }: Pick<Columns, 'type' | 'columns'> & { mended: ReadonlyMap<string, string> }) {
  const texts: Record<string, string> = {};
  for (const [place, { field }] of columns.entries()) {
    if (!field) continue;
    const written = mended.get(`${row}:${place}`) ?? cells[place] ?? '';
    const plainText = isNameField(field) ? nameOutOfHtml(written) : written;
    const text = cellOfField(field, importFields[type][field]?.isKey ? cleanKey(plainText) : plainText);
    if (text) texts[field] = text;
  }
  return texts;
}

const mendedCells = (fixes: readonly ImportFix[]): Map<string, string> => new Map(fixes.map(({ row, column, value }) => [`${row}:${column}`, value]));

/** How a file writes its numbers and dates, as far as the cells show; null for a file of more than `atMost` rows. */
export async function readShown(
  path: string,
  { type, header_row, sheet, columns, fixes, reading }: Columns,
  { atMost, signal }: { atMost: number; signal: AbortSignal },
): Promise<Shown | null> {
  const { delimiter, decimal, dates } = reading ?? asTheFileShows;
  let shown: Shown = { decimal: null, dates: null };
  const isOpen = columns.some(({ field }) => field && ((isNumberField(field) && !decimal) || (isDateField(field) && !dates)));
  if (!isOpen) return shown;
  const mended = mendedCells(fixes);
  let total = 0;
  for await (const rows of readTable(path, { sheet, delimiter, signal })) {
    for (const row of rows) {
      if (row.row <= header_row) continue;
      total += 1;
      for (const [field, text] of Object.entries(textsOf(row, { type, columns, mended }))) shown = shownBy(shown, field, text);
    }
    if (total > atMost) return null;
  }
  return shown;
}

/**
 * The rows below the header row with their corrected cells, in batches for one unit of work each. A row whose mapped columns are all empty is left
 * out.
 */
export async function* readRows(path: string, read: Columns & { shown: Shown | null }, signal?: AbortSignal): AsyncGenerator<ReadRow[]> {
  const { type, header_row, sheet, columns, fixes, shown } = read;
  const { delimiter, decimal, dates } = read.reading ?? asTheFileShows;
  const reading: Reading = { isText: await isTextFile(path), decimal: decimal ?? shown?.decimal ?? null, dates: dates ?? shown?.dates ?? null };
  const mended = mendedCells(fixes);
  let batch: ReadRow[] = [];
  for await (const rows of readTable(path, { sheet, delimiter, signal })) {
    for (const row of rows) {
      if (row.row <= header_row) continue;
      const texts = textsOf(row, { type, columns, mended });
      if (!Object.keys(texts).length) continue;
      batch.push(understoodRow(row.row, texts, reading));
      if (batch.length < rowsAtOnce) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length) yield batch;
}

/** A row with its numbers and dates in the product's notation, and with the faults that can be found from the text of one cell. */
function understoodRow(row: number, texts: Readonly<Record<string, string>>, reading: Reading): ReadRow {
  const cells: Record<string, string> = {};
  const asWritten: Record<string, string> = {};
  const faults: CellFault[] = [];
  for (const [field, text] of Object.entries(texts)) {
    const meaning = understood(field, text, reading);
    cells[field] = meaning ?? text;
    if (meaning !== text) asWritten[field] = text;
    if (meaning === null) faults.push({ field, message: isDateField(field) ? importMessages.day_unclear : importMessages.number_unclear });
    faults.push(...faultOfText(field, text));
  }
  return { row, cells, asWritten, faults };
}
