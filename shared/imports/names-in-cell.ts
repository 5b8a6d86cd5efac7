/** A name that could be taken for several, or for a quoted one, stands in quotation marks; a mark within it stands twice. */
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
