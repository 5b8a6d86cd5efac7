import { readFile, stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { importMessages } from '../../shared/imports/messages.ts';
import { formatOf, formattedText, type NumberFormat, withPlainLineEnds } from './cell-text.ts';
import { topStreams } from './ole-container.ts';
import { RowBatches, RowCells, type TableRow } from './row-batches.ts';
import { SharedStrings } from './shared-strings.ts';
import { refused, workbookProblem } from './zip-parts.ts';

/** The kinds of records, as MS-XLS numbers them. */
const id = {
  formula: 0x06,
  eof: 0x0a,
  dateMode: 0x22,
  password: 0x2f,
  continued: 0x3c,
  sheet: 0x85,
  manyNumbers: 0xbd,
  richLabel: 0xd6,
  style: 0xe0,
  strings: 0xfc,
  sharedLabel: 0xfd,
  number: 0x203,
  label: 0x204,
  truthOrError: 0x205,
  formulaText: 0x207,
  array: 0x221,
  table: 0x236,
  shortNumber: 0x27e,
  format: 0x41e,
  sharedFormula: 0x4bc,
  bof: 0x809,
};

const cellIds: readonly number[] = [id.formula, id.manyNumbers, id.richLabel, id.sharedLabel, id.number, id.label, id.truthOrError, id.shortNumber];
/** The kinds of records that may be between a formula and its text. */
const formulaParts: readonly number[] = [id.sharedFormula, id.array, id.table];

const biff8 = 0x600;
/** Upper limit of a file, in bytes, because it is read as a whole. */
const longestFile = 64 * 1024 * 1024;
/** The number of records or texts after which other work has its turn. */
const turn = 2000;

const errors: Record<number, string> = { 0: '#NULL!', 7: '#DIV/0!', 15: '#VALUE!', 23: '#REF!', 29: '#NAME?', 36: '#NUM!', 42: '#N/A' };

/** A position in the records of a workbook. Each record has a kind, a length and that many bytes. */
class Records {
  id = 0;
  start = 0;
  end = 0;

  constructor(
    readonly bytes: Buffer,
    private next: number,
  ) {}

  /** Go to the next record; false at the end of the bytes. */
  advance(): boolean {
    if (this.next + 4 > this.bytes.length) return false;
    this.id = this.bytes.readUInt16LE(this.next);
    this.start = this.next + 4;
    this.end = this.start + this.bytes.readUInt16LE(this.next + 2);
    this.next = this.end;
    if (this.end > this.bytes.length) throw refused(importMessages.broken_workbook);
    return true;
  }

  u16(at: number): number {
    if (this.start + at + 2 > this.end) throw refused(importMessages.broken_workbook);
    return this.bytes.readUInt16LE(this.start + at);
  }

  u32(at: number): number {
    return this.u16(at) + this.u16(at + 2) * 0x10000;
  }

  f64(at: number): number {
    if (this.start + at + 8 > this.end) throw refused(importMessages.broken_workbook);
    return this.bytes.readDoubleLE(this.start + at);
  }
}

/** Reads texts that may continue in the next record. */
class TextReader {
  private at: number;

  constructor(
    private readonly records: Records,
    offset: number,
  ) {
    this.at = records.start + offset;
  }

  private advance(): void {
    if (!this.records.advance() || this.records.id !== id.continued) throw refused(importMessages.broken_workbook);
    this.at = this.records.start;
  }

  private byte(): number {
    while (this.at >= this.records.end) this.advance();
    return this.records.bytes.readUInt8(this.at++);
  }

  private u16(): number {
    return this.byte() + this.byte() * 0x100;
  }

  private u32(): number {
    return this.u16() + this.u16() * 0x10000;
  }

  private skip(count: number): void {
    let rest = count;
    while (rest > this.records.end - this.at) {
      rest -= this.records.end - this.at;
      this.advance();
    }
    this.at += rest;
  }

  /** Characters of one or two bytes each. If they continue in the next record, that record begins with its own flag for the width. */
  private characters(count: number, flags: number): string {
    let text = '';
    let isWide = flags & 1;
    while (text.length < count) {
      if (this.at >= this.records.end) {
        this.advance();
        isWide = this.byte() & 1;
      }
      const width = isWide ? 2 : 1;
      const length = Math.min(count - text.length, Math.floor((this.records.end - this.at) / width));
      if (!length) throw refused(importMessages.broken_workbook);
      text += this.records.bytes.toString(isWide ? 'utf16le' : 'latin1', this.at, this.at + length * width);
      this.at += length * width;
    }
    return text;
  }

  /** A text whose length is stored in two bytes; the data about its fonts and pronunciation is skipped. */
  text(): string {
    const count = this.u16();
    const flags = this.byte();
    const fonts = flags & 8 ? this.u16() : 0;
    const phonetic = flags & 4 ? this.u32() : 0;
    const text = this.characters(count, flags);
    this.skip(fonts * 4 + phonetic);
    return withPlainLineEnds(text);
  }

  /** The name of a sheet, whose length is stored in one byte. */
  shortText(): string {
    return this.characters(this.byte(), this.byte());
  }

  count(): number {
    return this.u32();
  }
}

interface Sheet {
  name: string;
  place: number;
  isHidden: boolean;
}

interface Workbook {
  bytes: Buffer;
  /** The sheets of cells, visible ones first. */
  sheets: Sheet[];
  formats: NumberFormat[];
  is1904: boolean;
  /** Where the record of the shared texts begins. */
  stringsPlace: number | null;
}

async function workbookBytes(path: string): Promise<Buffer> {
  if ((await stat(path)).size > longestFile) throw refused(importMessages.workbook_too_large);
  const streams = topStreams(await readFile(path));
  if (streams.has('encryptedpackage')) throw refused(importMessages.encrypted_workbook);
  const bytes = streams.get('workbook')?.();
  if (!bytes) throw refused(streams.has('book') ? importMessages.old_workbook : importMessages.not_workbook);
  return bytes;
}

async function openWorkbook(path: string): Promise<Workbook> {
  const bytes = await workbookBytes(path);
  const records = new Records(bytes, 0);
  if (!records.advance() || records.id !== id.bof) throw refused(importMessages.broken_workbook);
  if (records.u16(0) !== biff8) throw refused(importMessages.old_workbook);
  const codes = new Map<number, string>();
  const styles: number[] = [];
  const sheets: Sheet[] = [];
  let is1904 = false;
  let stringsPlace: number | null = null;
  while (records.advance() && records.id !== id.eof) {
    if (records.id === id.password) throw refused(importMessages.encrypted_workbook);
    if (records.id === id.dateMode) is1904 = records.u16(0) === 1;
    if (records.id === id.style) styles.push(records.u16(2));
    if (records.id === id.strings) stringsPlace = records.start - 4;
    if (records.id === id.format) codes.set(records.u16(0), new TextReader(records, 2).text());
    if (records.id === id.sheet) {
      const [place, state] = [records.u32(0), records.u16(4)];
      // The second byte of `state` is the type of the sheet: 0 for a sheet of cells.
      if (state < 0x100) sheets.push({ name: new TextReader(records, 6).shortText(), place, isHidden: (state & 3) !== 0 });
    }
  }
  return {
    bytes,
    sheets: [...sheets.filter(({ isHidden }) => !isHidden), ...sheets.filter(({ isHidden }) => isHidden)],
    formats: styles.map((format) => formatOf(format, codes.get(format))),
    is1904,
    stringsPlace,
  };
}

async function readStrings({ bytes, stringsPlace }: Workbook): Promise<SharedStrings> {
  const strings = new SharedStrings();
  if (stringsPlace === null) return strings;
  const records = new Records(bytes, stringsPlace);
  records.advance();
  const reader = new TextReader(records, 4);
  for (let rest = reader.count(); rest > 0; rest--) {
    strings.add(reader.text());
    if (strings.count % turn === 0) await setImmediate();
  }
  return strings;
}

/** The positions of each row's cells in the file, indexed by the row's number from 0. Some programs write the rows out of order. */
async function cellPlaces({ bytes }: Workbook, { place }: Sheet): Promise<number[][]> {
  const records = new Records(bytes, place);
  if (!records.advance() || records.id !== id.bof) throw refused(importMessages.broken_workbook);
  const rows: number[][] = [];
  let depth = 1;
  for (let count = 1; depth > 0 && records.advance(); count++) {
    if (records.id === id.bof) depth++;
    if (records.id === id.eof) depth--;
    if (depth === 1 && cellIds.includes(records.id)) {
      const row = records.u16(0);
      rows[row] ??= [];
      rows[row].push(records.start - 4);
    }
    if (count % turn === 0) await setImmediate();
  }
  return rows;
}

/**
 * A number that a sheet stores in four bytes instead of eight: an integer, or the upper half of a floating-point number. The lowest bit says that the
 * value was multiplied by a hundred.
 */
function shortNumber(bits: number): number {
  const halves = Buffer.alloc(8);
  halves.writeUInt32LE((bits & 0xfffffffc) >>> 0, 4);
  const number = bits & 2 ? (bits | 0) >> 2 : halves.readDoubleLE();
  return bits & 1 ? number / 100 : number;
}

/** Reads the cells of one sheet into rows. */
class CellReader {
  constructor(
    private readonly workbook: Workbook,
    private readonly strings: SharedStrings,
  ) {}

  /** Read the record at this place and put its cells into a row. */
  read(place: number, row: RowCells): void {
    const records = new Records(this.workbook.bytes, place);
    records.advance();
    const column = records.u16(2);
    if (records.id === id.manyNumbers) {
      const count = Math.floor((records.end - records.start - 6) / 6);
      for (let i = 0; i < count; i++) row.put(column + i, this.number(shortNumber(records.u32(6 + i * 6)), records.u16(4 + i * 6)));
      return;
    }
    row.put(column, this.text(records));
  }

  private number(value: number, style: number): string {
    return formattedText(value, this.workbook.formats[style] ?? 'number', this.workbook.is1904);
  }

  private text(records: Records): string {
    const style = records.u16(4);
    if (records.id === id.sharedLabel) {
      const text = this.strings.at(records.u32(6));
      if (text === undefined) throw refused(importMessages.broken_workbook);
      return text;
    }
    if (records.id === id.shortNumber) return this.number(shortNumber(records.u32(6)), style);
    if (records.id === id.number) return this.number(records.f64(6), style);
    if (records.id === id.truthOrError) return this.truthOrError(records.u16(6) & 0xff, records.u16(6) >= 0x100);
    if (records.id === id.formula) return this.formula(records, style);
    return new TextReader(records, 6).text();
  }

  private truthOrError(value: number, isError: boolean): string {
    if (isError) return errors[value] ?? '#N/A';
    return value ? 'TRUE' : 'FALSE';
  }

  /** The value of a formula when the workbook was saved: a number, or a mark for the kind of value. A text follows in its own record. */
  private formula(records: Records, style: number): string {
    if (records.u16(12) !== 0xffff) return this.number(records.f64(6), style);
    const kind = records.u16(6) & 0xff;
    if (kind === 1 || kind === 2) return this.truthOrError(records.u16(8) & 0xff, kind === 2);
    if (kind !== 0) return '';
    while (records.advance() && formulaParts.includes(records.id));
    return records.id === id.formulaText ? new TextReader(records, 0).text() : '';
  }
}

async function* readSheet(path: string, name: string | null): AsyncGenerator<TableRow[]> {
  const workbook = await openWorkbook(path);
  const { sheets } = workbook;
  const sheet = name === null ? sheets[0] : sheets.find((one) => one.name === name);
  if (!sheet) throw refused(name === null ? importMessages.no_rows : importMessages.unknown_sheet);
  const reader = new CellReader(workbook, await readStrings(workbook));
  const batches = new RowBatches();
  for (const [index, places] of (await cellPlaces(workbook, sheet)).entries()) {
    if (!places) continue;
    const row = new RowCells(index + 1);
    for (const place of places) reader.read(place, row);
    batches.add(row);
    yield* batches.take();
  }
  yield* batches.take(true);
}

/** The error for the office: a file that ends too early, or refers to positions outside it, is a broken workbook. */
const xlsProblem = (error: unknown): unknown => (error instanceof RangeError ? refused(importMessages.broken_workbook) : workbookProblem(error));

/**
 * The rows of a sheet of an XLS workbook (1997 to 2003) in batches: the named sheet, else the first visible one. A row keeps its number in the sheet,
 * and a cell keeps its column; empty rows are left out. 422 with a message for a file that cannot be read.
 */
export async function* readXls(path: string, sheet: string | null): AsyncGenerator<TableRow[]> {
  try {
    yield* readSheet(path, sheet);
  } catch (error) {
    throw xlsProblem(error);
  }
}

/** The names of the sheets of an XLS workbook (1997 to 2003) that hold cells: visible ones in their order, then hidden ones. */
export async function xlsSheets(path: string): Promise<string[]> {
  try {
    return (await openWorkbook(path)).sheets.map(({ name }) => name);
  } catch (error) {
    throw xlsProblem(error);
  }
}
