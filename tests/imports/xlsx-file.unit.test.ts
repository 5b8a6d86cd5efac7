import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTable, sheetsOf, type TableRow } from '../../server/imports/table-file.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { sheetOf, stringsOf, stylesOf, workbookOf, workbookParts, zipOf } from './zip-file.ts';

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

const cellsOf = async (content: Uint8Array): Promise<string[][]> => (await rowsOf(content)).map(({ cells }) => cells);

const refusal = (message: string) => ({ status: 422, body: { message } });

test('each cell has its column and each row its number in the sheet, whether or not the file contains cell references', async () => {
  const workbook = workbookOf(
    '<row r="2"><c r="C2"><v>1</v></c><c r="A2"><v>2</v></c></row><row/><row><c><v>3</v></c><c r="D4"/><c><v>4</v></c></row><row r="9"><c r="B9" t="str"><v> </v></c></row>',
  );
  expect(await rowsOf(workbook)).toEqual([
    { row: 2, cells: ['2', '', '1'] },
    { row: 4, cells: ['3', '', '', '', '4'] },
  ]);
});

test('text is read exactly: leading zeros, spaces, rich text without phonetic runs, escapes and line ends', async () => {
  const strings = stringsOf(
    '<si><t>00123</t></si><si><t xml:space="preserve"> a </t></si><si><r><rPr><b/></rPr><t>O’</t></r><r><t>Neill</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si><si><t>1_x000D_\n2_x005F_x000D_</t></si><si><t/></si>',
  );
  const workbook = workbookOf(
    `<row r="1">${[0, 1, 2, 3, 4].map((i) => `<c t="s"><v>${i}</v></c>`).join('')}<c t="inlineStr"><is><r><t>in</t></r><r><t>line &amp; &#163;</t></r></is></c></row>`,
    { strings },
  );
  expect(await cellsOf(workbook)).toEqual([['00123', ' a ', 'O’Neill', '1\n2_x000D_', '', 'inline & £']]);
});

test('numbers are read in the form in which people type them', async () => {
  const numbers = {
    '5012345678900': '5012345678900',
    '5.0123456789000003E12': '5012345678900',
    '12345678901234567890': '12345678901234567890',
    '1E21': '1000000000000000000000',
    '1.5e-7': '0.00000015',
    '-2.5E-3': '-0.0025',
    '1.1000000000000001': '1.1',
    '0.30000000000000004': '0.3',
    '12.50': '12.5',
    '-0': '0',
    '007': '7',
    NaN: 'NaN',
  };
  const workbook = workbookOf(
    `<row>${Object.keys(numbers)
      .map((value) => `<c><v>${value}</v></c>`)
      .join('')}</row>`,
  );
  expect(await cellsOf(workbook)).toEqual([Object.values(numbers)]);
});

