/** A cell of an older workbook: a text, a number (with `style`, an index of `formats`), a boolean, an error, or a formula with its value. */
export type XlsCell =
  | string
  | number
  | boolean
  | null
  | { value: number; style: number }
  | { error: number }
  | { formula: string; isShared?: boolean };

export interface XlsBook {
  sheets: { name: string; rows: Iterable<readonly XlsCell[]>; isHidden?: boolean }[];
  /** The format codes of the styles, from style 0. */
  formats?: readonly string[];
  is1904?: boolean;
  hasPassword?: boolean;
  /** Whether the rows are written from the last to the first. */
  isBackwards?: boolean;
}

const u16 = (...values: number[]): Buffer => Buffer.from(new Uint16Array(values).buffer);
const u32 = (...values: number[]): Buffer => Buffer.from(new Uint32Array(values).buffer);
const f64 = (value: number): Buffer => Buffer.from(new Float64Array([value]).buffer);

const record = (id: number, ...parts: Buffer[]): Buffer => {
  const data = Buffer.concat(parts);
  return Buffer.concat([u16(id, data.length), data]);
};

/** Returns a text with its length and the flag for wide characters, as for all strings except the names of sheets. */
const text = (value: string): Buffer => Buffer.concat([u16(value.length), Buffer.from([1]), Buffer.from(value, 'utf16le')]);

/** Returns the records of shared texts. A record has at most 8224 bytes; a longer text continues in the next record after another flag byte. */
function sharedTexts(values: readonly string[]): Buffer {
  const blocks = [u32(values.length, values.length)];
  let block = blocks[0] as Buffer;
  const out: Buffer[] = [];
  let parts: Buffer[] = [block];
  let size = block.length;
  const next = (): void => {
    out.push(record(out.length ? 0x3c : 0xfc, ...parts));
    parts = [];
    size = 0;
  };
  for (const value of values) {
    if (size + 5 > 8224) next();
    parts.push(u16(value.length), Buffer.from([1]));
    size += 3;
    for (let rest = Buffer.from(value, 'utf16le'); rest.length; rest = rest.subarray(block.length)) {
      const room = 8224 - size - ((8224 - size) % 2);
      block = rest.subarray(0, room);
      parts.push(block);
      size += block.length;
      if (block.length === rest.length) break;
      next();
      parts.push(Buffer.from([1]));
      size = 1;
    }
  }
  next();
  return Buffer.concat(out);
}

function cellRecord(row: number, column: number, cell: XlsCell, indexOf: (value: string) => number): Buffer {
  const at = (style = 0) => u16(row, column, style);
  if (cell === null) return Buffer.alloc(0);
  if (typeof cell === 'string') return record(0xfd, at(), u32(indexOf(cell)));
  if (typeof cell === 'boolean') return record(0x205, at(), Buffer.from([Number(cell), 0]));
  if (typeof cell === 'number') return record(0x203, at(), f64(cell));
  if ('error' in cell) return record(0x205, at(), Buffer.from([cell.error, 1]));
  if ('value' in cell) return record(0x203, at(cell.style), f64(cell.value));
  const marker = Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 0xff]);
  const code = Buffer.from([0x1e, 1, 0]);
  const shared = record(0x4bc, u16(row, row), Buffer.from([column, column, 0, 1]), u16(code.length), code);
  return Buffer.concat([
    record(0x06, at(), marker, u16(0), u32(0), u16(code.length), code),
    ...(cell.isShared ? [shared] : []),
    record(0x207, text(cell.formula)),
  ]);
}

const bof = (type: number): Buffer => record(0x809, u16(0x600, type, 0x1faa, 1997), u32(0, 0x600));
const eof = record(0x0a);

