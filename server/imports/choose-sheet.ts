import { importMessages } from '../../shared/imports/messages.ts';
import { invalid } from '../core/problem.ts';
import { sheetsOf } from './table-file.ts';

/** `named` is the sheet that a request names, `remembered` the sheet that the mapping of the request names. */
interface SheetNames {
  named: string | null | undefined;
  remembered: string | null | undefined;
}

/**
 * The sheet to read: the named one, else the mapping’s, else the first; null for a file without sheets. `missing` is the mapping’s sheet if the file
 * does not have it.
 */
export async function chooseSheet(
  path: string,
  { named, remembered }: SheetNames,
): Promise<{ sheets: string[]; sheet: string | null; missing: string | null }> {
  const sheets = await sheetsOf(path);
  const [first = null] = sheets;
  const has = (sheet: string): boolean => first === null || sheets.includes(sheet);
  if (named && !has(named)) throw invalid({ sheet: importMessages.unknown_sheet });
  const missing = !named && remembered && !has(remembered) ? remembered : null;
  return { sheets, sheet: first && (named || (missing === null && remembered) || first), missing };
}
