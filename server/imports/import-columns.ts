import type { ImportPreview } from '../../shared/imports/import.ts';
import { type ImportType, importFields, type MappingByHeading, suggestFields } from '../../shared/imports/import-fields.ts';
import { messages } from '../../shared/imports/messages.ts';
import { limits } from '../../shared/limits.ts';
import { invalid, Problem } from '../core/problem.ts';
import { likelyHeaderRow, readTable, type TableRow } from './table-file.ts';

interface Place {
  sheet: string | null;
  /** Null is guessed from the first rows. */
  header_row: number | null;
  signal: AbortSignal;
}

/** The headings of a file and its first rows below them. 422 for a file without rows, on `header_row` where that row is empty. */
export async function headOf(
  path: string,
  { sheet, header_row, signal }: Place,
): Promise<{ header_row: number; headings: string[]; rows: TableRow[] }> {
  let place = header_row;
  let headings: string[] | null = null;
  const rows: TableRow[] = [];
  search: for await (const batch of readTable(path, { sheet, signal })) {
    place ??= likelyHeaderRow(batch);
    for (const row of batch) {
      if (row.row === place) headings = row.cells.map((cell) => cell.trim());
      else if (row.row > place) rows.push(row);
      if (rows.length === limits.import_preview_rows) break search;
    }
  }
  if (place === null) throw new Problem(422, { message: messages.no_rows });
  if (!headings) throw invalid({ header_row: messages.no_header(place) });
  const width = Math.max(headings.length, ...rows.map(({ cells }) => cells.length));
  if (width > limits.import_columns) throw invalid({ csv: messages.too_many_columns(limits.import_columns) });
  return { header_row: place, headings: Array.from({ length: width }, (_, column) => headings[column] ?? ''), rows };
}

/** The columns of a file with the fields that they are likely to feed, and the first rows. */
export async function previewColumns(
  path: string,
  type: ImportType,
  place: Place,
  remembered: MappingByHeading = {},
): Promise<Omit<ImportPreview, 'sheets' | 'missing_sheet'>> {
  const { header_row, headings, rows } = await headOf(path, place);
  const suggested = suggestFields(type, headings, remembered);
  return {
    sheet: place.sheet,
    header_row,
    columns: headings.map((heading, column) => ({
      heading,
      field: suggested[column]?.field ?? null,
      is_remembered: suggested[column]?.is_remembered ?? false,
      samples: rows.map(({ cells }) => (cells[column] ?? '').trim().slice(0, 200)),
    })),
    rows: rows.map(({ row }) => row),
  };
}

/** The fields of a mapping by heading. */
export const mappingByHeading = (columns: readonly { heading: string; field: string | null }[]): MappingByHeading =>
  Object.fromEntries(columns.filter(({ heading }) => heading).map(({ heading, field }) => [heading, field]));

/** The columns of a file with the fields that a remembered mapping gives them. */
export function mappedBy(type: ImportType, headings: readonly string[], remembered: MappingByHeading) {
  const usable = Object.fromEntries(Object.entries(remembered).filter(([, field]) => field === null || field in importFields[type]));
  const suggested = suggestFields(type, headings, usable);
  return headings.map((heading, column) => {
    const { field = null, is_remembered = false } = suggested[column] ?? {};
    return { heading, field: is_remembered ? field : null };
  });
}
