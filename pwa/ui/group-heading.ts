/** The heading above the row at `place`: the name of the row's group if the group begins at this row, else null. */
export function groupHeading<Row>(rows: readonly Row[], place: number, group: ((row: Row) => string) | undefined): string | null {
  const [before, row] = [rows[place - 1], rows[place]];
  if (!group || row === undefined) return null;
  const name = group(row);
  return before !== undefined && group(before) === name ? null : name;
}