test('a number is read in the format of its cell: as a date, a time, a date with a time, or a code with leading zeros', async () => {
  const formats = [
    14,
    'dd/mm/yyyy',
    '[$-809]d mmmm yyyy;@',
    'yyyy-mm-dd hh:mm:ss',
    'h:mm AM/PM',
    '[h]:mm',
    '00000',
    '#,##0.00 "days"',
    '[Red]0.0%',
    'mmm',
    49,
  ];
  const values: [style: number, value: string, text: string][] = [
    [0, '45296', '2024-01-05'],
    [1, '1', '1900-01-01'],
    [1, '61', '1900-03-01'],
    [2, '45296.75', '2024-01-05'],
    [3, '45296', '2024-01-05'],
    [3, '45296.5625', '2024-01-05 13:30'],
    [3, '45296.562511574', '2024-01-05 13:30:01'],
    [4, '0.75', '18:00'],
    [5, '1.5', '36:00'],
    [6, '123', '00123'],
    [7, '12.5', '12.5'],
    [8, '0.2', '20.0%'],
    [9, '45296', '2024-01-05'],
    [10, '45296', '45296'],
    [0, '-5', '-5'],
    [0, '2958465', '9999-12-31'],
    [0, '2958466', '2958466'],
    [99, '45296', '45296'],
  ];
  const cells = values.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`).join('');
  const workbook = workbookOf(`<row>${cells}<c t="d"><v>2024-01-05T00:00:00Z</v></c></row>`, { styles: stylesOf(formats) });
  expect(await cellsOf(workbook)).toEqual([[...values.map(([, , text]) => text), '2024-01-05']]);
  const since1904 = workbookOf('<row><c s="0"><v>43834</v></c><c s="0"><v>0</v></c></row>', {
    styles: stylesOf([14]),
    properties: 'date1904="1"',
  });
  expect(await cellsOf(since1904)).toEqual([['2024-01-05', '1904-01-01']]);
});

test('a number is read as people see it: a rate in per cent, a code with its zeros and spaces, a rounded price, a foreign currency', async () => {
  const values: [format: string | number, value: string, text: string][] = [
    ['0%', '0.2', '20%'],
    [9, '0.2', '20%'],
    [10, '0.175', '17.50%'],
    ['0.0%', '0.175', '17.5%'],
    ['00000 000000', '1134960000', '01134 960000'],
    ['"SKU-"0000', '12', 'SKU-0012'],
    ['0.00', '7.204999', '7.2'],
    [2, '7.204999', '7.2'],
    ['0', '12.5', '13'],
    ['0', '5012345678900', '5012345678900'],
    ['#,##0;(#,##0)', '-1234.5', '-1235'],
    ['_-"£"* #,##0.00_-;-"£"* #,##0.00_-;_-"£"* "-"??_-;_-@_-', '1234.565', '1234.57'],
    ['[$€-2] #,##0.00', '12.5', '€12.5'],
    ['0.00E+00', '5012345678900', '5012345678900'],
    ['# ?/?', '7.5', '7.5'],
  ];
  const cells = values.map(([, value], style) => `<c s="${style}"><v>${value}</v></c>`).join('');
  const workbook = workbookOf(`<row>${cells}</row>`, { styles: stylesOf(values.map(([format]) => format)) });
  expect(await cellsOf(workbook)).toEqual([values.map(([, , text]) => text)]);
});

test('a formula is read as its value and an error as its text, and only the first of merged cells has a value', async () => {
  const workbook = workbookOf(
    '<row><c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>A1&amp;"x"</f><v>2x</v></c><c r="C1" t="e"><f>NA()</f><v>#N/A</v></c><c r="D1" t="b"><v>1</v></c><c r="E1" t="b"><v>0</v></c><c r="F1"><f>NOW()</f></c><c r="G1" t="str"><v>wide</v></c><c r="H1"/></row></sheetData><mergeCells><mergeCell ref="G1:H1"/></mergeCells><sheetData>',
  );
  expect(await cellsOf(workbook)).toEqual([['2', '2x', '#N/A', 'TRUE', 'FALSE', '', 'wide']]);
});

test('the names of sheets are listed, visible sheets first, and a sheet is read by its name', async () => {
  const sheets = { Old: sheetOf('<row><c><v>1</v></c></row>'), 'Staff &amp; co': sheetOf('<row r="3"><c><v>2</v></c></row>') };
  const content = zipOf(workbookParts({ sheets, hidden: ['Old'] }));
  expect(await sheetsOf(await fileOf(content))).toEqual(['Staff & co', 'Old']);
  expect(await rowsOf(content)).toEqual([{ row: 3, cells: ['2'] }]);
  expect(await rowsOf(content, 'Old')).toEqual([{ row: 1, cells: ['1'] }]);
  await expect(rowsOf(content, 'New')).rejects.toMatchObject(refusal(importMessages.unknown_sheet));
});

test('a workbook that another library wrote is read with the values that were written', async () => {
  const rows = [
    ['Number', 'Name', 'Start', 'Days', 'Full time'],
    ['0012', 'Zoë O’Neill', new Date(Date.UTC(2024, 0, 5)), 37.5, true],
  ];
  const content = await writeXlsx({ sheets: [{ name: 'People', rows }] });
  expect(await sheetsOf(await fileOf(content))).toEqual(['People']);
  expect(await cellsOf(content)).toEqual([
    ['Number', 'Name', 'Start', 'Days', 'Full time'],
    ['0012', 'Zoë O’Neill', '2024-01-05', '37.5', 'TRUE'],
  ]);
});

test('macros are ignored', async () => {
  const parts = workbookParts({ sheets: { Sheet1: sheetOf('<row><c><v>1</v></c></row>') } });
  expect(await cellsOf(zipOf([...parts, { name: 'xl/vbaProject.bin', content: 'Sub Auto_Open()' }]))).toEqual([['1']]);
});

test('a file that is not a workbook, is damaged or has a password is refused with a message', async () => {
  const document = [
    { name: '_rels/.rels', content: '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/></Relationships>' },
    { name: 'word/document.xml', content: '<w:document><w:body/></w:document>' },
  ];
  await expect(rowsOf(zipOf(document))).rejects.toMatchObject(refusal(importMessages.not_workbook));
  await expect(sheetsOf(await fileOf(zipOf(document)))).rejects.toMatchObject(refusal(importMessages.not_workbook));
  await expect(rowsOf(zipOf([{ name: 'a.txt', content: 'a' }]))).rejects.toMatchObject(refusal(importMessages.not_workbook));
  await expect(rowsOf(zipOf([]))).rejects.toMatchObject(refusal(importMessages.not_workbook));

  const content = workbookOf('<row><c><v>1</v></c></row>');
  for (const damaged of [content.subarray(0, content.length - 30), Buffer.from('PK\u0003\u0004'), workbookOf('<row><c><v>1</v></row>')])
    await expect(rowsOf(damaged)).rejects.toMatchObject(refusal(importMessages.broken_workbook));
  await expect(rowsOf(workbookOf('<row><c t="s"><v>5</v></c></row>'))).rejects.toMatchObject(refusal(importMessages.broken_workbook));
  const encrypted = workbookParts({ sheets: { Sheet1: sheetOf('') } }).map((part) => ({ ...part, flags: 1 }));
  await expect(rowsOf(zipOf(encrypted))).rejects.toMatchObject(refusal(importMessages.encrypted_workbook));
});
