import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTable, sheetsOf, type TableRow } from '../../server/imports/table-file.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { containerOf, xlsOf } from './xls-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbook-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(content: Uint8Array): Promise<string> {
  const path = join(folder, 'workbook');
  await writeFile(path, content);
  return path;
}

async function rowsOf(content: Uint8Array, sheet?: string): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const batch of readTable(await fileOf(content), { sheet })) rows.push(...batch);
  return rows;
}

const refusesAs = (content: Uint8Array, message: string) => expect(rowsOf(content)).rejects.toMatchObject({ status: 422, body: { message } });

const formats = ['General', 'dd/mm/yyyy', '00000', 'yyyy-mm-dd hh:mm'];

test('cells of every type in an .xls workbook give the same texts as in an .xlsx workbook', async () => {
  const rows = [
    ['00123', 'O’Neill', 5012345678900, 1.1, true, false, { error: 42 }],
    [],
    [
      null,
      { value: 45296, style: 1 },
      { value: 7, style: 2 },
      { value: 45296.5, style: 3 },
      { formula: 'own' },
      { formula: 'of many', isShared: true },
      'end',
    ],
  ];
  expect(await rowsOf(xlsOf({ formats, sheets: [{ name: 'Staff', rows }] }))).toEqual([
    { row: 1, cells: ['00123', 'O’Neill', '5012345678900', '1.1', 'TRUE', 'FALSE', '#N/A'] },
    { row: 3, cells: ['', '2024-01-05', '00007', '2024-01-05 12:00', 'own', 'of many', 'end'] },
  ]);
});

test('rows are read in the order of their numbers, even if the file has them in another order', async () => {
  const rows = await rowsOf(xlsOf({ isBackwards: true, sheets: [{ name: 'A', rows: [['1'], [], ['3', 'x']] }] }));
  expect(rows).toEqual([
    { row: 1, cells: ['1'] },
    { row: 3, cells: ['3', 'x'] },
  ]);
});

test('dates are counted from 1904 if the workbook says so', async () => {
  const rows = [[{ value: 43834, style: 1 }]];
  expect(await rowsOf(xlsOf({ formats, is1904: true, sheets: [{ name: 'A', rows }] }))).toEqual([{ row: 1, cells: ['2024-01-05'] }]);
});

test('texts that are split between records of the file are read completely', async () => {
  const texts = ['a'.repeat(4108), 'é€'.repeat(5000), '', 'z', ...Array.from({ length: 3000 }, (_, i) => `text ${i}`)];
  const rows = await rowsOf(xlsOf({ sheets: [{ name: 'A', rows: texts.map((text) => [text, 'x']) }] }));
  expect(rows.map(({ cells }) => cells[0])).toEqual(texts);
});

test('the names of sheets are listed, visible sheets first, and a sheet is read by its name', async () => {
  const book = xlsOf({
    sheets: [
      { name: 'Old', rows: [['1']], isHidden: true },
      { name: 'Zoë', rows: [[], ['2']] },
    ],
  });
  expect(await sheetsOf(await fileOf(book))).toEqual(['Zoë', 'Old']);
  expect(await rowsOf(book)).toEqual([{ row: 2, cells: ['2'] }]);
  expect(await rowsOf(book, 'Old')).toEqual([{ row: 1, cells: ['1'] }]);
  await expect(rowsOf(book, 'New')).rejects.toMatchObject({ status: 422, body: { message: importMessages.unknown_sheet } });
});

test('a large workbook is read in batches', async () => {
  function* rows() {
    for (let i = 0; i < 5000; i++) yield [`person ${i}`, i, { value: 45296, style: 1 }, 'b', i / 4, 'c', 'd', 'e', `${i}@example.com`, true];
  }
  const read = await rowsOf(xlsOf({ formats, sheets: [{ name: 'A', rows: rows() }] }));
  expect(read).toHaveLength(5000);
  expect(read[4999]).toEqual({
    row: 5000,
    cells: ['person 4999', '4999', '2024-01-05', 'b', '1249.75', 'c', 'd', 'e', '4999@example.com', 'TRUE'],
  });
});

test('a file that is not a workbook, has an older format, is damaged or has a password is refused with a message', async () => {
  const book = { sheets: [{ name: 'A', rows: [['x', 1, 'y'.repeat(9000)]] }] };
  const content = xlsOf(book);
  await refusesAs(xlsOf({ ...book, hasPassword: true }), importMessages.encrypted_workbook);
  await refusesAs(containerOf('EncryptedPackage', Buffer.alloc(5000)), importMessages.encrypted_workbook);
  await refusesAs(containerOf('WordDocument', Buffer.alloc(5000)), importMessages.not_workbook);
  await refusesAs(containerOf('Book', Buffer.alloc(5000)), importMessages.old_workbook);
  await refusesAs(containerOf('Workbook', Buffer.from('0908040000050500', 'hex')), importMessages.old_workbook);
  await refusesAs(containerOf('Workbook', Buffer.alloc(5000)), importMessages.broken_workbook);
  for (const length of [8, 100, 600, 1200, 5000, content.length - 2000]) await refusesAs(content.subarray(0, length), importMessages.broken_workbook);
});

test('a workbook with randomly changed bytes is read or refused, and never causes another error', async () => {
  const content = xlsOf({ formats, sheets: [{ name: 'A', rows: [['x', 1, 'y'.repeat(9000), { formula: 'z', isShared: true }]] }] });
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let i = 0; i < 200; i++) {
    const changed = Buffer.from(content);
    for (let n = 0; n < 3; n++) changed[8 + random(i % 2 ? 2000 : changed.length - 8)] = random(256);
    const outcome = await rowsOf(changed).catch((error) => error);
    expect(Array.isArray(outcome) || outcome.status === 422, `${i}: ${outcome}`).toBe(true);
  }
});
