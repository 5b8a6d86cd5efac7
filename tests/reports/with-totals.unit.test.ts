import { expect, test } from 'vitest';
import { withTotals } from '../../server/reports/with-totals.ts';
import { type Cell, poundsCell } from '../../shared/csv.ts';

const columns = ['order', 'account', 'qty', 'total'];
const layout = {
  sums: [
    { of: 'qty', label: 'Items' },
    { of: 'total', label: 'Total', is_money: true },
    { of: 'absent', label: 'Absent' },
  ] as const,
  by: { of: 'account', heading: 'Client' },
};
async function* batchesOf(...batches: Cell[][][]) {
  yield* batches;
}
const rowsOf = async (batches: Cell[][][], by = true) => {
  const report = { columns, total: batches.flat().length, batches: batchesOf(...batches) };
  const rows: (readonly Cell[])[] = [];
  for await (const batch of withTotals(report, by ? layout : { sums: layout.sums })) rows.push(...batch);
  return rows;
};
const line = (account: string, qty: number, pence: number): Cell[] => ['00001', account, qty, poundsCell(pence)];

test('the sub totals of several clients and the total follow after an empty row, whichever batch a row is in', async () => {
  const [a, b, c] = [line('Harbour', 2, 1050), line('Northgate', 1, 1), line('Harbour', 3, 2)];
  expect(await rowsOf([[a, b], [c]])).toEqual([
    a,
    b,
    c,
    [null, null, null, null],
    [null, 'Sub total, Harbour', 5, poundsCell(1052)],
    [null, 'Sub total, Northgate', 1, poundsCell(1)],
    [null, 'Total', 6, poundsCell(1053)],
  ]);
});

test('one client has no sub total, and a report without rows has no total', async () => {
  const only = line('Harbour', 2, 1050);
  expect((await rowsOf([[only]])).slice(1)).toEqual([
    [null, null, null, null],
    [null, 'Total', 2, poundsCell(1050)],
  ]);
  expect(await rowsOf([])).toEqual([]);
});

test('a report that is not divided has its total in the first column', async () => {
  expect((await rowsOf([[line('A', 1, 1), line('B', 1, 1)]], false)).at(-1)).toEqual(['Total', null, 2, poundsCell(2)]);
});
