import { expect, test } from 'vitest';
import { layOutReport } from '../../server/reports/print-report.ts';
import { poundsCell } from '../../shared/csv.ts';

const layout = {
  title: 'Sales',
  day: '20/11/2026',
  facts: [],
  columns: [{ of: 'account', heading: 'Client', width: '*' as const }],
  sums: [
    { of: 'pieces', label: 'Items' },
    { of: 'net', label: 'Net', is_money: true as const },
  ],
  by: { of: 'account', heading: 'Client' },
};
const reportOf = (...rows: [string, number, number][]) => ({
  columns: ['account', 'pieces', 'net'],
  total: rows.length,
  batches: (async function* () {
    // Each row is a batch of its own, so a client is in several batches.
    for (const [account, pieces, net] of rows) yield [[account, pieces, poundsCell(net)]];
  })(),
});

test('a report has the sums of each client and of all of them', async () => {
  const { totals, sub_totals } = await layOutReport(reportOf(['Harbour', 2, 1050], ['Northgate', 1000, 250_000], ['Harbour', 1, -50]), layout);
  expect(totals.map(({ value }) => value)).toEqual(['3', '1,003', '£2,510.00']);
  expect(sub_totals).toEqual({
    headings: ['Client', 'Rows', 'Items', 'Net'],
    rows: [
      ['Harbour', '2', '3', '£10.00'],
      ['Northgate', '1', '1,000', '£2,500.00'],
    ],
  });
});

test('a report of one client, of none, or without a column for clients has no sub totals', async () => {
  expect((await layOutReport(reportOf(['Harbour', 2, 1050]), layout)).sub_totals).toBeNull();
  expect((await layOutReport(reportOf(), layout)).sub_totals).toBeNull();
  const { by: _, ...without } = layout;
  expect((await layOutReport(reportOf(['Harbour', 2, 1050], ['Northgate', 1, 1]), without)).sub_totals).toBeNull();
});
