import { posix } from 'node:path';
import { importMessages } from '../../shared/imports/messages.ts';
import { formatOf, formattedText, isoText, type NumberFormat, numberText, withPlainLineEnds } from './cell-text.ts';
import { longestRecord, RowBatches, RowCells, type TableRow } from './row-batches.ts';
import { SharedStrings } from './shared-strings.ts';
import { localName, longestSmallPart, openZip, readSmallXml, readXml, refused, workbookProblem, type XmlReader, type ZipParts } from './zip-parts.ts';

const lastRow = 1_048_576;
const columns = 16_384;
const mostSheets = 1000;

/** A link from one part of a workbook to another. */
interface Relation {
  id: string;
  /** The last word of its type, such as `worksheet`. */
  kind: string;
  part: string;
}

async function relationsOf(zip: ZipParts, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  if (!zip.has(name)) return [];
  const relations: Relation[] = [];
  await readSmallXml(await zip.open(name, longestSmallPart), {
    open: (tag, { Id = '', Type = '', Target = '' }) => {
      if (tag !== 'Relationship') return;
      const target = Target.replaceAll('\\', '/');
      relations.push({ id: Id, kind: posix.basename(Type), part: target.startsWith('/') ? target.slice(1) : posix.join(folder, target) });
    },
  });
  return relations;
}

interface Sheet {
  name: string;
  part: string;
  isHidden: boolean;
}

interface Workbook {
  /** The sheets of cells, visible ones first. */
  sheets: Sheet[];
  is1904: boolean;
  stylesPart: string | undefined;
  stringsPart: string | undefined;
}

async function readWorkbook(zip: ZipParts): Promise<Workbook> {
  const part = (await relationsOf(zip, '')).find(({ kind }) => kind === 'officeDocument')?.part;
  if (!part?.toLowerCase().endsWith('.xml')) throw refused(importMessages.not_workbook);
  const relations = await relationsOf(zip, part);
  const parts = new Map(relations.filter(({ kind }) => kind === 'worksheet').map((relation) => [relation.id, relation.part]));
  const sheets: Sheet[] = [];
  let is1904 = false;
  let root: string | undefined;
  await readSmallXml(await zip.open(part, longestSmallPart), {
    open: (tag, attributes) => {
      root ??= tag;
      if (root !== 'workbook') throw refused(importMessages.not_workbook);
      if (tag === 'workbookPr') is1904 = ['1', 'true', 'on'].includes(attributes.date1904 ?? '');
      if (tag !== 'sheet') return;
      const id = Object.keys(attributes).find((name) => name.includes(':') && localName(name) === 'id') ?? '';
      const target = parts.get(attributes[id] ?? '');
      if (target) sheets.push({ name: attributes.name ?? '', part: target, isHidden: (attributes.state ?? 'visible') !== 'visible' });
      if (sheets.length > mostSheets) throw refused(importMessages.workbook_too_large);
    },
  });
  const partOf = (kind: string) => relations.find((relation) => relation.kind === kind)?.part;
  return {
    sheets: [...sheets.filter(({ isHidden }) => !isHidden), ...sheets.filter(({ isHidden }) => isHidden)],
    is1904,
    stylesPart: partOf('styles'),
    stringsPart: partOf('sharedStrings'),
  };
}

/** The number formats of cell styles, indexed by the number of the style. */
async function readFormats(zip: ZipParts, part: string | undefined): Promise<NumberFormat[]> {
  if (!part || !zip.has(part)) return [];
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isInCellStyles = false;
  await readSmallXml(await zip.open(part, longestSmallPart), {
    open: (tag, { numFmtId = '0', formatCode }) => {
      if (tag === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode);
      if (tag === 'cellXfs') isInCellStyles = true;
      if (tag === 'xf' && isInCellStyles) formats.push(formatOf(Number(numFmtId), codes.get(Number(numFmtId))));
    },
    close: (tag) => {
      if (tag === 'cellXfs') isInCellStyles = false;
    },
  });
  return formats;
}

/** The decoded text: `_x000D_` and the like stand for characters that XML cannot hold. */
const writtenText = (text: string): string =>
  withPlainLineEnds(
    text.includes('_x') ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text,
  );

/** Collects the text of `t` and `v`, without the phonetic runs that stand beside it. */
class TextCollector {
  value = '';
  private isText = false;
  private isPhonetic = false;

  open(tag: string): void {
    if (tag === 'rPh') this.isPhonetic = true;
    if (tag === 't' || tag === 'v') this.isText = !this.isPhonetic;
  }

  /** 422 for a text that is longer than `longestRecord`. */
  text(text: string): void {
    if (!this.isText) return;
    this.value += text;
    if (this.value.length > longestRecord) throw refused(importMessages.text_too_long(longestRecord));
  }

  close(tag: string): void {
    if (tag === 'rPh') this.isPhonetic = false;
    if (tag === 't' || tag === 'v') this.isText = false;
  }
}

async function readStrings(zip: ZipParts, part: string | undefined): Promise<SharedStrings> {
  const strings = new SharedStrings();
  if (!part || !zip.has(part)) return strings;
  const collector = new TextCollector();
  await readSmallXml(await zip.open(part), {
    open: (tag) => {
      if (tag === 'si') collector.value = '';
      else collector.open(tag);
    },
    text: (text) => collector.text(text),
    close: (tag) => {
      if (tag === 'si') strings.add(writtenText(collector.value));
      else collector.close(tag);
    },
  });
  return strings;
}

