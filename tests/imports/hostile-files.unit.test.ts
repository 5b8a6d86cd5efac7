import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ReadingTime } from '../../server/imports/reading-time.ts';
import { SharedStrings } from '../../server/imports/shared-strings.ts';
import { readTable, type TableRow } from '../../server/imports/table-file.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import type { Reading } from './read-table.ts';
import { sheetOf, stringsOf, workbookOf, workbookParts, zipOf } from './zip-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(content: string | Uint8Array): Promise<string> {
  const path = join(folder, 'file');
  await writeFile(path, content);
  return path;
}

async function rowsOf(content: string | Uint8Array): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const batch of readTable(await fileOf(content))) rows.push(...batch);
  return rows;
}

const run = promisify(execFile);
const script = join(import.meta.dirname, 'read-table.ts');

/** Reads a file in a process with a heap of at most `heap` MB. The process ends if it needs more. */
async function readApart(content: Uint8Array, heap = 256): Promise<Reading> {
  const { stdout } = await run(process.execPath, [`--max-old-space-size=${heap}`, '--import', 'tsx', script, await fileOf(content)]);
  return JSON.parse(stdout);
}

const refusesAs = (content: string | Uint8Array, message: string) =>
  expect(rowsOf(content)).rejects.toMatchObject({ status: 422, body: { message } });

function* repeated(piece: string, times: number): Generator<string> {
  for (let i = 0; i < times; i++) yield piece;
}

const rowXml = (row: number, cells: string): string => `<row r="${row}">${cells}</row>`;

test('a sheet of 200 MB in a zip file of 200 kB is refused before it is expanded', async () => {
  const blanks = ' '.repeat(1024 * 1024);
  const parts = workbookParts({ sheets: { Sheet1: sheetOf(repeated(blanks, 200)) } }).map((part) => ({ ...part, level: 9 }));
  const content = zipOf(parts);
  expect(content.length).toBeLessThan(220 * 1024);
  expect(await readApart(content)).toMatchObject({ rows: 0, refusal: importMessages.workbook_too_large });
  // If the zip's directory names too small a size for the sheet, the reader expands no more than that size and refuses the workbook.
  await refusesAs(zipOf(parts.map((part) => ({ ...part, size: part.name.includes('sheet0') ? 5000 : undefined }))), importMessages.broken_workbook);
}, 240_000);

test('reading a large sheet takes no more memory than reading a small one', async () => {
  const cells = Array.from({ length: 40 }, (_, i) => `<c t="inlineStr"><is><t>${(i * 7919).toString(36)} of the row, and more</t></is></c>`).join('');
  const rows = 5000;
  const content = workbookOf(
    (function* () {
      for (let row = 1; row <= rows; row++) yield rowXml(row, `<c><v>${row}</v></c>${cells}`);
    })(),
  );
  expect(await readApart(content, 128)).toMatchObject({ rows, cells: rows * 41, refusal: null });
}, 240_000);

test('more than four million shared texts are refused, however short they are', async () => {
  const block = Array.from({ length: 10_000 }, (_, i) => `<si><t>${i.toString(36)}</t></si>`).join('');
  function* strings() {
    yield '<sst>';
    yield* repeated(block, 401);
    yield '</sst>';
  }
  const content = workbookOf('<row><c t="s"><v>0</v></c></row>', { strings: strings() });
  expect(await readApart(content)).toMatchObject({ rows: 0, refusal: importMessages.too_many_strings });
}, 240_000);

