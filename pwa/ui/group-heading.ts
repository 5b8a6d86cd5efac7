/** The heading above a row of a list: the name of the row's group if the row before is of another group, else null. */
export function groupHeading<Row>(rows: readonly Row[], place: number, group: ((row: Row) => string) | undefined): string | null {
  const [before, row] = [rows[place - 1], rows[place]];
  if (!group || row === undefined) return null;
  const name = group(row);
  return before !== undefined && group(before) === name ? null : name;
}
