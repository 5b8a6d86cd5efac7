import { type Cell, poundsCell } from '../../shared/csv.ts';
import type { Batches } from '../http/csv.ts';
import { addUp } from './add-up.ts';
import type { Layout } from './print-report.ts';
import type { Report } from './report.ts';

/**
 * The rows of a report for a workbook. After an empty row follow the sub totals of several clients, as in print, and the totals, each in the column
 * that it adds up.
 */
export async function* withTotals({ columns, batches }: Report, { sums, by }: Pick<Layout, 'sums' | 'by'>): Batches {
  const sum = addUp(columns, { sums, ...(by && { by }) });
  for await (const batch of batches) {
    for (const cells of batch) sum.add(cells);
    yield batch;
  }
  const { summed, groups } = sum;
  if (groups.size === 0 || summed.length === 0) return;
  const labelled = Math.max(0, by ? columns.indexOf(by.of) : 0);
  const row = (label: string, amounts: readonly number[]): Cell[] => {
    const cells: Cell[] = columns.map(() => null);
    for (const [n, { of, is_money }] of summed.entries()) cells[columns.indexOf(of)] = is_money ? poundsCell(amounts[n] ?? 0) : (amounts[n] ?? 0);
    cells[labelled] = label;
    return cells;
  };
  const subTotals = by && groups.size > 1 ? [...groups].map(([name, { amounts }]) => row(`Sub total, ${name || 'none'}`, amounts)) : [];
  yield [columns.map(() => null), ...subTotals, row('Total', sum.totals())];
}
