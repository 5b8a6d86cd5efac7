/** Quotes a name that contains a semicolon or begins with a quotation mark; quotation marks within it are doubled. */
const quoted = (name: string): string => (name.includes(';') || name.startsWith('"') ? `"${name.replaceAll('"', '""')}"` : name);

/** Joins several names into the text of one cell, separated by semicolons. */
export const joinNames = (names: readonly string[]): string => names.map(quoted).join('; ');

const part = /\s*(?:"((?:[^"]|"")*)"\s*(?=;|$)|([^;]*))(?:;|$)/gy;

/** The names in a cell. A quotation mark that does not enclose a whole name is part of the name. */
export function splitNames(cell: string): string[] {
  const names: string[] = [];
  for (const [, inMarks, plain = ''] of cell.matchAll(part)) {
    const name = (inMarks?.replaceAll('""', '"') ?? plain).trim();
    if (name) names.push(name);
  }
  return names;
}