test('a file is refused if reading it takes too long, whether in a workbook’s shared texts or in the rows', async () => {
  const strings = (function* () {
    yield '<sst>';
    yield* repeated(Array.from({ length: 1000 }, (_, i) => `<si><t>text ${i}</t></si>`).join(''), 500);
    yield '</sst>';
  })();
  const path = await fileOf(workbookOf('<row><c t="s"><v>0</v></c></row>', { strings }));
  const read = async (time: ReadingTime): Promise<number> => {
    let rows = 0;
    for await (const batch of readTable(path, { signal: time.signal })) rows += batch.length;
    time.end();
    return rows;
  };
  await expect(read(new ReadingTime(50))).rejects.toMatchObject({ status: 422, body: { message: importMessages.too_slow } });
  const longer = new ReadingTime(50);
  longer.allow(100_000);
  expect(await read(longer)).toBe(1);

  const rows = new ReadingTime(100_000);
  const many = readTable(await fileOf(`a\n${'1\n'.repeat(5000)}`), { signal: rows.signal });
  expect((await many.next()).done).toBe(false);
  rows.allow(0);
  await setTimeout(5);
  await expect(many.next()).rejects.toMatchObject({ status: 422, body: { message: importMessages.too_slow } });
}, 120_000);

test('shared texts are refused if one text is too long or if all texts together are too long', () => {
  const strings = new SharedStrings();
  const text = 'x'.repeat(100_000);
  for (let i = 0; i < 640; i++) strings.add(text);
  expect(strings.at(639)).toBe(text);
  expect(() => strings.add(text)).toThrow(importMessages.too_many_strings);
  return refusesAs(
    workbookOf('', { strings: stringsOf(`<si>${'<r><t>abcdefghij</t></r>'.repeat(10_001)}</si>`) }),
    importMessages.text_too_long(100_000),
  );
});

test('entities defined in a workbook are never expanded', async () => {
  const levels = Array.from({ length: 9 }, (_, i) => `<!ENTITY lol${i + 1} "${`&lol${i};`.repeat(10)}">`).join('');
  const strings = `<?xml version="1.0"?><!DOCTYPE sst [<!ENTITY lol0 "lol">${levels}]><sst><si><t>&lol9;</t></si></sst>`;
  await refusesAs(workbookOf('<row><c t="s"><v>0</v></c></row>', { strings }), importMessages.broken_workbook);
  const file = '<?xml version="1.0"?><!DOCTYPE sst [<!ENTITY file SYSTEM "file:///etc/passwd">]><sst><si><t>&file;</t></si></sst>';
  await refusesAs(workbookOf('<row><c t="s"><v>0</v></c></row>', { strings: file }), importMessages.broken_workbook);
});

test('a workbook is refused if the name of one of its parts leads out of the file or occurs twice', async () => {
  const parts = workbookParts({ sheets: { Sheet1: sheetOf('<row><c><v>1</v></c></row>') } });
  for (const name of ['../../etc/cron.d/x', '/etc/passwd', 'C:/x', 'xl\\..\\..\\x', 'XL/Workbook.xml'])
    await refusesAs(zipOf([...parts, { name, content: 'x' }]), importMessages.broken_workbook);
  const elsewhere = parts.map((part) => ({
    ...part,
    content: typeof part.content === 'string' ? part.content.replace('worksheets/', '../../../etc/') : part.content,
  }));
  await refusesAs(zipOf(elsewhere), importMessages.broken_workbook);
  await refusesAs(zipOf(new Array(10_001).fill({ name: 'a', content: '' })), importMessages.workbook_too_large);
});

test('a row of 16,384 columns is read; a row with a cell further right is refused', async () => {
  const [row] = await rowsOf(workbookOf(rowXml(1, '<c><v>1</v></c>'.repeat(16_384))));
  expect(row?.cells).toHaveLength(16_384);
  expect((await rowsOf(workbookOf(rowXml(1, '<c r="XFD1"><v>1</v></c>'))))[0]?.cells.indexOf('1')).toBe(16_383);
  await refusesAs(workbookOf(rowXml(1, '<c><v>1</v></c>'.repeat(16_385))), importMessages.broken_workbook);
  for (const reference of ['XFE1', 'ZZZZ1', 'A0', '1A', 'a1', 'A-1', ''])
    await refusesAs(workbookOf(rowXml(1, `<c r="${reference}"><v>1</v></c>`)), importMessages.broken_workbook);
});

