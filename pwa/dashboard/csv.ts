import { type Cell, csvOf, fileName } from '../../shared/csv.ts';
import { saveFile } from '../ui/save-file.ts';

/** Saves a CSV document on the person's device under a name with its subject and date. */
export const saveCsv = (name: string, rows: readonly (readonly Cell[])[]): void =>
  saveFile(`${fileName(name)}.csv`, new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }));
