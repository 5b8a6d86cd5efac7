import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { unescapedCell } from '../../shared/csv.ts';
import { messages } from '../../shared/imports/messages.ts';
import { Problem } from '../core/problem.ts';
import { textOfFile } from './text-of-file.ts';

/** A record of the file; `row` is the line on which it begins, from 1. */
export interface TableRow {
  row: number;
  cells: string[];
}

const batchSize = 500;
const longestRecord = 100_000;
const delimiters = [',', ';', '\t'];

/** The first bytes of a workbook, XLSX and legacy XLS. */
const workbookStarts = ['504b0304', 'd0cf11e0'];

async function isWorkbook(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return workbookStarts.includes(buffer.toString('hex'));
  } finally {
    await file.close();
  }
}

/** The delimiter that stands most often outside quotation marks at the start of the file. */
async function delimiterOf(path: string): Promise<string> {
  let start = '';
  for await (const text of textOfFile(path)) {
    start += text;
    if (start.length >= longestRecord) break;
  }
  const bare = start.slice(0, longestRecord).replace(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

function refusal(error: unknown, row: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_MAX_RECORD_SIZE') return new Problem(422, { message: messages.line_too_long(row, longestRecord) });
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new Problem(422, { message: messages.quote_not_closed(row) });
  return error;
}

/** The rows of a table in batches of at most 500, read as fast as the caller takes them; empty rows are left out. */
export async function* readTable(path: string, _options: { sheet?: string | null } = {}): AsyncGenerator<TableRow[]> {
  if (await isWorkbook(path)) throw new Problem(422, { message: messages.not_csv });
  const parser = parse({
    delimiter: await delimiterOf(path),
    max_record_size: longestRecord,
    raw: true,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  const text = Readable.from(textOfFile(path));
  text.on('error', (error) => parser.destroy(error));
  let line = 1;
  let batch: TableRow[] = [];
  try {
    for await (const { raw, record } of text.pipe(parser) as AsyncIterable<{ raw: string; record: string[] }>) {
      const emptyLines = raw.length - raw.replace(/^\n+/, '').length;
      if (record.some((cell) => cell.trim())) batch.push({ row: line + emptyLines, cells: record.map(unescapedCell) });
      line += raw.split('\n').length - 1;
      if (batch.length === batchSize) {
        yield batch;
        batch = [];
      }
    }
    if (batch.length) yield batch;
  } catch (error) {
    throw refusal(error, line);
  } finally {
    text.destroy();
    parser.destroy();
  }
}

/** The line of the likely header row: the first of the leading rows that fills nearly as many cells as the widest. 422 for a file without rows. */
export async function headerRowOf(path: string, options: { sheet?: string | null } = {}): Promise<number> {
  for await (const rows of readTable(path, options)) {
    const widths = rows.slice(0, 20).map(({ cells }) => cells.filter((cell) => cell.trim()).length);
    const header = widths.findIndex((width) => width >= 0.8 * Math.max(...widths));
    return rows[header]?.row ?? 1;
  }
  throw new Problem(422, { message: messages.no_rows });
}

/** The names of the sheets of a workbook; none for a CSV file. */
export const sheetsOf = async (_path: string): Promise<string[]> => [];
