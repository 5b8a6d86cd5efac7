import { type Cell, poundsCell } from '../../shared/csv.ts';
import type { Actor } from '../../shared/policy.ts';

/**
 * The columns of a document, each with its heading and its cell for a row. A column has `may` if only some of the people who see the list may see the
 * column; `may` says who.
 */
export type Columns<Item> = readonly (readonly [heading: string, cell: (item: Item) => Cell, may?: (actor: Actor) => boolean])[];

export const headingsOf = <Item>(columns: Columns<Item>): string[] => columns.map(([heading]) => heading);
export const cellsOf = <Item>(columns: Columns<Item>, item: Item): Cell[] => columns.map(([, cell]) => cell(item));

/** Records that are read in batches, as the rows of a document. */
export async function* rowsInTurn<Item>(columns: Columns<Item>, batches: AsyncIterable<readonly Item[]>): AsyncGenerator<Cell[][]> {
  for await (const items of batches) yield items.map((item) => cellsOf(columns, item));
}

/** Pence as pounds. */
export const moneyCell = (pence: number | null | undefined): Cell => (pence === null || pence === undefined ? null : poundsCell(pence));
export const yesNoCell = (flag: boolean): Cell => (flag ? 'yes' : 'no');
/** Several texts in one cell. */
export const textsCell = (texts: readonly string[]): Cell => texts.join('; ') || null;
/** The name of a record; null if there is no record. */
export const nameCell = (record: { name: string } | null | undefined): Cell => record?.name ?? null;