test('row numbers may jump forward up to the last possible row; a greater number, or one not above the number before, is refused', async () => {
  const row = (number: string | number) => `<row r="${number}"><c><v>1</v></c></row>`;
  expect((await rowsOf(workbookOf(row(1) + row(1_048_576)))).map((one) => one.row)).toEqual([1, 1_048_576]);
  for (const numbers of [[1_048_577], [5, 4], [5, 5], [0], [-1], ['1.5'], ['x'], [1_048_576, '']])
    await refusesAs(workbookOf(numbers.map(row).join('')), importMessages.rows_out_of_order);
});

test('cells and tags that are too long, and tags that are nested too deeply, are refused', async () => {
  await refusesAs(workbookOf(rowXml(1, `<c t="str"><v>${'x'.repeat(100_001)}</v></c>`)), importMessages.text_too_long(100_000));
  await refusesAs(workbookOf(rowXml(7, `<c t="str"><v>${'x'.repeat(60_000)}</v></c>`.repeat(2))), importMessages.row_too_long(7, 100_000));
  await refusesAs(workbookOf(`<row ${'x'.repeat(3_000_000)}`), importMessages.broken_workbook);
  await refusesAs(workbookOf(`<!--${'x'.repeat(3_000_000)}-->`), importMessages.broken_workbook);
  await refusesAs(workbookOf(repeated('<a>'.repeat(1000), 1000)), importMessages.broken_workbook);
});

test('a text file is refused if it has a line of 50 MB, or too many empty lines between two lines with text', async () => {
  await refusesAs(`a,b\n${'x'.repeat(50_000_000)}`, importMessages.line_too_long(2, 100_000));
  await refusesAs(`a,b\n${'\r\n'.repeat(500_000)}1,2\n`, importMessages.empty_lines(100_000));
  expect(await rowsOf(`a,b\n1,2${'\r\n'.repeat(500_000)}`)).toHaveLength(2);
  expect(await rowsOf(`a,b${'\n'.repeat(90_000)}1,2\n`)).toEqual([
    { row: 1, cells: ['a', 'b'] },
    { row: 90_001, cells: ['1', '2'] },
  ]);
}, 240_000);

test('lone quotation marks and mixed line ends are read, and a quotation mark that is never closed is refused', async () => {
  expect(await rowsOf('name,size\r5" hat,"a ""b"" c"\nO"Neill,"x\ry"\r\nz,\n')).toEqual([
    { row: 1, cells: ['name', 'size'] },
    { row: 2, cells: ['5" hat', 'a "b" c'] },
    { row: 3, cells: ['O"Neill', 'x\ny'] },
    { row: 5, cells: ['z', ''] },
  ]);
  await refusesAs('a,b\n"x,1\ny,2\n', importMessages.quote_not_closed(2));
});

test('text in UTF-16 without a byte order mark is read, and other files with zero bytes are refused', async () => {
  const utf16 = Buffer.from('name;price\nO’Neill;£5 or €6\n', 'utf16le');
  for (const content of [utf16, Buffer.from(utf16).swap16()])
    expect((await rowsOf(content)).map(({ cells }) => cells)).toEqual([
      ['name', 'price'],
      ['O’Neill', '£5 or €6'],
    ]);
  await refusesAs('a,b\n1,\0\n', importMessages.not_text);
  await refusesAs(Buffer.alloc(5000), importMessages.not_text);
});

test('the characters of Windows-1252 from 0x80 to 0x9f are read', async () => {
  const cells = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ£é';
  const bytes = [...Array.from({ length: 32 }, (_, i) => 0x80 + i).filter((byte) => ![0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte)), 0xa3, 0xe9];
  expect(await rowsOf(Buffer.from([...Buffer.from('a,'), ...bytes]))).toEqual([{ row: 1, cells: ['a', cells] }]);
});
