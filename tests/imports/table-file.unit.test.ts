import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headOf } from '../../server/imports/import-columns.ts';
import { delimiterOf, readTable, type TableRow } from '../../server/imports/table-file.ts';
import { csvOf } from '../../shared/csv.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import type { Delimiter } from '../../shared/imports/reading.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'table-'));
});
afterAll(() => rm(folder, { recursive: true }));

const guess = { sheet: null, header_row: null, signal: new AbortController().signal };

async function fileOf(content: string | Uint8Array): Promise<string> {
  const path = join(folder, 'table');
  await writeFile(path, content);
  return path;
}

async function rowsOf(content: string | Uint8Array): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const batch of readTable(await fileOf(content))) {
    expect(batch.length).toBeLessThanOrEqual(500);
    rows.push(...batch);
  }
  return rows;
}

test('a file gives the same text in each supported encoding', async () => {
  const text = 'name;price\nO’Neill;£5 or €6\n';
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
  const windows = Buffer.from(text.replace('’', '\u0092').replace('€', '\u0080'), 'latin1');
  for (const content of [text, `\uFEFF${text}`, utf16, Buffer.from(utf16).swap16(), windows])
    expect(await rowsOf(content)).toEqual([
      { row: 1, cells: ['name', 'price'] },
      { row: 2, cells: ['O’Neill', '£5 or €6'] },
    ]);
});

test('a row has the number of the line on which it begins, whatever the line endings, quotation marks and empty lines', async () => {
  const rows = await rowsOf('a,b\n\r\n\n1,"x\r\ny\nz"\r\n2,say "hi"\r\n,\r\n4,5\r6,7');
  expect(rows).toEqual([
    { row: 1, cells: ['a', 'b'] },
    { row: 4, cells: ['1', 'x\ny\nz'] },
    { row: 7, cells: ['2', 'say "hi"'] },
    { row: 9, cells: ['4', '5'] },
    { row: 10, cells: ['6', '7'] },
  ]);
});

test.each<[string, string, Delimiter, number]>([
  [
    'tabs, with commas in the last field',
    'sku\tname\tprice\tdescription\nA\tPolo\t5\tRed, blue, green\nB\tCap\t6\tWool, warm, soft, thick\n',
    'tab',
    4,
  ],
  ['pipes', 'sku|name|price\nA|Polo, red|5,50\nB|Cap, blue, wool|6,50\n', 'pipe', 3],
  ['semicolons, with decimal commas', 'sku;price\nA;5,50\nB;6,50\n', 'semicolon', 2],
  ['commas, with semicolons in quotation marks', 'name,sites\nAnn,"Leeds; York; Hull"\nBen,"Leeds; York; Hull"\n', 'comma', 2],
  ['a title above the table', 'Prices of May, all\nsku;name;price\nA;Polo, red;5\nB;Cap;6\n', 'semicolon', 3],
  ['records with missing cells', 'sku,name,price,note\nA,Polo,5\nB,Cap,6,new; warm\nC,Hat,7,old\n', 'comma', 4],
  ['a quotation mark that is not closed', 'sku|name\nA|Polo 5" wide\nB|"Cap\n', 'pipe', 2],
  ['one column', 'sku\nA\nB\n', 'comma', 1],
])('the delimiter of a file with %s is recognised by its records', async (_, content, delimiter, width) => {
  const path = await fileOf(content);
  expect(await delimiterOf(path)).toBe(delimiter);
  expect((await headOf(path, { ...guess, header_row: content.startsWith('Prices') ? 2 : 1 }).catch(() => null))?.headings.length ?? width).toBe(
    width,
  );
});

test('a chosen delimiter is used, even if the records seem to have another delimiter', async () => {
  const path = await fileOf('a,b|c\n1,2|3\n');
  const rows: TableRow[] = [];
  for await (const batch of readTable(path, { delimiter: 'pipe' })) rows.push(...batch);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['a,b', 'c'],
    ['1,2', '3'],
  ]);
});

test('a CSV document that Kitroom wrote is read as it was written', async () => {
  const cells = [
    ['name', 'note'],
    ['=1+1', "'tis"],
    ['-5', '@home'],
    ['0012', 'a, "b"\nc'],
  ];
  expect((await rowsOf(csvOf(cells))).map((row) => row.cells)).toEqual(cells);
});

test('many rows are read in sequence, each once, also if a row is split between two chunks', async () => {
  const lines = Array.from({ length: 30_000 }, (_, i) => `${i}\té${i}\r\n`);
  const rows = await rowsOf(lines.join(''));
  expect(rows.every(({ row, cells }, i) => row === i + 1 && cells[1] === `é${i}`)).toBe(true);
  expect(rows).toHaveLength(30_000);
});

test('a file with an overlong line, an unclosed quotation mark, binary content or no rows is refused with a message', async () => {
  await expect(rowsOf(`a,b\n${'x'.repeat(2_000_000)}`)).rejects.toMatchObject({ status: 422, body: { message: expect.stringContaining('line 2') } });
  await expect(rowsOf('a,b\n1,"open\n2,3\n')).rejects.toMatchObject({ body: { message: expect.stringContaining('not closed') } });
  await expect(rowsOf('a,b\n1,\0\n')).rejects.toMatchObject({ body: { message: expect.stringContaining('not a text file') } });
  await expect(headOf(await fileOf('\n\n'), guess)).rejects.toMatchObject({ status: 422, body: { message: importMessages.no_rows } });
});

test('the header row is the first row that is as wide as the table', async () => {
  expect(await headOf(await fileOf('Staff list\n\nNumber,Name,Email\n1,Ann,a@b.c\n'), guess)).toEqual({
    header_row: 3,
    headings: ['Number', 'Name', 'Email'],
    rows: [{ row: 4, cells: ['1', 'Ann', 'a@b.c'] }],
  });
});
