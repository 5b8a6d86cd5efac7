import { csvOf } from '../../shared/csv.ts';
import type { ImportType } from '../../shared/imports/import-fields.ts';

export interface Upload {
  type: ImportType;
  /** The first row is the header: each heading is the name of a field, or `-` for a column that is not imported. */
  rows: readonly (readonly (string | number | null)[])[] | string | Uint8Array;
  /** The field of each column; the headings by default. */
  mapping?: readonly string[];
  name?: string;
  options?: Record<string, string>;
}

/** Returns an upload as the form that a browser sends. */
export function formOf({ type, rows, mapping, name = 'file.csv', options = {} }: Upload): FormData {
  const form = new FormData();
  const content = typeof rows === 'string' || rows instanceof Uint8Array ? rows : csvOf(rows);
  form.append('csv', new File([content as never], name, { type: 'text/csv' }));
  form.append('type', type);
  const fields = mapping ?? (Array.isArray(rows) ? (rows[0] as string[]) : []);
  for (const [column, field] of fields.entries()) if (field && field !== '-') form.append(`mapping[${column}]`, field);
  for (const [option, value] of Object.entries(options)) form.append(option, value);
  return form;
}
