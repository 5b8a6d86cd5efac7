import type { ImportPreview } from '../../shared/imports/import.ts';
import {
  columnNames,
  type ImportType,
  importFields,
  type MappingByHeading,
  missingColumns,
  suggestFields,
} from '../../shared/imports/import-fields.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import type { Delimiter } from '../../shared/imports/reading.ts';
import { limits } from '../../shared/limits.ts';
import { invalid, Problem } from '../core/problem.ts';
import { delimiterOf, isTextFile, likelyHeaderRow, readTable, type TableRow } from './table-file.ts';

/** The column number of a field that no column feeds. */
export const NO_COLUMN = -1;

interface Place {
  sheet: string | null;
  /** The row with the headings; null to guess it from the first rows. */
  header_row: number | null;
  /** Null to detect the delimiter from the file. */
  delimiter?: Delimiter | null;
  signal: AbortSignal;
}

/** The headings of a file and the first rows below the headings. 422 if the file has no rows, and on `header_row` if the row of headings is empty. */
export async function headOf(
  path: string,
  { sheet, header_row, delimiter, signal }: Place,
): Promise<{ header_row: number; headings: string[]; rows: TableRow[] }> {
  let place = header_row;
  let headings: string[] | null = null;
  const rows: TableRow[] = [];
  search: for await (const batch of readTable(path, { sheet, delimiter, signal })) {
    place ??= likelyHeaderRow(batch);
    for (const row of batch) {
      if (row.row === place) headings = row.cells.map((cell) => cell.trim());
      else if (row.row > place) rows.push(row);
      if (rows.length === limits.import_preview_rows) break search;
    }
  }
  if (place === null) throw new Problem(422, { message: importMessages.no_rows });
  if (!headings) throw invalid({ header_row: importMessages.no_header(place) });
  const width = Math.max(headings.length, ...rows.map(({ cells }) => cells.length));
  if (width > limits.import_columns) throw invalid({ csv: importMessages.too_many_columns(limits.import_columns) });
  return { header_row: place, headings: Array.from({ length: width }, (_, column) => headings[column] ?? ''), rows };
}

/** The columns of a file with the fields that they are likely to feed, and the first rows. */
export async function previewColumns(
  path: string,
  type: ImportType,
  place: Place,
  remembered: MappingByHeading = {},
): Promise<Omit<ImportPreview, 'sheets' | 'missing_sheet'>> {
  const delimiter = (await isTextFile(path)) ? (place.delimiter ?? (await delimiterOf(path))) : null;
  const { header_row, headings, rows } = await headOf(path, { ...place, delimiter });
  const suggested = suggestFields(type, headings, remembered);
  return {
    sheet: place.sheet,
    header_row,
    delimiter,
    missing_columns: missingColumns(headings, remembered),
    columns: headings.map((heading, column) => ({
      heading,
      field: suggested[column]?.field ?? null,
      is_remembered: suggested[column]?.is_remembered ?? false,
      samples: rows.map(({ cells }) => (cells[column] ?? '').trim().slice(0, 200)),
    })),
    rows: rows.map(({ row }) => row),
  };
}

/** The mapping to store: the field of each column, by the column's name. A column without a heading is stored only if it feeds a field. */
export function mappingByHeading(columns: readonly { heading: string; field: string | null }[]): MappingByHeading {
  const names = columnNames(columns.map(({ heading }) => heading));
  return Object.fromEntries(
    columns.flatMap(({ heading, field }, column) => (heading || field !== null ? [[names[column] ?? '', field] as const] : [])),
  );
}

/** The columns of a file with the fields that a remembered mapping gives them. 422 if a column that feeds a field is missing from the file. */
export function mappedBy(type: ImportType, headings: readonly string[], { name, mapping: remembered }: { name: string; mapping: MappingByHeading }) {
  const usable = Object.fromEntries(Object.entries(remembered).filter(([, field]) => field === null || field in importFields[type]));
  const missing = missingColumns(headings, usable);
  if (missing.length) throw invalid({ mapping: importMessages.columns_missing(name, missing) });
  const suggested = suggestFields(type, headings, usable);
  return headings.map((heading, column) => {
    const { field = null, is_remembered = false } = suggested[column] ?? {};
    return { heading, field: is_remembered ? field : null };
  });
}
