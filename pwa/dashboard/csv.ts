import { type Cell, csvOf, fileName } from '../../shared/csv.ts';
import { saveFile } from '../ui/save-file.ts';

/** Hands a CSV document to the person, under a name that says what it is and of when. */
export const saveCsv = (name: string, rows: readonly (readonly Cell[])[]): void =>
  saveFile(`${fileName(name)}.csv`, new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }));
