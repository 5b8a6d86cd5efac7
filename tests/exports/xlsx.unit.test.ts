import { readXlsx } from 'hucre/xlsx';
import { afterAll, expect, test } from 'vitest';
import { closeWriters, xlsxStream } from '../../server/http/xlsx.ts';
import { MAX_WHOLE_CELLS } from '../../server/http/xlsx-worker.ts';
import type { Cell } from '../../shared/csv.ts';

afterAll(closeWriters);

const head = ['Order', 'Total', 'Day'];

/** Writes batches of rows as a workbook and reads its sheet. */
async function sheetOf(batches: readonly (readonly (readonly Cell[])[])[]) {
  async function* inTurn() {
    yield* batches;
  }
  const bytes = await new Response(await xlsxStream(head, inTurn())).arrayBuffer();
  const { sheets } = await readXlsx(new Uint8Array(bytes), { readStyles: true });
  const [sheet] = sheets;
  if (!sheet) throw new Error('no sheet');
  return sheet;
}

test('a workbook has bold headings that stay on the screen and filter the rows, pounds as numbers and days as dates', async () => {
  const sheet = await sheetOf([[['00148', { pence: 6895 }, { date: '30/11/2026' }]], [['00149', { pence: 100 }, { date: '01/12/2026' }]]]);
  expect(sheet.rows).toEqual([head, ['00148', 68.95, new Date(Date.UTC(2026, 10, 30))], ['00149', 1, new Date(Date.UTC(2026, 11, 1))]]);
  expect(sheet.autoFilter?.range).toBe('A1:C3');
  expect(sheet.freezePane?.rows).toBe(1);
  expect(head.map((_, at) => sheet.cells?.get(`0,${at}`)?.style?.font?.bold)).toEqual([true, true, true]);
  expect(sheet.cells?.get('1,1')?.style?.numFmt).toContain('0.00');
});

test('a workbook without rows has its headings and a filter on them', async () => {
  const sheet = await sheetOf([]);
  expect(sheet.rows).toEqual([head]);
  expect(sheet.autoFilter?.range).toBe('A1:C1');
});

test('a workbook that is too large to be written whole has all its rows in their sequence, without a filter', async () => {
  const rows = Array.from({ length: Math.ceil(MAX_WHOLE_CELLS / head.length) + 2 }, (_, n): Cell[] => [n, { pence: n }, null]);
  const sheet = await sheetOf([rows.slice(0, 3), rows.slice(3, -1), rows.slice(-1)]);
  expect(sheet.rows.length).toBe(rows.length + 1);
  expect(sheet.rows.at(-1)?.[0]).toBe(rows.length - 1);
  expect(sheet.rows[2]?.[0]).toBe(1);
  expect(sheet.autoFilter).toBeUndefined();
});
