import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { unescapedCell } from '../../shared/csv.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { type Delimiter, delimiterNames, delimiters } from '../../shared/imports/reading.ts';
import { Problem } from '../core/problem.ts';
import { longestRecord, RowBatches, type TableRow } from './row-batches.ts';
import { textOfFile } from './text-of-file.ts';
import { readXls, xlsSheets } from './xls-file.ts';
import { readXlsx, xlsxSheets } from './xlsx-file.ts';

export type { TableRow } from './row-batches.ts';

/**
 * `sheet` names the sheet of a workbook to read, by default the first visible one. `delimiter` is for a text file, by default detected from the
 * records. When `signal` is aborted, the reading ends with the signal's reason.
 */
export interface TableOptions {
  sheet?: string | null;
  delimiter?: Delimiter | null | undefined;
  signal?: AbortSignal | undefined;
}

type FileKind = 'text' | 'xlsx' | 'xls';

/** The kinds of files by their first four bytes: a zip file, an empty zip file, and the container of older workbooks. */
const kindsByStart: Record<string, FileKind> = { '504b0304': 'xlsx', '504b0506': 'xlsx', d0cf11e0: 'xls' };

async function kindOf(path: string): Promise<FileKind> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return kindsByStart[buffer.toString('hex')] ?? 'text';
  } finally {
    await file.close();
  }
}

/** How text is parsed into records, with any delimiter. */
const parsing = { max_record_size: longestRecord, record_delimiter: '\n', relax_column_count: true, relax_quotes: true, skip_empty_lines: true };

/** Splits the start of a file by a delimiter and returns the number of fields of each record. */
function fieldCounts(start: string, delimiter: string): number[] {
  const counts: number[] = [];
  const count = (record: string[]): null => {
    counts.push(record.length);
    return null;
  };
  try {
    parseAtOnce(start, { ...parsing, delimiter, on_record: count });
  } catch (error) {
    // Only the beginning of a file was read, so the last record may end inside quotation marks. The records before it still count.
    if (!(error instanceof CsvError)) throw error;
  }
  return counts;
}

/**
 * How well a delimiter fits. `isWhole`: all records have the same number of fields. `fit`: the share of records with the most frequent number of
 * fields, weighted so that more fields fit better.
 */
function fitOf(counts: readonly number[]): { isWhole: boolean; fit: number } {
  const frequency = new Map<number, number>();
  for (const count of counts) frequency.set(count, (frequency.get(count) ?? 0) + 1);
  const [width, times] = [...frequency].filter(([count]) => count > 1).sort(([a, one], [b, other]) => other - one || b - a)[0] ?? [1, 0];
  return { isWhole: times > 0 && times === counts.length, fit: (times / counts.length) * Math.log2(width) };
}

/** The delimiter that splits all records at the start of a text file into the same number of fields; if no delimiter does, the one that fits best. */
export async function delimiterOf(path: string): Promise<Delimiter> {
  let start = '';
  for await (const text of textOfFile(path)) {
    start += text;
    if (start.length >= longestRecord) break;
  }
  if (start.length >= longestRecord) start = start.slice(0, start.lastIndexOf('\n', longestRecord) + 1) || start.slice(0, longestRecord);
  const fits = delimiterNames.map((name) => ({ name, ...fitOf(fieldCounts(start, delimiters[name])) }));
  const whole = fits.filter(({ isWhole }) => isWhole);
  const best = (whole.length ? whole : fits).reduce((one, other) => (other.fit > one.fit ? other : one));
  return best.fit > 0 ? best.name : 'comma';
}

/** Whether a file is a text file, not a workbook. */
export const isTextFile = async (path: string): Promise<boolean> => (await kindOf(path)) === 'text';

function refusal(error: unknown, row: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_MAX_RECORD_SIZE') return new Problem(422, { message: importMessages.line_too_long(row, longestRecord) });
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new Problem(422, { message: importMessages.quote_not_closed(row) });
  return error;
}

/** The records of a text file in batches. */
async function* readText(path: string, delimiter: Delimiter): AsyncGenerator<TableRow[]> {
  const parser = parse({ ...parsing, delimiter: delimiters[delimiter], raw: true });
  const text = Readable.from(textOfFile(path));
  text.on('error', (error) => parser.destroy(error));
  const batches = new RowBatches();
  let line = 1;
  try {
    for await (const { raw, record } of text.pipe(parser) as AsyncIterable<{ raw: string; record: string[] }>) {
      const emptyLines = raw.length - raw.replace(/^\n+/, '').length;
      batches.add({ row: line + emptyLines, cells: record.map(unescapedCell) });
      line += raw.split('\n').length - 1;
      yield* batches.take();
    }
    yield* batches.take(true);
  } catch (error) {
    throw refusal(error, line);
  } finally {
    text.destroy();
    parser.destroy();
  }
}

/**
 * Reads the rows of a table in batches of at most 500, as fast as the caller takes them. Between two batches, other work can run. Empty rows are left
 * out. 422 with a message if the file cannot be read, or does not have the sheet.
 */
export async function* readTable(path: string, { sheet = null, delimiter, signal }: TableOptions = {}): AsyncGenerator<TableRow[]> {
  const kind = await kindOf(path);
  try {
    for await (const batch of kind === 'text'
      ? readText(path, delimiter ?? (await delimiterOf(path)))
      : kind === 'xlsx'
        ? readXlsx(path, sheet, signal)
        : readXls(path, sheet)) {
      yield batch;
      await setImmediate();
      signal?.throwIfAborted();
    }
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  }
}

/**
 * The names of a workbook's sheets. The first is the sheet that is read if the request names no sheet. A text file has no sheets. 422 for a workbook
 * that cannot be read.
 */
export async function sheetsOf(path: string): Promise<string[]> {
  const kind = await kindOf(path);
  return kind === 'text' ? [] : kind === 'xlsx' ? xlsxSheets(path) : xlsSheets(path);
}

/** The leading row that probably has the headings: the first one with nearly as many filled cells as the fullest row. */
export function likelyHeaderRow(rows: readonly TableRow[]): number {
  const widths = rows.slice(0, 20).map(({ cells }) => cells.filter((cell) => cell.trim()).length);
  const header = widths.findIndex((width) => width >= 0.8 * Math.max(...widths));
  return rows[header]?.row ?? 1;
}