/** The index of the column in a reference such as `AB12`, from 0. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}(?=[1-9]\d{0,6}$)/.exec(reference)?.[0];
  if (!letters) throw refused(importMessages.broken_workbook);
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** The parts of a workbook with which the value of a cell is decoded. */
interface CellContext {
  strings: SharedStrings;
  formats: NumberFormat[];
  is1904: boolean;
}

const wholeNumber = /^(0|-?[1-9]\d{0,39})$/;

/** The text of a cell by its type. The text of a formula is the value that was calculated when the workbook was saved. */
function cellText(value: string, type: string, style: number, { strings, formats, is1904 }: CellContext): string {
  if (type === 's') {
    const text = strings.at(Number(value));
    if (text === undefined) throw refused(importMessages.broken_workbook);
    return text;
  }
  if (type === 'b') return value.trim() === '1' || value.trim() === 'true' ? 'TRUE' : 'FALSE';
  if (type === 'd') return isoText(value);
  if (type !== 'n') return writtenText(value);
  const format = formats[style] ?? 'number';
  const digits = value.trim();
  const isPlain = format === 'number' || (typeof format === 'object' && 'decimals' in format && !format.currency);
  if (isPlain && wholeNumber.test(digits)) return digits;
  const number = Number(digits);
  if (!digits || !Number.isFinite(number)) return digits;
  return format === 'number' ? numberText(number) : formattedText(number, format, is1904);
}

/** Reads the tags of a sheet into rows. */
class SheetReader implements XmlReader {
  readonly batches = new RowBatches();
  /** True once the last row has been read; later tags are not cells. */
  isOver = false;
  private readonly collector = new TextCollector();
  private isInRows = false;
  private row = new RowCells(0);
  private column = -1;
  private type = 'n';
  private style = 0;

  constructor(private readonly context: CellContext) {}

  open(tag: string, attributes: Record<string, string>): void {
    if (tag === 'sheetData') this.isInRows = true;
    else if (!this.isInRows || this.isOver) return;
    else if (tag === 'c') this.openCell(attributes);
    else if (tag === 'row') this.openRow(attributes.r);
    else this.collector.open(tag);
  }

  private openRow(number: string | undefined): void {
    const row = number === undefined ? this.row.row + 1 : Number(number);
    if (!Number.isInteger(row) || row <= this.row.row || row > lastRow) throw refused(importMessages.rows_out_of_order);
    this.row = new RowCells(row);
    this.column = -1;
  }

  private openCell({ r, t = 'n', s = '0' }: Record<string, string>): void {
    this.column = r === undefined ? this.column + 1 : columnOf(r);
    if (this.column >= columns) throw refused(importMessages.broken_workbook);
    this.type = t;
    this.style = Number(s);
    this.collector.value = '';
  }

  text(text: string): void {
    this.collector.text(text);
  }

  close(tag: string): void {
    if (tag === 'c') this.closeCell();
    else if (tag === 'row') this.batches.add(this.row);
    else if (tag === 'sheetData') this.isOver = true;
    else this.collector.close(tag);
  }

  private closeCell(): void {
    if (!this.isInRows || this.isOver || !this.collector.value) return;
    this.row.put(this.column, cellText(this.collector.value, this.type, this.style, this.context));
  }
}

async function* readSheet(zip: ZipParts, name: string | null): AsyncGenerator<TableRow[]> {
  const { sheets, is1904, stylesPart, stringsPart } = await readWorkbook(zip);
  const sheet = name === null ? sheets[0] : sheets.find((one) => one.name === name);
  if (!sheet) throw refused(name === null ? importMessages.no_rows : importMessages.unknown_sheet);
  const formats = await readFormats(zip, stylesPart);
  const reader = new SheetReader({ strings: await readStrings(zip, stringsPart), formats, is1904 });
  for await (const _ of readXml(await zip.open(sheet.part), reader)) {
    yield* reader.batches.take();
    if (reader.isOver) break;
  }
  yield* reader.batches.take(true);
}

/**
 * Reads the rows of one sheet of an XLSX workbook: the sheet `sheet`, or the first visible sheet if `sheet` is null. A batch of rows is read when the
 * caller requests it. Each row has its number in the sheet, and each cell its column; empty rows are left out. 422 if the file cannot be read.
 */
export async function* readXlsx(path: string, sheet: string | null, signal?: AbortSignal): AsyncGenerator<TableRow[]> {
  let zip: ZipParts | undefined;
  try {
    zip = await openZip(path, signal);
    yield* readSheet(zip, sheet);
  } catch (error) {
    throw workbookProblem(error);
  } finally {
    zip?.close();
  }
}

/** The names of the sheets of an XLSX workbook that hold cells: visible ones in their order, then hidden ones. */
export async function xlsxSheets(path: string): Promise<string[]> {
  let zip: ZipParts | undefined;
  try {
    zip = await openZip(path);
    return (await readWorkbook(zip)).sheets.map(({ name }) => name);
  } catch (error) {
    throw workbookProblem(error);
  } finally {
    zip?.close();
  }
}