function workbookStream({ sheets, formats = ['General'], is1904 = false, hasPassword = false, isBackwards = false }: XlsBook): Buffer {
  const texts = new Map<string, number>();
  const indexOf = (value: string): number => {
    const index = texts.get(value) ?? texts.size;
    texts.set(value, index);
    return index;
  };
  const bodies = sheets.map(({ rows }) => {
    const cells: Buffer[] = [];
    let row = 0;
    for (const line of rows) {
      cells.push(Buffer.concat(line.map((cell, column) => cellRecord(row, column, cell, indexOf))));
      row++;
    }
    if (isBackwards) cells.reverse();
    return Buffer.concat([bof(0x10), record(0x200, u32(0, row), u16(0, 256, 0)), ...cells, eof]);
  });
  const start = Buffer.concat([
    bof(0x05),
    ...(hasPassword ? [record(0x2f, u16(0, 0x1234, 0x5678))] : []),
    record(0x42, u16(1200)),
    record(0x22, u16(Number(is1904))),
    ...formats.map((format, i) => record(0x41e, u16(164 + i), text(format))),
    ...formats.map((_, i) => record(0xe0, u16(0, 164 + i, 1), Buffer.alloc(14))),
  ]);
  const strings = sharedTexts([...texts.keys()]);
  const names = sheets.map(({ name }) => Buffer.concat([Buffer.from([name.length, 1]), Buffer.from(name, 'utf16le')]));
  let offset = start.length + names.reduce((sum, name) => sum + name.length + 10, 0) + strings.length + eof.length;
  const list = sheets.map(({ isHidden = false }, i) => {
    const place = offset;
    offset += bodies[i]?.length ?? 0;
    return record(0x85, u32(place), Buffer.from([Number(isHidden), 0]), names[i] ?? Buffer.alloc(0));
  });
  return Buffer.concat([start, ...list, strings, eof, ...bodies]);
}

/** Returns an OLE container with one stream. */
export function containerOf(name: string, stream: Buffer): Buffer {
  const isLarge = stream.length > 4_000_000;
  const sector = isLarge ? 4096 : 512;
  const streamSectors = Math.ceil(Math.max(stream.length, 4096) / sector);
  const perSector = sector / 4;
  const tables = Math.ceil((streamSectors + 1) / (perSector - 1)) + 1;
  const end = 0xfffffffe;
  const table = new Uint32Array(tables * perSector).fill(0xffffffff);
  table.fill(0xfffffffd, 0, tables);
  table[tables] = end;
  for (let i = 0; i < streamSectors; i++) table[tables + 1 + i] = i === streamSectors - 1 ? end : tables + 2 + i;
  const entry = (title: string, type: number, child: number, first: number, size: number): Buffer => {
    const bytes = Buffer.alloc(128);
    bytes.write(title, 'utf16le');
    bytes.writeUInt16LE(title.length * 2 + 2, 64);
    bytes.set([type, 1], 66);
    bytes.writeInt32LE(-1, 68);
    bytes.writeInt32LE(-1, 72);
    bytes.writeInt32LE(child, 76);
    bytes.writeUInt32LE(first, 116);
    bytes.writeUInt32LE(size, 120);
    return bytes;
  };
  const size = streamSectors * sector;
  const directory = Buffer.concat([entry('Root Entry', 5, 1, end, 0), entry(name, 2, -1, tables + 1, Math.max(stream.length, 4096))]);
  const places = new Uint32Array(109).fill(0xffffffff);
  for (let i = 0; i < tables; i++) places[i] = i;
  const header = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(16),
    u16(0x3e, isLarge ? 4 : 3, 0xfffe, isLarge ? 12 : 9, 6, 0, 0, 0),
    u32(isLarge ? 1 : 0, tables, tables, 0, 4096, end, 0, end, 0),
    Buffer.from(places.buffer),
  ]);
  const padded = (bytes: Buffer, length: number): Buffer => Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]);
  return Buffer.concat([padded(header, sector), Buffer.from(table.buffer), padded(directory, sector), padded(stream, size)]);
}

/** Returns the bytes of an older workbook (BIFF8), the format of spreadsheets from 1997 to 2003. */
export const xlsOf = (book: XlsBook): Buffer => containerOf('Workbook', workbookStream(book));
