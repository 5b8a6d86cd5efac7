import { type Cell, cellText } from '../../shared/csv.ts';
import type { Layout } from './print-report.ts';

/** The sums of some rows of a report. */
interface Sums {
  rows: number;
  /** In the order of the report's summed columns: pence for money, else a number. */
  amounts: number[];
}

const asNumber = (cell: Cell): number => (cell !== null && typeof cell === 'object' ? ('pence' in cell ? cell.pence : 0) : Number(cell ?? 0));

/** Adds up a report while its rows are read: `add` takes each row, and the sub totals and totals follow from the rows so far. */
export function addUp(columns: readonly string[], { sums, by }: Pick<Layout, 'sums' | 'by'>) {
  const place = new Map(columns.map((name, index) => [name, index]));
  const at = (cells: readonly Cell[], name: string): Cell => cells[place.get(name) ?? -1] ?? null;
  const summed = sums.filter(({ of }) => place.has(of));
  const groups = new Map<string, Sums>();
  return {
    /** The columns that are added up. */
    summed,
    /** By the value of the column `by`, in the order of the first row of each. */
    groups: groups as ReadonlyMap<string, Sums>,
    add: (cells: readonly Cell[]): void => {
      const name = by ? cellText(at(cells, by.of)) : '';
      const group = groups.get(name) ?? { rows: 0, amounts: summed.map(() => 0) };
      const amounts = summed.map(({ of }, n) => (group.amounts[n] ?? 0) + asNumber(at(cells, of)));
      groups.set(name, { rows: group.rows + 1, amounts });
    },
    totals: (): number[] => summed.map((_, n) => [...groups.values()].reduce((sum, { amounts }) => sum + (amounts[n] ?? 0), 0)),
  };
}
