/** A name is quoted where it contains a semicolon or begins with a quotation mark; a quotation mark within it is doubled. */
const quoted = (name: string): string => (name.includes(';') || name.startsWith('"') ? `"${name.replaceAll('"', '""')}"` : name);

/** Several names in one cell, with semicolons between them. */
export const joinNames = (names: readonly string[]): string => names.map(quoted).join('; ');

const part = /\s*(?:"((?:[^"]|"")*)"\s*(?=;|$)|([^;]*))(?:;|$)/gy;

/** The names in a cell. A quotation mark that does not stand around a whole name is part of it. */
export function splitNames(cell: string): string[] {
  const names: string[] = [];
  for (const [, inMarks, plain = ''] of cell.matchAll(part)) {
    const name = (inMarks?.replaceAll('""', '"') ?? plain).trim();
    if (name) names.push(name);
  }
  return names;
}
